import CLinux
import Glibc
package import System

/// The reason why the server cannot listen.
package enum ListenError: Error, Sendable, Equatable, CustomStringConvertible {
    case badAddress(String)
    case portTaken(UInt16)
    case notAllowed(UInt16)
    case addressNotHere(String)
    case noSuchFamily(String)
    case failed(SystemError)

    package var description: String {
        switch self {
        case .badAddress(let text): "cannot listen on \"\(text)\": give an IP address of this machine, or localhost"
        case .portTaken(let port): "port \(port) is taken: stop what uses it or choose another with --port"
        case .notAllowed(let port): "port \(port) needs more rights: choose one above 1023 with --port"
        case .addressNotHere(let text): "no network card of this machine has the address \(text)"
        case .noSuchFamily(let text): "this machine has no network of the kind of \(text)"
        case .failed(let error): "cannot listen: \(error)"
        }
    }
}

/// A listening TCP socket; several may share one port, and the kernel spreads new connections over them.
package final class Listener: Sendable {
    /// Connections that the kernel may queue before we accept; it limits this to net.core.somaxconn.
    private static let backlog: Int32 = 4096

    private let descriptor: Descriptor
    package let port: UInt16

    package var raw: Int32 { descriptor.raw }

    /// Opens `count` listeners on one address and port. Port 0 lets the kernel choose one, the same for all.
    package static func open(_ count: Int, on address: String, port: UInt16) throws(ListenError) -> [Listener] {
        let endpoint = try Endpoint(address, port: port)
        // SO_REUSEPORT would also share the port of another running server: a bind without it tells whether the port is free.
        _ = try Listener(bindingTo: endpoint, sharesPort: false)
        let first = try Listener(bindingTo: endpoint, sharesPort: true)
        let chosen = endpoint.withPort(first.port)
        var listeners = [first]
        for _ in 1..<max(count, 1) { listeners.append(try Listener(bindingTo: chosen, sharesPort: true)) }
        for listener in listeners where Glibc.listen(listener.raw, backlog) != 0 {
            throw Self.reason(endpoint, errno)
        }
        return listeners
    }

    /// Takes over a listening socket; `raw` must be open and have no other owner in this process.
    package init(adopting raw: Int32) throws(SystemError) {
        var bound = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let outcome = withUnsafeMutablePointer(to: &bound) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(raw, $0, &length) }
        }
        guard outcome == 0 else { throw SystemError("taking over a listening socket") }
        _ = fcntl(raw, F_SETFD, FD_CLOEXEC)
        port = PeerAddress(bound).port
        descriptor = Descriptor(owning: raw)
    }

    private init(bindingTo endpoint: Endpoint, sharesPort: Bool) throws(ListenError) {
        let raw = socket(endpoint.family, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard raw >= 0 else { throw Self.reason(endpoint, errno) }
        let descriptor = Descriptor(owning: raw)
        var on: Int32 = 1
        var off: Int32 = 0
        let size = socklen_t(MemoryLayout<Int32>.size)
        setsockopt(raw, SOL_SOCKET, SO_REUSEADDR, &on, size)
        if sharesPort { setsockopt(raw, SOL_SOCKET, SO_REUSEPORT, &on, size) }
        if endpoint.family == AF_INET6 { setsockopt(raw, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &off, size) }
        var storage = endpoint.storage
        let outcome = withUnsafePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(raw, $0, endpoint.length) }
        }
        guard outcome == 0 else { throw Self.reason(endpoint, errno) }
        var bound = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        _ = withUnsafeMutablePointer(to: &bound) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(raw, $0, &length) }
        }
        port = PeerAddress(bound).port
        self.descriptor = descriptor
    }

    private static func reason(_ endpoint: Endpoint, _ code: Int32) -> ListenError {
        switch code {
        case EADDRINUSE: .portTaken(endpoint.port)
        case EACCES, EPERM: .notAllowed(endpoint.port)
        case EADDRNOTAVAIL where endpoint.family == AF_INET6 && endpoint.isWildcard: .noSuchFamily(endpoint.text)
        case EADDRNOTAVAIL: .addressNotHere(endpoint.text)
        case EAFNOSUPPORT: .noSuchFamily(endpoint.text)
        default: .failed(SystemError("bind", code: code))
        }
    }

    enum Accepted: ~Copyable {
        case connection(Descriptor, PeerAddress)
        case nothing
        /// No descriptor or memory is left: accepting again at once would spin.
        case exhausted(Int32)
    }

    /// Accepts the next pending connection, if there is one.
    func accept() -> Accepted {
        while true {
            var storage = sockaddr_storage()
            var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
            let raw = withUnsafeMutablePointer(to: &storage) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { downbeat_accept(self.raw, $0, &length) }
            }
            if raw >= 0 { return .connection(Descriptor(owning: raw), PeerAddress(storage)) }
            switch errno {
            case EAGAIN: return .nothing
            case EMFILE, ENFILE, ENOBUFS, ENOMEM: return .exhausted(errno)
            default: continue  // That connection failed before we accepted it (accept(2), "Error handling").
            }
        }
    }
}

/// An address and a port to bind to.
struct Endpoint {
    let text: String
    let port: UInt16
    private(set) var storage = sockaddr_storage()
    private(set) var length: socklen_t = 0

    /// True for the wildcard address.
    var isWildcard: Bool { text == "::" || text == "0.0.0.0" }
    var family: Int32 { Int32(storage.ss_family) }

    init(_ text: String, port: UInt16) throws(ListenError) {
        self.text = text
        self.port = port
        var hints = addrinfo()
        hints.ai_flags = AI_PASSIVE | AI_NUMERICHOST
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        let isBracketed = text.hasPrefix("[") && text.hasSuffix("]")
        // A hosts file may lack localhost, or map it to ::1 alone, which no IPv4 client reaches.
        let address = text == "localhost" ? "127.0.0.1" : isBracketed ? String(text.dropFirst().dropLast()) : text
        guard getaddrinfo(address, String(port), &hints, &found) == 0, let found else { throw .badAddress(text) }
        defer { freeaddrinfo(found) }
        length = found.pointee.ai_addrlen
        memcpy(&storage, found.pointee.ai_addr, Int(length))
    }

    private init(_ other: Endpoint, port: UInt16) {
        self = other
        withUnsafeMutableBytes(of: &storage) { raw in
            // The port has the same offset in both families.
            raw.storeBytes(of: port.bigEndian, toByteOffset: 2, as: UInt16.self)
        }
    }

    func withPort(_ port: UInt16) -> Endpoint {
        Endpoint(self, port: port)
    }
}
