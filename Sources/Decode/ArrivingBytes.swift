import Glibc

/// Which bytes are there of a file that is read while it comes: they come in order from the start, but for its tail, which is there already.
package struct ArrivingBytes {
    /// An eventfd that counts the bytes that come.
    private let bell: Int32
    /// From here on everything is there.
    private let tail: Int64
    /// A count from here on says that the rest will not come.
    private let lost: UInt64
    /// The bytes from the start that are there.
    private var known: Int64 = 0
    private var isLost = false

    /// Borrows the eventfd, to which bytes are added once they can be read.
    package init(bell: Int32, tail: Int, lost: UInt64) {
        self.bell = bell
        self.lost = lost
        self.tail = Int64(tail)
    }

    /// How many of `count` bytes at `offset` can be read; waits until the first of them is there. 0 if it will not come.
    mutating func wait(for count: Int, at offset: Int64) -> Int {
        if offset >= tail { return count }
        while known <= offset {
            guard hear() else { return 0 }
        }
        return known >= tail ? count : min(count, Int(known - offset))
    }

    /// Waits until more bytes are there.
    private mutating func hear() -> Bool {
        guard !isLost else { return false }
        var more: UInt64 = 0
        var got: Int
        repeat { got = read(bell, &more, MemoryLayout<UInt64>.size) } while got < 0 && errno == EINTR
        isLost = got != MemoryLayout<UInt64>.size || more >= lost
        if !isLost { known += Int64(more) }
        return !isLost
    }
}
