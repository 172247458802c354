import CLinux
import Foundation
import Glibc
import System
import Web

/// One client of a room that says something and waits for the answer, on the thread that uses it.
final class RoomSocket {
    struct Failed: Error, CustomStringConvertible {
        let description: String
    }

    private static let patience = timeval(tv_sec: 30, tv_usec: 0)

    private let socket: Int32
    private var unread: [UInt8] = []
    private var buffer = [UInt8](repeating: 0, count: 256 << 10)

    init(port: UInt16, hello: String) throws(Failed) {
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
        try write(
            Array(
                """
                GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
                Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n
                """.utf8))
        let end = Array("\r\n\r\n".utf8)
        while unread.suffix(4) != end[...] {
            guard recv(socket, &buffer, 1, 0) == 1 else { throw Failed(description: "no answer to the handshake") }
            unread.append(buffer[0])
        }
        unread = []
        try say(hello)
    }

    deinit {
        close(socket)
    }

    /// Sends a text, masked with zeros (RFC 6455, section 5.2).
    func say(_ text: String) throws(Failed) {
        let bytes = Array(text.utf8)
        let length = bytes.count < 126 ? [0x80 | UInt8(bytes.count)] : [0xFE, UInt8(bytes.count >> 8), UInt8(bytes.count & 255)]
        try write([0x81] + length + [0, 0, 0, 0] + bytes)
    }

    /// Drops what comes until a text begins so.
    func wait(for beginning: String) throws(Failed) {
        let beginning = Array(beginning.utf8)
        while true {
            let (opcode, payload) = try message()
            if opcode == 1, payload.starts(with: beginning) { return }
        }
    }

    private func message() throws(Failed) -> (opcode: UInt8, payload: ArraySlice<UInt8>) {
        try fill(2)
        let digits = unread[1] == 126 ? 2 : unread[1] == 127 ? 8 : 0
        try fill(2 + digits)
        let length = digits == 0 ? Int(unread[1]) : unread[2..<2 + digits].reduce(0) { $0 << 8 | Int($1) }
        try fill(2 + digits + length)
        defer { unread.removeFirst(2 + digits + length) }
        return (unread[0] & 15, unread[(2 + digits)..<(2 + digits + length)])
    }

    private func fill(_ count: Int) throws(Failed) {
        while unread.count < count {
            let more = recv(socket, &buffer, buffer.count, 0)
            guard more > 0 else { throw Failed(description: more == 0 ? "the server hung up" : "\(SystemError("reading"))") }
            unread += buffer[..<more]
        }
    }

    private func write(_ bytes: [UInt8]) throws(Failed) {
        guard send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
            throw Failed(description: "\(SystemError("sending"))")
        }
    }
}
