package import System

/// The byte stream of one connection: a plain socket, or a socket with encryption on top. It never blocks, and closes its socket on deinit.
///
/// Bytes that `write` has taken cannot be dropped any more, since they may already be encrypted: messages are dropped before.
/// A transport therefore takes no more while it still holds output for the kernel.
package protocol Transport: AnyObject {
    /// The TCP socket, for epoll and socket options.
    var socket: Int32 { get }

    /// True when the next read returns buffered bytes without a system call. epoll does not report these.
    var hasBytesInside: Bool { get }

    /// True while the kernel has not taken everything written; `push` continues.
    var holdsOutput: Bool { get }

    /// Reads available bytes. It asks the kernel only when nothing is buffered, so that one peer cannot keep a loop busy.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Transfer

    /// Writes as much as the kernel takes now; with `hasMore`, more follows at once.
    func write(_ bytes: UnsafeRawBufferPointer, hasMore: Bool) -> Transfer

    /// Writes a head and a body, neither of them empty, in one packet if they fit; `moved` counts both.
    func write(_ head: UnsafeRawBufferPointer, _ body: UnsafeRawBufferPointer) -> Transfer

    /// Writes a part of a file that is in memory.
    func write(_ file: OpenFile, _ range: Range<Int>) -> Transfer

    /// Passes held output to the kernel; `moved` when nothing is left.
    func push() -> Transfer

    /// Closes the sending side, after the output that the transport holds.
    func finish()
}

/// The result of a read or a write.
package enum Transfer: Equatable, Sendable {
    /// This many bytes were moved.
    case moved(Int)
    /// Nothing was moved; repeat the call when the socket is ready for this. An encrypted read may have to wait for a write, and
    /// a write for a read: the transport does both itself.
    case waits(EventLoop.Interest)
    /// The peer has closed its sending side.
    case ended
    /// The connection is broken.
    case failed
}
