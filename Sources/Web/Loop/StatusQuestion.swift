import CLinux
import Glibc
package import System

/// A health check: one blocking request to a server on this machine, for the status of its answer.
package struct StatusQuestion {
    /// The length of "HTTP/1.1 200", the only part of an answer that is read.
    private static let statusLength = 12

    private let endpoint: Endpoint
    private let path: String

    /// `address`: the address that the server listens on; connecting to the wildcard address reaches this machine.
    package init(_ path: String, at address: String, port: UInt16) throws(ListenError) {
        endpoint = try Endpoint(address, port: port)
        self.path = path
    }

    /// The status of the answer; nil if it is not HTTP. No step takes longer than `seconds`.
    package func status(within seconds: Int) throws(SystemError) -> Int? {
        let raw = socket(endpoint.family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard raw >= 0 else { throw SystemError("asking") }
        defer { close(raw) }
        // SO_SNDTIMEO bounds connecting and sending, SO_RCVTIMEO the answer.
        var patience = timeval(tv_sec: seconds, tv_usec: 0)
        for limit in [SO_SNDTIMEO, SO_RCVTIMEO] {
            setsockopt(raw, SOL_SOCKET, limit, &patience, socklen_t(MemoryLayout<timeval>.size))
        }
        var storage = endpoint.storage
        let outcome = withUnsafePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(raw, $0, endpoint.length) }
        }
        guard outcome == 0 else { throw SystemError("connecting") }
        let question = Array("GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8)
        guard send(raw, question, question.count, Int32(MSG_NOSIGNAL)) == question.count else { throw SystemError("asking") }
        var head = [UInt8](repeating: 0, count: Self.statusLength)
        let count = recv(raw, &head, head.count, Int32(MSG_WAITALL))
        guard count >= 0 else { throw SystemError("waiting for the answer") }
        return Self.status(in: head.prefix(count))
    }

    private static func status(in head: ArraySlice<UInt8>) -> Int? {
        guard head.count == statusLength, head.starts(with: "HTTP/1.1 ".utf8) else { return nil }
        return Int(String(decoding: head.suffix(3), as: UTF8.self))
    }
}
