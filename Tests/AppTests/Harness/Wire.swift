import CLinux
import Foundation
import Glibc
import Waiting

/// A TCP connection to a port of this machine; every read has a timeout.
final class Wire {
    private let descriptor: Int32
    private var buffer: [UInt8] = []

    /// `receiveBuffer` is the size of the socket's receive buffer: about this many bytes arrive before the first read.
    init(port: UInt16, receiveBuffer: Int32? = nil) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var limit = timeval(tv_sec: Int(patience), tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        if var receiveBuffer {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, socklen_t(MemoryLayout<Int32>.size))
        }
        var address = Self.loopback(port)
        let outcome = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard outcome == 0 else {
            throw NeverHappened("a connection to port \(port): \(String(cString: strerror(errno)))")
        }
    }

    deinit {
        close(descriptor)
    }

    func send(_ bytes: [UInt8]) throws {
        guard Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
            throw NeverHappened("sending \(bytes.count) bytes: \(String(cString: strerror(errno)))")
        }
    }

    func send(_ text: String) throws {
        try send(Array(text.utf8))
    }

    /// Reads exactly `count` bytes.
    func read(_ count: Int) throws -> [UInt8] {
        while buffer.count < count {
            guard try receive() else {
                throw NeverHappened("\(count) bytes: the other side hung up after \(buffer.count)")
            }
        }
        defer { buffer.removeFirst(count) }
        return Array(buffer.prefix(count))
    }

    /// Reads the head of an answer, including its blank line.
    func readHead() throws -> String {
        let end = Array("\r\n\r\n".utf8)
        while true {
            if let range = buffer.firstRange(of: end) {
                return String(decoding: try read(range.upperBound), as: UTF8.self)
            }
            guard try receive() else {
                throw NeverHappened("a whole head; there was \(String(decoding: buffer, as: UTF8.self))")
            }
        }
    }

    func readToEnd() throws -> [UInt8] {
        while try receive() {}
        defer { buffer = [] }
        return buffer
    }

    private func receive() throws -> Bool {
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        let count = recv(descriptor, &chunk, chunk.count, 0)
        guard count >= 0 else { throw NeverHappened("more bytes: \(String(cString: strerror(errno)))") }
        buffer += chunk[..<count]
        return count > 0
    }

    /// Waits for a program that does not report when it listens: tries to connect until it succeeds.
    static func awaitListener(_ port: UInt16, _ transcript: Transcript) async throws {
        try await blocking {
            try untilSo("a listener on port \(port)") {
                guard !transcript.hasEnded else { throw NeverHappened("a program that listens; it said: \(transcript.text(1))") }
                return (try? Wire(port: port)) != nil
            }
        }
    }

    private static func loopback(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        return address
    }
}
