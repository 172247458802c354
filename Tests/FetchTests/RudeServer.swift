import COpenSSL
import Glibc
import Synchronization
import System

/// A TCP server that answers requests with whatever bytes a test wants, with TLS if it is given certificates.
final class RudeServer: Sendable {
    /// What a test's answer writes to. Reading and writing block.
    struct Wire {
        let socket: Int32
        let ssl: OpaquePointer?

        /// False once the client is gone.
        @discardableResult
        func write(_ bytes: some Collection<UInt8>) -> Bool {
            var rest = Array(bytes)[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { bytes in
                    ssl.map { Int(SSL_write($0, bytes.baseAddress, Int32(bytes.count))) }
                        ?? send(socket, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
                }
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }

        @discardableResult
        func write(_ text: String) -> Bool { write(text.utf8) }

        /// Up to the empty line; nil once the client is gone.
        func readHead() -> String? {
            var bytes: [UInt8] = []
            var byte: UInt8 = 0
            while !bytes.suffix(4).elementsEqual("\r\n\r\n".utf8) {
                let count = ssl.map { Int(SSL_read($0, &byte, 1)) } ?? recv(socket, &byte, 1, 0)
                guard count == 1 else { return nil }
                bytes.append(byte)
            }
            return String(decoding: bytes, as: UTF8.self)
        }

        /// Whether the client has closed within this time.
        func isClosed(within milliseconds: Int32) -> Bool {
            var watched = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            return poll(&watched, 1, milliseconds) > 0
        }

        /// Whether the client has taken no bytes for this time.
        func isFull(after milliseconds: Int32) -> Bool {
            var watched = pollfd(fd: socket, events: Int16(POLLOUT), revents: 0)
            return poll(&watched, 1, milliseconds) == 0
        }
    }

    let port: UInt16
    private let listener: Int32
    private let connections = Mutex(0)

    /// `folder` has `server.pem` and `server.key`. `answer` gets the head of a request; the connection ends when it returns false.
    init(certificates folder: String? = nil, _ answer: @escaping @Sendable (String, Wire) -> Bool) throws {
        signal(SIGPIPE, SIG_IGN)
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        let outcome = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) | listen(listener, 16) | getsockname(listener, $0, &size)
            }
        }
        guard outcome == 0 else { throw POSIXFailure(code: errno) }
        port = address.sin_port.bigEndian
        _ = PlainThread.start(name: "rude") { [weak self] in
            while true {
                let socket = accept(listener, nil, nil)
                guard socket >= 0 else { break }
                self?.connections.withLock { $0 += 1 }
                _ = PlainThread.start(name: "rude") { Self.serve(socket, folder, answer) }
            }
            close(listener)
        }
    }

    deinit { shutdown(listener, Int32(SHUT_RDWR)) }

    struct POSIXFailure: Error { let code: Int32 }

    var accepted: Int { connections.withLock { $0 } }

    private static func serve(_ socket: Int32, _ folder: String?, _ answer: (String, Wire) -> Bool) {
        defer {
            // A program that another test starts meanwhile has the socket too, so closing it here would not end the connection.
            shutdown(socket, Int32(SHUT_RDWR))
            close(socket)
        }
        var small: Int32 = 65_536
        setsockopt(socket, SOL_SOCKET, SO_SNDBUF, &small, 4)
        var context: OpaquePointer?
        var ssl: OpaquePointer?
        defer {
            SSL_free(ssl)
            SSL_CTX_free(context)
        }
        if let folder {
            context = SSL_CTX_new(TLS_server_method())
            SSL_CTX_use_certificate_chain_file(context, folder + "/server.pem")
            SSL_CTX_use_PrivateKey_file(context, folder + "/server.key", SSL_FILETYPE_PEM)
            ssl = SSL_new(context)
            SSL_set_fd(ssl, socket)
            guard SSL_accept(ssl) == 1 else { return }
        }
        let wire = Wire(socket: socket, ssl: ssl)
        while let head = wire.readHead() {
            guard answer(head, wire) else { return }
        }
    }
}
