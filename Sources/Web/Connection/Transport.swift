package import System

/// Carries the bytes of one connection: a plain socket, or a socket with encryption on top. It never blocks, and closes its socket when let go.
///
/// What `write` has taken cannot be taken back, since it may be encrypted already: a message that may be dropped is dropped before.
/// A transport therefore takes no more while the kernel has not taken what it holds.
package protocol Transport: AnyObject {
    /// The TCP socket: what epoll watches and socket options are set on.
    var socket: Int32 { get }

    /// True when the next read returns bytes without asking the kernel. epoll does not report these.
    var hasBytesInside: Bool { get }

    /// True while the kernel has not taken all that was written; `push` goes on with it.
    var holdsOutput: Bool { get }

    /// Reads what is there. It asks the kernel only when nothing is inside, so that one peer cannot keep a loop busy.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Transfer

    /// Writes as much as the kernel takes now; with `hasMore`, more follows at once.
    func write(_ bytes: UnsafeRawBufferPointer, hasMore: Bool) -> Transfer

    /// Writes a head and a body, neither of them empty, in one packet where they fit; the count is of both.
    func write(_ head: UnsafeRawBufferPointer, _ body: UnsafeRawBufferPointer) -> Transfer

    /// Writes a part of a file that is in memory.
    func write(_ file: OpenFile, _ range: Range<Int>) -> Transfer

    /// Hands the kernel what the transport holds: `moved` when it holds nothing more.
    func push() -> Transfer

    /// Tells the peer that nothing follows. What the transport holds goes out before that.
    func finish()
}

/// What became of a read or a write.
package enum Transfer: Equatable, Sendable {
    /// So many bytes were moved.
    case moved(Int)
    /// Nothing was moved; the same call goes on when the socket is ready for this. An encrypted read may wait to write, and a write
    /// to read: the transport itself reads and writes what that needs.
    case waits(EventLoop.Interest)
    /// The peer sends nothing more.
    case ended
    /// The connection is of no more use.
    case failed
}
