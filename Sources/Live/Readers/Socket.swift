import CLinux
import Glibc
import System

/// A TCP socket that does not block.
final class Socket: Sendable {
    /// Who connects while a sender is heard.
    private static let backlog: Int32 = 4
    /// For each address of a host, in milliseconds.
    private static let patience: Int32 = 5_000

    private let descriptor: Descriptor

    init(owning raw: Int32) {
        descriptor = Descriptor(owning: raw)
    }

    var raw: Int32 { descriptor.raw }

    /// Listens at all addresses of this machine.
    convenience init(listeningOn port: UInt16) throws(SystemError) {
        // Without IPv6, IPv4 alone.
        do throws(SystemError) {
            self.init(owning: try Self.listen(Self.anywhere6(port), AF_INET6))
        } catch  where error.code == EAFNOSUPPORT || error.code == EADDRNOTAVAIL {
            self.init(owning: try Self.listen(Self.anywhere4(port), AF_INET))
        }
    }

    private static func anywhere6(_ port: UInt16) -> sockaddr_in6 {
        var address = sockaddr_in6()
        (address.sin6_family, address.sin6_port) = (sa_family_t(AF_INET6), port.bigEndian)
        return address
    }

    private static func anywhere4(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        (address.sin_family, address.sin_port) = (sa_family_t(AF_INET), port.bigEndian)
        return address
    }

    private static func listen<Address>(_ address: Address, _ family: Int32) throws(SystemError) -> Int32 {
        let raw = try open(family)
        var (yes, no): (Int32, Int32) = (1, 0)
        setsockopt(raw, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        if family == AF_INET6 { setsockopt(raw, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &no, socklen_t(MemoryLayout<Int32>.size)) }
        let isBound = withUnsafeBytes(of: address) { bytes in
            bind(raw, bytes.baseAddress!.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count)) == 0
        }
        guard isBound, Glibc.listen(raw, backlog) == 0 else {
            defer { close(raw) }
            throw SystemError("listening")
        }
        return raw
    }

    private static func open(_ family: Int32) throws(SystemError) -> Int32 {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let raw = socket(family, kind, 0)
        guard raw >= 0 else { throw SystemError("making a socket") }
        return raw
    }

    var port: UInt16 {
        var (address, size) = (sockaddr_in6(), socklen_t(MemoryLayout<sockaddr_in6>.size))
        withUnsafeMutableBytes(of: &address) { bytes in
            _ = getsockname(raw, bytes.baseAddress!.assumingMemoryBound(to: sockaddr.self), &size)
        }
        // The port has the same place in both kinds of addresses.
        return UInt16(bigEndian: address.sin6_port)
    }

    /// Whoever wants to connect; nil if nobody does.
    func accept() -> Socket? {
        let raw = downbeat_accept(descriptor.raw, nil, nil)
        guard raw >= 0 else { return nil }
        Self.prepare(raw)
        return Socket(owning: raw)
    }

    /// Connects to a host, whose addresses are tried one after the other: this may take long.
    static func dial(_ host: String, _ port: UInt16) throws(SystemError) -> Int32 {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host, "\(port)", &hints, &found)
        guard code == 0, let found else { throw SystemError("finding \(host)", code: ENXIO) }
        defer { freeaddrinfo(found) }
        var (next, problem): (UnsafeMutablePointer<addrinfo>?, SystemError) = (found, SystemError("connecting", code: ENXIO))
        while let address = next {
            do throws(SystemError) {
                return try connect(address.pointee)
            } catch {
                problem = error
            }
            next = address.pointee.ai_next
        }
        throw problem
    }

    private static func connect(_ address: addrinfo) throws(SystemError) -> Int32 {
        let raw = try open(address.ai_family)
        var code = Glibc.connect(raw, address.ai_addr, address.ai_addrlen) == 0 ? 0 : errno
        if code == EINPROGRESS {
            var poll = pollfd(fd: raw, events: Int16(POLLOUT), revents: 0)
            var size = socklen_t(MemoryLayout<Int32>.size)
            code = ETIMEDOUT
            if Glibc.poll(&poll, 1, patience) > 0 { getsockopt(raw, SOL_SOCKET, SO_ERROR, &code, &size) }
        }
        guard code == 0 else {
            close(raw)
            throw SystemError("connecting", code: code)
        }
        prepare(raw)
        return raw
    }

    /// A peer that is gone without a word is found out within half a minute.
    private static func prepare(_ raw: Int32) {
        let tcp = Int32(IPPROTO_TCP)
        for (level, name, value) in [
            (SOL_SOCKET, SO_KEEPALIVE, 1), (tcp, TCP_KEEPIDLE, 10), (tcp, TCP_KEEPINTVL, 5), (tcp, TCP_KEEPCNT, 3),
        ] {
            var value = Int32(value)
            setsockopt(raw, level, name, &value, socklen_t(MemoryLayout<Int32>.size))
        }
    }
}
