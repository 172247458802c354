import CLinux
import Glibc
import System

/// An address by which other devices of the network reach this machine.
package struct LocalAddress: Sendable, Hashable {
    /// Where container engines put the machines that only they reach, by the beginning of the network card's name.
    private static let containerCards = ["docker", "br-", "veth", "virbr", "cni", "podman", "lxc", "lxdbr", "flannel", "cali"]
    /// What container engines leave in the file system of what they run.
    private static let containerMarks = ["/.dockerenv", "/run/.containerenv"]
    /// Of the addresses for documentation (RFC 5737, RFC 3849): nothing is sent there, the kernel only chooses a way.
    private static let farAway = ["192.0.2.1", "2001:db8::1"]

    /// As it stands in a URL: an IPv6 address in brackets.
    package let host: String
    package let isIPv6: Bool

    /// One address of a network card.
    struct Card {
        let name: String
        let address: PeerAddress
        /// A tunnel's end, as VPNs have.
        let isTunnel: Bool
        /// The inner end of a cable to the machine that runs this container, which others do not reach.
        let isInner: Bool
    }

    /// Whether this is a container that others reach only through the machine that runs it.
    package static var isBehindAnother: Bool { cards.contains(where: \.isInner) }

    /// Those of this machine, the likeliest first: cards before tunnels, IPv4 before IPv6, and first the one that leads outside.
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
        // Sorting is stable here: equal ones stay in the kernel's order.
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

    /// Whether a card's other end lies outside this container. What has a kind of its own, such as macvlan, is in the network itself.
    private static func isCableOutside(_ name: String) -> Bool {
        func read(_ file: String) -> String? {
            let raw = open("/sys/class/net/\(name)/\(file)", O_RDONLY | O_CLOEXEC)
            guard raw >= 0 else { return nil }
            let descriptor = Descriptor(owning: raw)
            // A page is all that sysfs gives.
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = Glibc.read(descriptor.raw, &bytes, bytes.count)
            return count < 0 ? nil : String(decoding: bytes[..<count], as: UTF8.self)
        }
        guard let index = read("ifindex"), let link = read("iflink"), let event = read("uevent") else { return false }
        return index != link && !event.contains("DEVTYPE=")
    }

    /// The address that the kernel would send from; nil where no way leads there.
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
    /// Nil for what is no address of the internet's.
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

    /// Neither this machine talking to itself nor an address that holds on one cable alone: browsers cannot name the card.
    fileprivate var isReachable: Bool {
        if isLoopback { return false }
        return isIPv4 ? host.low >> 16 & 0xFFFF != 0xA9FE : host.high >> 54 != 0x3FA
    }
}
