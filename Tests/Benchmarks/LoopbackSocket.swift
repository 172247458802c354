import CLinux
import Glibc
import System
import Web

/// A blocking connection to a server on this machine, for use by one thread.
final class LoopbackSocket {
    struct Failed: Error, CustomStringConvertible {
        let description: String
    }

    private static let patience = timeval(tv_sec: 60, tv_usec: 0)

    private let socket: Int32
    /// Bytes that were received but not used yet.
    var unread: [UInt8] = []
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

    func send(_ bytes: [UInt8]) throws(Failed) {
        guard Glibc.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
            throw Failed(description: "\(SystemError("sending"))")
        }
    }

    func receive() throws(Failed) {
        let count = recv(socket, &buffer, buffer.count, 0)
        guard count > 0 else { throw Failed(description: count == 0 ? "the server hung up" : "\(SystemError("reading"))") }
        unread += buffer[..<count]
    }

    /// Waits for a whole head, removes it from `unread` and returns it with the empty line at its end.
    func takeHead() throws(Failed) -> String {
        let end = Array("\r\n\r\n".utf8)
        while true {
            let places = unread.indices.dropLast(end.count - 1)
            if let place = places.first(where: { unread[$0..<$0 + end.count].elementsEqual(end) }) {
                defer { unread.removeFirst(place + end.count) }
                return String(decoding: unread[..<(place + end.count)], as: UTF8.self)
            }
            try receive()
        }
    }
}
