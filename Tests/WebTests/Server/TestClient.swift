import CLinux
import COpenSSL
import Glibc
import Waiting

/// A client on a blocking socket, with TLS if the test runs over TLS: it sends exactly the given bytes, and has a timeout of some
/// minutes.
actor TestClient {
    enum Problem: Error {
        case system(String, Int32)
        case tooLate(after: [UInt8])
        case endedEarly(after: [UInt8])
        case noAnswer([UInt8])
    }

    private nonisolated let queue = BlockingQueue()
    private let socket: Int32
    private let hello: ClientTLS.Hello?
    private var handshaken: ClientTLS?
    private var buffer: [UInt8] = []
    private var isClosed = false

    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    /// Connects to this machine; a small `receiveBuffer`, in bytes, makes the client a slow one.
    init(port: UInt16, receiveBuffer: Int32? = nil, tls hello: ClientTLS.Hello? = TestServer.hello) throws {
        socket = try Self.connect(port, receiveBuffer)
        self.hello = hello
    }

    /// The TLS of this connection; nil without. The handshake is done on first use, since it blocks.
    private var tls: ClientTLS? {
        get throws {
            if handshaken == nil { handshaken = try hello.map { try ClientTLS(on: socket, $0) } }
            return handshaken
        }
    }

    private static func connect(_ port: UInt16, _ receiveBuffer: Int32?) throws -> Int32 {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard socket >= 0 else { throw Problem.system("socket", errno) }
        var patience = timeval(tv_sec: Int(Waiting.patience), tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        var on: Int32 = 1
        setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &on, 4)
        if var receiveBuffer { setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, 4) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let outcome = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard outcome == 0 else {
            let code = errno
            Glibc.close(socket)
            throw Problem.system("connect", code)
        }
        return socket
    }

    /// What the handshake led to; nil without TLS.
    var session: ClientTLS.Session? { get throws { try tls?.session } }

    deinit {
        if !isClosed { Glibc.close(socket) }
    }

    func close() {
        guard !isClosed else { return }
        isClosed = true
        Glibc.close(socket)
    }

    /// Closes the socket without a close frame.
    func reset() {
        var now = linger(l_onoff: 1, l_linger: 0)
        setsockopt(socket, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
        close()
    }

    // Sending

    func send(_ bytes: [UInt8]) throws {
        var done = 0
        while done < bytes.count {
            let sent = try bytes.withUnsafeBytes { try write(UnsafeRawBufferPointer(rebasing: $0[done...])) }
            guard sent > 0 else { throw Problem.system("send", errno) }
            done += sent
        }
    }

    func send(_ text: String) throws {
        try send(Array(text.utf8))
    }

    private func write(_ bytes: UnsafeRawBufferPointer, _ flags: Int32 = 0) throws -> Int {
        try tls?.write(bytes) ?? Glibc.send(socket, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL) | flags)
    }

    /// Sends until everything is sent or the server has closed; true when everything is sent.
    func sendWhatIsTaken(_ bytes: [UInt8]) -> Bool {
        do { try send(bytes) } catch { return false }
        return true
    }

    /// Sends the bytes again and again until the server has taken nothing for a moment; returns how many bytes it took.
    func sendUntilHeldBack(_ bytes: [UInt8], times: Int) throws -> Int {
        var sent = 0
        var state = pollfd(fd: socket, events: Int16(POLLOUT), revents: 0)
        while sent < bytes.count * times {
            let start = sent % bytes.count
            // A blocking write of TLS must find room.
            if try tls != nil, poll(&state, 1, 200) == 0 { break }
            let count = try bytes.withUnsafeBytes {
                try write(UnsafeRawBufferPointer(rebasing: $0[start...].prefix(4096)), Int32(MSG_DONTWAIT))
            }
            if count > 0 { sent += count } else if poll(&state, 1, 200) == 0 { break }
        }
        return sent
    }

    /// Half-closes the connection, and can go on reading.
    func finishSending() {
        handshaken?.finish()
        shutdown(socket, Int32(SHUT_WR))
    }

    // Receiving

    /// The next `count` bytes.
    func read(_ count: Int) throws -> [UInt8] {
        while buffer.count < count { try receive() }
        defer { buffer.removeFirst(count) }
        return Array(buffer[..<count])
    }

    /// Reads the bytes in the kernel buffers, until nothing has come for a moment; later reads begin with them.
    func takeWhatIsThere() throws {
        var ready = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        while handshaken?.hasBytesInside == true || poll(&ready, 1, 50) > 0 { try receive() }
    }

    /// Everything up to the end of the connection; a reset counts as the end.
    func readToEnd() throws -> [UInt8] {
        do {
            while true { try receive() }
        } catch Problem.endedEarly {
            defer { buffer = [] }
            return buffer
        }
    }

    /// Whether the server closes without sending more.
    func isHungUp() throws -> Bool {
        try readToEnd().isEmpty
    }

    /// The next answer; without its body when it answers HEAD.
    func readAnswer(toHead: Bool = false) throws -> Answer {
        var end: Int?
        while end == nil {
            end = Self.endOfHead(buffer)
            if end == nil { try receive() }
        }
        let head = try read(end!)
        guard var answer = Answer(head: Array(head.dropLast(4))) else { throw Problem.noAnswer(head) }
        let hasBody = !toHead && answer.status >= 200 && answer.status != 204 && answer.status != 304
        if hasBody, let length = answer["content-length"].flatMap({ Int($0) }) { answer.body = try read(length) }
        return answer
    }

    /// Sends a request and reads its answer.
    func ask(_ request: String, toHead: Bool = false) throws -> Answer {
        try send(request)
        return try readAnswer(toHead: toHead)
    }

    /// Requests a path, with optional extra field lines.
    func get(_ path: String, _ fields: String...) throws -> Answer {
        try ask("GET \(path) HTTP/1.1\r\nhost: localhost\r\n" + fields.map { $0 + "\r\n" }.joined() + "\r\n")
    }

    private func receive() throws {
        var piece = [UInt8](repeating: 0, count: 64 << 10)
        let count = try tls?.read(into: &piece) ?? recv(socket, &piece, piece.count, 0)
        if count > 0 {
            buffer += piece[..<count]
        } else if count == 0 || errno == ECONNRESET {
            throw Problem.endedEarly(after: buffer)
        } else {
            throw errno == EAGAIN ? Problem.tooLate(after: buffer) : Problem.system("recv", errno)
        }
    }

    private static func endOfHead(_ bytes: [UInt8]) -> Int? {
        guard bytes.count >= 4 else { return nil }
        return (4...bytes.count).first { bytes[($0 - 4)..<$0].elementsEqual([13, 10, 13, 10]) }
    }
}
