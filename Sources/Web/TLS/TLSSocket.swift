import CLinux
import COpenSSL
import Glibc
import System

/// A TCP socket with TLS on top.
///
/// OpenSSL reads and writes through the callbacks of `SocketBIO`: its records go to the socket without a copy, and what the socket
/// does not take is kept here. OpenSSL itself therefore never waits to write.
final class TLSSocket: Transport {
    /// The most plaintext of one record.
    private static let record = 16 << 10
    /// Bytes of a handshake that a client may send. Browsers send about 2 KiB.
    private static let longestHandshake = 32 << 10

    private let plain: PlainSocket
    /// Kept alive because OpenSSL refers to it.
    private let certificates: TLSCertificates
    private let ssl: OpaquePointer
    /// Encrypted bytes that the kernel has not taken, and how many of them it has taken since.
    private var held: [UInt8] = []
    private var heldSent = 0
    /// System calls that OpenSSL may still make for the current read.
    private var readsLeft = 0
    private var handshakeBytes = 0
    /// False if OpenSSL holds no whole record: then the next read asks the kernel.
    private(set) var hasBytesInside = false
    /// More follows at once, so that the kernel should wait for a full packet.
    private var hasMore = false
    private var isFinishing = false
    private var isBroken = false

    var socket: Int32 { plain.socket }
    var holdsOutput: Bool { !held.isEmpty }

    /// Nil if memory is short.
    init?(over plain: PlainSocket, _ certificates: TLSCertificates) {
        guard let ssl = SSL_new(certificates.standard.context) else { return nil }
        guard let bio = BIO_new(SocketBIO.method) else {
            SSL_free(ssl)
            return nil
        }
        self.plain = plain
        self.certificates = certificates
        self.ssl = ssl
        BIO_set_data(bio, Unmanaged.passUnretained(self).toOpaque())
        BIO_set_init(bio, 1)
        SSL_set_bio(ssl, bio, bio)
        SSL_set_accept_state(ssl)
    }

    deinit {
        SSL_free(ssl)
    }

    /// Whether the handshake resumed an earlier session.
    var isResumed: Bool { SSL_session_reused(ssl) == 1 }

    /// Goes on with the handshake; `moved` when it is complete.
    func shakeHands() -> Transfer {
        readsLeft = 1
        ERR_clear_error()
        let outcome = SSL_do_handshake(ssl)
        guard outcome == 1 else { return stop(outcome) }
        hasBytesInside = SSL_has_pending(ssl) == 1
        return .moved(0)
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Transfer {
        guard !isBroken else { return .failed }
        readsLeft = hasBytesInside ? 0 : 1
        ERR_clear_error()
        let count = SSL_read(ssl, buffer.baseAddress, Int32(clamping: buffer.count))
        guard count > 0 else { return stop(count) }
        hasBytesInside = SSL_has_pending(ssl) == 1
        return .moved(Int(count))
    }

    func write(_ bytes: UnsafeRawBufferPointer, hasMore: Bool) -> Transfer {
        guard !isBroken else { return .failed }
        guard !holdsOutput else { return .waits(.writable) }
        var sent = 0
        // What is encrypted can no longer be dropped, so the next record is made only after the socket has taken the last one.
        while sent < bytes.count, !holdsOutput {
            let part = UnsafeRawBufferPointer(rebasing: bytes[sent...].prefix(Self.record))
            self.hasMore = hasMore || sent + part.count < bytes.count
            guard encrypt(part) else { return .failed }
            sent += part.count
        }
        return .moved(sent)
    }

    func write(_ head: UnsafeRawBufferPointer, _ body: UnsafeRawBufferPointer) -> Transfer {
        guard head.count + body.count <= Self.record else {
            let transfer = write(head, hasMore: true)
            guard transfer == .moved(head.count), !holdsOutput, case .moved(let count) = write(body, hasMore: false) else {
                return isBroken ? .failed : transfer
            }
            return .moved(head.count + count)
        }
        return withUnsafeTemporaryAllocation(byteCount: head.count + body.count, alignment: 1) { record in
            record.copyMemory(from: head)
            UnsafeMutableRawBufferPointer(rebasing: record[head.count...]).copyMemory(from: body)
            return write(UnsafeRawBufferPointer(record), hasMore: false)
        }
    }

    func write(_ file: OpenFile, _ range: Range<Int>) -> Transfer {
        guard !isBroken else { return .failed }
        guard !holdsOutput else { return .waits(.writable) }
        return withUnsafeTemporaryAllocation(byteCount: Self.record, alignment: 16) { buffer in
            var sent = 0
            while sent < range.count, !holdsOutput {
                let count = pread(
                    file.raw, buffer.baseAddress, min(buffer.count, range.count - sent), off_t(range.lowerBound + sent))
                if count < 0 && errno == EINTR { continue }
                // Zero: the file has become shorter than the announced length.
                guard count > 0 else { return .failed }
                hasMore = sent + count < range.count
                guard encrypt(UnsafeRawBufferPointer(rebasing: buffer[..<count])) else { return .failed }
                sent += count
            }
            return .moved(sent)
        }
    }

    func push() -> Transfer {
        guard !isBroken else { return .failed }
        while heldSent < held.count {
            let count = held.withUnsafeBytes { send(socket, $0.baseAddress! + heldSent, $0.count - heldSent, Int32(MSG_NOSIGNAL)) }
            if count < 0 {
                if errno == EINTR { continue }
                return errno == EAGAIN ? .waits(.writable) : fail()
            }
            heldSent += count
        }
        held = []
        heldSent = 0
        if isFinishing { plain.finish() }
        return .moved(0)
    }

    func finish() {
        isFinishing = true
        if !isBroken, SSL_is_init_finished(ssl) == 1 {
            ERR_clear_error()
            hasMore = false
            SSL_shutdown(ssl)
        }
        if !holdsOutput { plain.finish() }
    }

    /// Encrypts and sends one record's plaintext.
    private func encrypt(_ bytes: UnsafeRawBufferPointer) -> Bool {
        ERR_clear_error()
        // `carry` takes every record, so all is written or the connection is broken.
        if SSL_write(ssl, bytes.baseAddress, Int32(bytes.count)) == Int32(bytes.count), !isBroken { return true }
        isBroken = true
        return false
    }

    /// The reason why OpenSSL returned nothing.
    private func stop(_ outcome: Int32) -> Transfer {
        hasBytesInside = false
        switch SSL_get_error(ssl, outcome) {
        case SSL_ERROR_WANT_READ: return .waits(.readable)
        case SSL_ERROR_ZERO_RETURN: return .ended
        default: return fail()
        }
    }

    private func fail() -> Transfer {
        isBroken = true
        return .failed
    }

    // What OpenSSL calls

    /// Reads encrypted bytes, with one system call for each read of the connection, so that one peer cannot keep a loop busy.
    fileprivate func fetch(into buffer: UnsafeMutableRawBufferPointer) -> Transfer {
        guard readsLeft > 0 else { return .waits(.readable) }
        readsLeft -= 1
        let transfer = plain.read(into: buffer)
        if case .moved(let count) = transfer, SSL_is_init_finished(ssl) == 0 {
            handshakeBytes += count
            guard handshakeBytes <= Self.longestHandshake else { return .failed }
        }
        return transfer
    }

    /// Sends encrypted bytes, and keeps what the kernel does not take; false if the connection is broken.
    fileprivate func carry(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var sent = 0
        if held.isEmpty {
            switch plain.write(bytes, hasMore: hasMore) {
            case .moved(let count): sent = count
            case .waits: break
            case .ended, .failed:
                isBroken = true
                return false
            }
        }
        if sent < bytes.count { held += bytes[sent...] }
        return true
    }
}

/// The callbacks by which OpenSSL uses the socket of a `TLSSocket`.
private enum SocketBIO {
    /// Made once and never changed.
    nonisolated(unsafe) static let method: OpaquePointer = {
        guard let method = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "downbeat") else {
            preconditionFailure("no memory for OpenSSL")
        }
        BIO_meth_set_read_ex(method) { bio, bytes, limit, count in
            guard let bio, let bytes, let count, let socket = owner(of: bio) else { return 0 }
            downbeat_bio_forget_retry(bio)
            count.pointee = 0
            switch socket.fetch(into: UnsafeMutableRawBufferPointer(start: bytes, count: limit)) {
            case .moved(let moved):
                count.pointee = moved
                return 1
            case .waits:
                downbeat_bio_retry_read(bio)
                return 0
            case .ended, .failed: return 0
            }
        }
        BIO_meth_set_write_ex(method) { bio, bytes, limit, count in
            guard let bio, let bytes, let count, let socket = owner(of: bio) else { return 0 }
            downbeat_bio_forget_retry(bio)
            let isSent = socket.carry(UnsafeRawBufferPointer(start: bytes, count: limit))
            count.pointee = isSent ? limit : 0
            return isSent ? 1 : 0
        }
        BIO_meth_set_ctrl(method) { _, command, _, _ in command == BIO_CTRL_FLUSH ? 1 : 0 }
        return method
    }()

    private static func owner(of bio: OpaquePointer) -> TLSSocket? {
        BIO_get_data(bio).map { Unmanaged<TLSSocket>.fromOpaque($0).takeUnretainedValue() }
    }
}
