import CLinux
import Glibc
package import System

/// One blocking request to a server on this machine: a health check, or a command line's.
package struct LocalQuestion {
    package struct Answer {
        package let status: Int
        package let body: [UInt8]
    }

    /// The length of "HTTP/1.1 200", all that a health check reads of an answer.
    private static let statusLength = 12
    /// The most that is read of an answer: a file of settings with all the sounds that there may be has 13 MB.
    private static let mostBytes = 32 << 20

    private let endpoint: Endpoint
    private let bytes: [UInt8]

    /// `address`: the address that the server listens on; connecting to the wildcard address reaches this machine.
    package init(
        _ method: Method, _ path: String, at address: String, port: UInt16, token: String? = nil, json: [UInt8]? = nil
    ) throws(ListenError) {
        endpoint = try Endpoint(address, port: port)
        var head = "\(method.name) \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
        if let token { head += "Authorization: Bearer \(token)\r\n" }
        if let json { head += "Content-Type: application/json\r\nContent-Length: \(json.count)\r\n" }
        bytes = Array((head + "\r\n").utf8) + (json ?? [])
    }

    /// The status of the answer; nil if it is not HTTP. No step takes longer than `seconds`.
    package func status(within seconds: Int) throws(SystemError) -> Int? {
        Self.status(in: try ask(within: seconds, atMost: Self.statusLength)[...])
    }

    /// The whole answer; nil if it is not HTTP. No step takes longer than `seconds`.
    package func answer(within seconds: Int) throws(SystemError) -> Answer? {
        let bytes = try ask(within: seconds, atMost: Self.mostBytes)
        guard let status = Self.status(in: bytes.prefix(Self.statusLength)) else { return nil }
        let blank = Array("\r\n\r\n".utf8)
        let start = bytes.indices.first { bytes[$0...].starts(with: blank) } ?? bytes.count
        return Answer(status: status, body: Array(bytes.dropFirst(start + blank.count)))
    }

    /// The bytes of the answer up to a limit.
    private func ask(within seconds: Int, atMost limit: Int) throws(SystemError) -> [UInt8] {
        let raw = socket(endpoint.family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard raw >= 0 else { throw SystemError("asking") }
        defer { close(raw) }
        // SO_SNDTIMEO bounds connecting and sending, SO_RCVTIMEO each part of the answer.
        var patience = timeval(tv_sec: seconds, tv_usec: 0)
        for limit in [SO_SNDTIMEO, SO_RCVTIMEO] {
            setsockopt(raw, SOL_SOCKET, limit, &patience, socklen_t(MemoryLayout<timeval>.size))
        }
        var storage = endpoint.storage
        let outcome = withUnsafePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(raw, $0, endpoint.length) }
        }
        guard outcome == 0 else { throw SystemError("connecting") }
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { Glibc.send(raw, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            // A server that refuses a long body may close before it has read all of it: its answer says why.
            if count <= 0, sent > 0 { break }
            guard count > 0 else { throw SystemError("asking") }
            sent += count
        }
        var answer: [UInt8] = []
        var part = [UInt8](repeating: 0, count: min(limit, 16 << 10))
        while answer.count < limit {
            let count = recv(raw, &part, min(part.count, limit - answer.count), 0)
            guard count >= 0 else { throw SystemError("waiting for the answer") }
            if count == 0 { break }
            answer += part.prefix(count)
        }
        return answer
    }

    private static func status(in head: ArraySlice<UInt8>) -> Int? {
        guard head.count == statusLength, head.starts(with: "HTTP/1.1 ".utf8) else { return nil }
        return Int(String(decoding: head.suffix(3), as: UTF8.self))
    }
}
