import CLinux
import Glibc
import System
import Web

/// Many WebSocket clients in one thread, for a server that broadcasts frames that begin with their send time. Measures how many
/// frames arrive, the gaps between them, and their age.
struct LoadClients {
    private struct Client {
        let socket: Int32
        var isOpen = false
        var unread: [UInt8] = []
        var lastFrame: UInt64?
        var frames = 0
    }

    private struct Failed: Error, CustomStringConvertible {
        let description: String
    }

    private static let connectionsAtOnce = 100
    /// Microseconds before the measurement starts, so that the last clients have settled.
    private static let warmUp: UInt64 = 1_000_000

    private let epoll = epoll_create1(0)
    private var clients: [Client] = []
    private var open = 0
    private var isCounting = false
    private var gaps = Percentiles()
    private var ages = Percentiles()
    private var events = [epoll_event](repeating: epoll_event(), count: 256)
    private var buffer = [UInt8](repeating: 0, count: 64 << 10)

    static func run(_ options: BenchmarkOptions) throws {
        let count = options.number("clients", default: 1000)
        let seconds = max(options.number("seconds", default: 10), 1)
        let rate = options.number("rate", default: 60)
        _ = DescriptorLimit.raise()
        var load = LoadClients()
        try load.connect(count, port: UInt16(clamping: options.number("port", default: 0)))
        load.pump(for: warmUp)
        load.isCounting = true
        load.pump(for: UInt64(seconds) * 1_000_000)
        print(load.table(seconds: seconds, rate: rate))
    }

    private mutating func connect(_ count: Int, port: UInt16) throws {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let request = """
            GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
            Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n
            """
        for index in 0..<count {
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            let outcome = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            guard descriptor >= 0, outcome == 0 else { throw Failed(description: "\(SystemError("connecting client \(index)"))") }
            _ = Array(request.utf8).withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
            _ = downbeat_epoll_control(epoll, EPOLL_CTL_ADD, descriptor, downbeat_epoll_in, UInt64(index))
            clients.append(Client(socket: descriptor))
            if index % Self.connectionsAtOnce == 0 { pump(for: 1000) }
        }
        for _ in 0..<100 where open < count { pump(for: 100_000) }
        guard open == count else { throw Failed(description: "only \(open) of \(count) clients were let in") }
    }

    private mutating func pump(for duration: UInt64) {
        let end = MachineClock().now + duration
        while MachineClock().now < end {
            let count = epoll_wait(epoll, &events, Int32(events.count), 5)
            for index in 0..<max(0, Int(count)) { read(Int(events[index].data.u64)) }
        }
    }

    private mutating func read(_ index: Int) {
        let count = recv(clients[index].socket, &buffer, buffer.count, 0)
        guard count > 0 else {
            _ = downbeat_epoll_control(epoll, EPOLL_CTL_DEL, clients[index].socket, 0, 0)
            return
        }
        let now = MachineClock().now
        var bytes = clients[index].unread + buffer[..<count]
        if !clients[index].isOpen {
            guard let end = bytes.indices.dropLast(3).first(where: { bytes[$0...].starts(with: [13, 10, 13, 10]) }) else {
                clients[index].unread = bytes
                return
            }
            clients[index].isOpen = true
            open += 1
            bytes.removeFirst(end + 4)
        }
        let used = takeFrames(bytes, of: index, at: now)
        clients[index].unread = used == bytes.count ? [] : Array(bytes[used...])
    }

    /// Reads the complete frames and returns their length in bytes.
    private mutating func takeFrames(_ bytes: [UInt8], of index: Int, at now: UInt64) -> Int {
        var offset = 0
        while bytes.count - offset >= 4 {
            var length = Int(bytes[offset + 1])
            var head = 2
            if length == 126 {
                length = Int(bytes[offset + 2]) << 8 | Int(bytes[offset + 3])
                head = 4
            }
            guard bytes.count - offset >= head + length else { return offset }
            take(bytes[offset] & 15, bytes[(offset + head)..<(offset + head + length)], of: index, at: now)
            offset += head + length
        }
        // A ping is shorter than the longest header.
        if bytes.count - offset == 2, bytes[offset + 1] == 0 {
            take(bytes[offset] & 15, [], of: index, at: now)
            offset += 2
        }
        return offset
    }

    private mutating func take(_ opcode: UInt8, _ payload: ArraySlice<UInt8>, of index: Int, at now: UInt64) {
        if opcode == 9 {
            // An empty pong, masked with zeros.
            _ = ([0x8A, 0x80, 0, 0, 0, 0] as [UInt8]).withUnsafeBytes {
                send(clients[index].socket, $0.baseAddress, 6, Int32(MSG_NOSIGNAL))
            }
        }
        guard opcode == 2, payload.count >= 8, isCounting else { return }
        let sentAt = payload.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        ages.add(now - min(sentAt, now))
        if let last = clients[index].lastFrame { gaps.add(now - last) }
        clients[index].lastFrame = now
        clients[index].frames += 1
    }

    private func table(seconds: Int, rate: Int) -> Table {
        let received = clients.reduce(0) { $0 + $1.frames }
        let kept = clients.count { $0.frames * 100 >= rate * seconds * 99 }
        var table = Table(["clients", "frames/s", "kept \(rate)/s", "gap p50 ms", "gap p99 ms", "age p50 ms", "age p99 ms"])
        table.add(
            ["\(clients.count)", "\(received / seconds)", "\(kept)"]
                + [gaps.milliseconds(0.5), gaps.milliseconds(0.99), ages.milliseconds(0.5), ages.milliseconds(0.99)].map {
                    Table.number($0, digits: 2)
                })
        return table
    }
}
