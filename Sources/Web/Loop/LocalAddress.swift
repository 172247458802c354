import CLinux
import Glibc
import System

/// An address at which other devices on the network reach this machine.
package struct LocalAddress: Sendable, Hashable {
    /// Name prefixes of the network interfaces that container engines create; only this machine reaches those networks.
    private static let containerCards = ["docker", "br-", "veth", "virbr", "cni", "podman", "lxc", "lxdbr", "flannel", "cali"]
    /// Marker files that container engines create inside a container.
    private static let containerMarks = ["/.dockerenv", "/run/.containerenv"]
    /// Addresses reserved for documentation (RFC 5737, RFC 3849): nothing is sent there, the kernel only chooses a route.
    private static let farAway = ["192.0.2.1", "2001:db8::1"]

    /// The form for a URL: an IPv6 address in brackets.
    package let host: String
    package let isIPv6: Bool

    /// One address of a network interface.
    struct Card {
        let name: String
        let address: PeerAddress
        /// A point-to-point interface, such as a VPN's.
        let isTunnel: Bool
        /// A container's end of a veth pair to its host; other machines do not reach it.
        let isInner: Bool
    }

    /// Whether this is a container that other machines reach only through its host.
    package static var isBehindAnother: Bool { cards.contains(where: \.isInner) }

    /// This machine's addresses, best first: interfaces before tunnels, IPv4 before IPv6, the default route's before others.
    package static var all: [LocalAddress] {
        choose(from: cards, leading: farAway.compactMap(outward))
    }

    static func choose(from cards: [Card], leading: [PeerAddress.Host]) -> [LocalAddress] {
        let useful = cards.filter { card in
            card.address.isReachable && !card.isInner && !containerCards.contains { card.name.hasPrefix($0) }
        }
        func rank(_ card: Card) -> Int {
            (card.isTunnel ? 4 : 0) + (card.address.isIPv4 ? 0 : 2) + (leading.contains(card.address.host) ? 0 : 1)
        }
        var seen: Set<LocalAddress> = []
        // The sort is stable: equal ones stay in the kernel's order.
        return useful.sorted { rank($0) < rank($1) }.map { LocalAddress($0.address) }.filter { seen.insert($0).inserted }
    }

    private init(_ address: PeerAddress) {
        isIPv6 = !address.isIPv4
        host = isIPv6 ? "[\(address)]" : "\(address)"
    }

    private static var cards: [Card] {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else { return [] }
        defer { freeifaddrs(first) }
        let isInContainer = containerMarks.contains { access($0, F_OK) == 0 }
        var cards: [Card] = []
        var next = first
        while let card = next {
            next = card.pointee.ifa_next
            guard let address = card.pointee.ifa_addr, card.pointee.ifa_flags & UInt32(IFF_UP) != 0,
                let peer = PeerAddress(address)
            else { continue }
            let isTunnel = card.pointee.ifa_flags & UInt32(IFF_POINTOPOINT) != 0
            let name = String(cString: card.pointee.ifa_name)
            cards.append(
                Card(name: name, address: peer, isTunnel: isTunnel, isInner: isInContainer && isCableOutside(name)))
        }
        return cards
    }

    /// Whether an interface is one end of a veth pair whose other end is outside this container. An interface with a DEVTYPE,
    /// such as macvlan, is on the network itself.
    private static func isCableOutside(_ name: String) -> Bool {
        func read(_ file: String) -> String? {
            let raw = open("/sys/class/net/\(name)/\(file)", O_RDONLY | O_CLOEXEC)
            guard raw >= 0 else { return nil }
            let descriptor = Descriptor(owning: raw)
            // A sysfs file is at most one page.
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = Glibc.read(descriptor.raw, &bytes, bytes.count)
            return count < 0 ? nil : String(decoding: bytes[..<count], as: UTF8.self)
        }
        guard let index = read("ifindex"), let link = read("iflink"), let event = read("uevent") else { return false }
        return index != link && !event.contains("DEVTYPE=")
    }

    /// The source address that the kernel would use; nil if there is no route.
    private static func outward(_ text: String) -> PeerAddress.Host? {
        var hints = addrinfo()
        hints.ai_flags = AI_NUMERICHOST
        hints.ai_socktype = Int32(SOCK_DGRAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        // The discard port; a datagram socket's connect sends nothing.
        guard getaddrinfo(text, "9", &hints, &found) == 0, let found else { return nil }
        defer { freeaddrinfo(found) }
        let raw = socket(found.pointee.ai_family, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard raw >= 0 else { return nil }
        let descriptor = Descriptor(owning: raw)
        guard connect(descriptor.raw, found.pointee.ai_addr, found.pointee.ai_addrlen) == 0 else { return nil }
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let outcome = withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor.raw, $0, &length) }
        }
        return outcome == 0 ? PeerAddress(storage).host : nil
    }
}

extension PeerAddress {
    /// Nil if the address is neither IPv4 nor IPv6.
    fileprivate init?(_ address: UnsafePointer<sockaddr>) {
        let size: Int
        switch Int32(address.pointee.sa_family) {
        case AF_INET: size = MemoryLayout<sockaddr_in>.size
        case AF_INET6: size = MemoryLayout<sockaddr_in6>.size
        default: return nil
        }
        var storage = sockaddr_storage()
        memcpy(&storage, address, size)
        self.init(storage)
    }

    /// Neither loopback nor link-local: browsers cannot name the interface that a link-local address needs.
    fileprivate var isReachable: Bool {
        if isLoopback { return false }
        return isIPv4 ? host.low >> 16 & 0xFFFF != 0xA9FE : host.high >> 54 != 0x3FA
    }
}
