import CLinux
import Glibc
import System

/// A TCP socket without encryption.
final class PlainSocket: Transport {
    private let descriptor: Descriptor

    let socket: Int32
    var hasBytesInside: Bool { false }
    var holdsOutput: Bool { false }

    init(_ descriptor: consuming Descriptor) {
        socket = descriptor.raw
        self.descriptor = descriptor
    }

    /// The byte that is read next, without taking it.
    func peek() -> Peek {
        var byte: UInt8 = 0
        switch recv(socket, &byte, 1, Int32(MSG_PEEK)) {
        case 1: return .byte(byte)
        case 0: return .ended
        default: return errno == EAGAIN || errno == EINTR ? .nothing : .ended
        }
    }

    enum Peek {
        case byte(UInt8)
        /// Nothing has come yet.
        case nothing
        /// The peer has closed its sending side, or the connection is broken.
        case ended
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Transfer {
        let count = recv(socket, buffer.baseAddress, buffer.count, 0)
        return count == 0 ? .ended : Self.transfer(count, .readable)
    }

    func write(_ bytes: UnsafeRawBufferPointer, hasMore: Bool) -> Transfer {
        let flags = Int32(MSG_NOSIGNAL) | (hasMore ? Int32(MSG_MORE) : 0)
        return Self.transfer(send(socket, bytes.baseAddress, bytes.count, flags), .writable)
    }

    func write(_ head: UnsafeRawBufferPointer, _ body: UnsafeRawBufferPointer) -> Transfer {
        withUnsafeTemporaryAllocation(of: iovec.self, capacity: 2) { parts in
            for (index, part) in [head, body].enumerated() {
                let base = UnsafeMutableRawPointer(mutating: part.baseAddress)
                parts.initializeElement(at: index, to: iovec(iov_base: base, iov_len: part.count))
            }
            var message = msghdr()
            message.msg_iov = parts.baseAddress
            message.msg_iovlen = 2
            return Self.transfer(sendmsg(socket, &message, Int32(MSG_NOSIGNAL)), .writable)
        }
    }

    func write(_ file: OpenFile, _ range: Range<Int>) -> Transfer {
        var offset = off_t(range.lowerBound)
        let count = sendfile(socket, file.raw, &offset, range.count)
        // The file has become shorter than the announced length.
        return count == 0 ? .failed : Self.transfer(count, .writable)
    }

    func push() -> Transfer { .moved(0) }

    func finish() {
        shutdown(socket, Int32(SHUT_WR))
    }

    @inline(__always)
    private static func transfer(_ count: Int, _ interest: EventLoop.Interest) -> Transfer {
        if count >= 0 { return .moved(count) }
        return errno == EAGAIN || errno == EINTR ? .waits(interest) : .failed
    }
}
