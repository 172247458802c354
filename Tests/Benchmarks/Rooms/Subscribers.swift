import CLinux
import Glibc
import System
import Web

/// Many WebSocket clients in one thread that receive frames and answer pings.
final class Subscribers {
    /// The server at the other end.
    enum Source {
        /// A room; the hello message says what to send.
        case room(hello: String)
        /// The fanout benchmark.
        case fanout
    }

    struct Failed: Error, CustomStringConvertible {
        let description: String
    }

    private struct Client {
        let socket: Int32
        var isOpen = false
        /// The bytes of a message that is not complete yet.
        var unread: [UInt8] = []
        var nextDue: UInt64?
        /// When the client first had a frame to show.
        var servedAt: UInt64?
    }

    private static let connectionsAtOnce = 100
    private static let knocksBetween = 8
    private static let letInWithin: UInt64 = 30_000_000
    /// An empty pong, masked with zeros.
    private static let pong: [UInt8] = [0x8A, 0x80, 0, 0, 0, 0]

    private let port: UInt16
    private let source: Source
    private let epoll = epoll_create1(0)
    private var clients: [Client] = []
    private(set) var openCount = 0
    private(set) var servedCount = 0
    private(set) var lostCount = 0
    private var isCounting = false
    private(set) var arrivals = Arrivals()
    private var events = [epoll_event](repeating: epoll_event(), count: 256)
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 8)

    init(port: UInt16, _ source: Source) {
        self.port = port
        self.source = source
    }

    deinit {
        hangUp()
        Glibc.close(epoll)
        buffer.deallocate()
    }

    var count: Int { clients.count }

    /// Connects `count` more clients, a few at a time, and waits until all handshakes are done.
    func connect(_ count: Int) throws {
        let wanted = openCount + count
        for index in 0..<count {
            try connectOne()
            if index % Self.connectionsAtOnce == 0 { pump(for: 1000) }
        }
        pump(for: Self.letInWithin) { self.openCount == wanted }
        guard openCount == wanted else { throw Failed(description: "only \(openCount) of \(wanted) clients were let in") }
    }

    /// Connects `count` more clients at once. Returns how long each waited, from the start of the rush, for a frame to show.
    func rush(_ count: Int) throws -> [UInt64] {
        let (before, start) = (clients.count, MachineClock().now)
        let wanted = servedCount + count
        for index in 0..<count {
            try connectOne()
            // Clients that are already connected go on while the others still connect.
            if index % Self.knocksBetween == 0 { turn(wait: 0) }
        }
        pump(for: Self.letInWithin) { self.servedCount == wanted }
        let waits = clients[before...].compactMap { client in client.servedAt.map { $0 - start } }.sorted()
        guard waits.count == count else { throw Failed(description: "only \(waits.count) of \(count) clients were sent frames") }
        return waits
    }

    /// Closes all sockets without a close frame.
    func hangUp() {
        for client in clients { Glibc.close(client.socket) }
        clients = []
        (openCount, servedCount) = (0, 0)
    }

    /// Counts arrivals for `duration` microseconds.
    func measure(for duration: UInt64) {
        isCounting = true
        pump(for: duration)
        isCounting = false
    }

    /// Reads all sockets for `duration` microseconds, or until `isOver`.
    func pump(for duration: UInt64, until isOver: () -> Bool = { false }) {
        let end = MachineClock().now + duration
        while MachineClock().now < end, !isOver() { turn(wait: 5) }
    }

    private func turn(wait milliseconds: Int32) {
        let count = epoll_wait(epoll, &events, Int32(events.count), milliseconds)
        for index in 0..<max(0, Int(count)) { read(Int(events[index].data.u64)) }
    }

    private func connectOne() throws {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        let outcome = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard descriptor >= 0, outcome == 0 else { throw Failed(description: "\(SystemError("connecting client \(count)"))") }
        let request = """
            GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
            Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n
            """
        write(Array(request.utf8), to: descriptor)
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        _ = downbeat_epoll_control(epoll, EPOLL_CTL_ADD, descriptor, downbeat_epoll_in, UInt64(clients.count))
        clients.append(Client(socket: descriptor))
    }

    private func write(_ bytes: [UInt8], to socket: Int32) {
        _ = send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    private func read(_ index: Int) {
        let waiting = clients[index].unread.count
        if waiting > 0 {
            buffer.copyBytes(from: clients[index].unread)
            clients[index].unread = []
        }
        let count = recv(clients[index].socket, buffer.baseAddress! + waiting, buffer.count - waiting, 0)
        guard count > 0 else {
            lostCount += 1
            _ = downbeat_epoll_control(epoll, EPOLL_CTL_DEL, clients[index].socket, 0, 0)
            return
        }
        var bytes = UnsafeRawBufferPointer(rebasing: buffer[..<(waiting + count)])
        let now = MachineClock().now
        if !clients[index].isOpen {
            guard let end = Self.end(ofHead: bytes) else {
                clients[index].unread = Array(bytes)
                return
            }
            open(index)
            bytes = UnsafeRawBufferPointer(rebasing: bytes[end...])
        }
        let used = takeMessages(bytes, of: index, at: now)
        if used < bytes.count { clients[index].unread = Array(bytes[used...]) }
    }

    private func open(_ index: Int) {
        clients[index].isOpen = true
        openCount += 1
        guard case .room(let hello) = source else { return }
        let text = Array(hello.utf8)
        precondition((126..<1 << 16).contains(text.count), "shorter and longer messages have other heads")
        // Masked with zeros.
        write([0x81, 0x80 | 126, UInt8(text.count >> 8), UInt8(text.count & 255), 0, 0, 0, 0] + text, to: clients[index].socket)
    }

    /// Reads the complete messages and returns their length in bytes.
    private func takeMessages(_ bytes: UnsafeRawBufferPointer, of index: Int, at now: UInt64) -> Int {
        var offset = 0
        while bytes.count - offset >= 2 {
            var length = Int(bytes[offset + 1])
            var head = 2
            if length == 126 {
                guard bytes.count - offset >= 4 else { break }
                length = Int(bytes[offset + 2]) << 8 | Int(bytes[offset + 3])
                head = 4
            }
            let start = offset + head
            guard bytes.count - start >= length else { break }
            take(bytes[offset] & 15, UnsafeRawBufferPointer(rebasing: bytes[start..<start + length]), of: index, at: now)
            offset = start + length
        }
        return offset
    }

    private func take(_ opcode: UInt8, _ payload: UnsafeRawBufferPointer, of index: Int, at now: UInt64) {
        if opcode == 9 { return write(Self.pong, to: clients[index].socket) }
        guard opcode == 2 else { return }
        switch source {
        case .room:
            guard let message = FrameMessage(payload) else { return }
            if isCounting { arrivals.add(message, at: now, expected: clients[index].nextDue) }
            clients[index].nextDue = message.end
            if clients[index].servedAt == nil, message.due <= now, now < message.end {
                clients[index].servedAt = now
                servedCount += 1
            }
        case .fanout:
            if isCounting { arrivals.add(FrameMessage(sent: payload), at: now, expected: nil) }
        }
    }

    private static func end(ofHead bytes: UnsafeRawBufferPointer) -> Int? {
        let end = Array("\r\n\r\n".utf8)
        return bytes.indices.dropLast(3).first { bytes[$0] == end[0] && bytes[$0..<$0 + 4].elementsEqual(end) }.map { $0 + 4 }
    }
}
