import CLinux
import Foundation
import Glibc
import System
import Web

/// Asks a server on this machine over one connection that stays open, one request after the other.
final class WebAsker {
    struct Failed: Error, CustomStringConvertible {
        let description: String
    }

    private static let patience = timeval(tv_sec: 60, tv_usec: 0)

    private let socket: Int32
    private var unread: [UInt8] = []
    private var buffer = [UInt8](repeating: 0, count: 256 << 10)

    init(port: UInt16) throws(Failed) {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var (one, patience) = (Int32(1), Self.patience)
        setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &one, 4)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        let outcome = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard outcome == 0 else { throw Failed(description: "\(SystemError("connecting"))") }
    }

    deinit {
        close(socket)
    }

    /// The body of an answer, which must be a good one.
    func ask(_ target: String, _ method: String = "GET", body: String? = nil) throws(Failed) -> [UInt8] {
        let content = body.map { "Content-Type: application/json\r\nContent-Length: \($0.utf8.count)\r\n\r\n\($0)" } ?? "\r\n"
        try send("\(method) \(target) HTTP/1.1\r\nHost: localhost\r\n\(content)")
        var headEnd: Int?
        while true {
            if headEnd == nil { headEnd = Self.end(ofHead: unread) }
            if let headEnd {
                let head = String(decoding: unread[..<headEnd], as: UTF8.self)
                guard head.hasPrefix("HTTP/1.1 2") else { throw Failed(description: "\(target): \(head.prefix(60))") }
                let length = head.lowercased().split(separator: "\r\n").first { $0.hasPrefix("content-length:") }
                    .flatMap { Int($0.dropFirst(15).drop { $0 == " " }) }
                guard let length else { throw Failed(description: "\(target): no length") }
                while unread.count < headEnd + length { try receive() }
                defer { unread.removeFirst(headEnd + length) }
                return Array(unread[headEnd..<headEnd + length])
            }
            try receive()
        }
    }

    /// Asks for the library's events, which `waitForEvent` then reads.
    func listen() throws(Failed) {
        try send("GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        try waitForEvent("HTTP/1.1 200")
    }

    /// Reads until an event contains these words, and forgets what came before.
    func waitForEvent(_ words: String) throws(Failed) {
        while true {
            let text = String(decoding: unread, as: UTF8.self)
            if let found = text.range(of: words) {
                unread = Array(text[found.upperBound...].utf8)
                return
            }
            try receive()
        }
    }

    private func send(_ text: String) throws(Failed) {
        let bytes = Array(text.utf8)
        guard Glibc.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
            throw Failed(description: "\(SystemError("asking"))")
        }
    }

    private func receive() throws(Failed) {
        let count = recv(socket, &buffer, buffer.count, 0)
        guard count > 0 else { throw Failed(description: count == 0 ? "the server hung up" : "\(SystemError("reading"))") }
        unread += buffer[..<count]
    }

    private static func end(ofHead bytes: [UInt8]) -> Int? {
        let end = Array("\r\n\r\n".utf8)
        guard bytes.count >= 4 else { return nil }
        return (0...bytes.count - 4).first { bytes[$0] == end[0] && bytes[$0..<$0 + 4].elementsEqual(end) }.map { $0 + 4 }
    }
}
