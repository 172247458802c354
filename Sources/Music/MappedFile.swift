import Glibc

/// A file's bytes, mapped for reading for as long as somebody holds on to this.
package final class MappedFile: Sendable {
    package let count: Int
    /// The address as a number, since a pointer does not cross threads; valid and never written to until `deinit`.
    private let address: UInt

    /// Maps all of an open file. The descriptor may be closed afterwards. The file must not shrink while it is mapped.
    package init(descriptor: Int32) throws(AnalysisFileError) {
        let length = lseek(descriptor, 0, SEEK_END)
        guard length >= 0 else { throw .unreadable(errno) }
        guard length > 0 else { throw .tooShort(0) }
        let mapping = unsafe UInt(bitPattern: mmap(nil, Int(length), PROT_READ, MAP_PRIVATE, descriptor, 0))
        guard unsafe mapping != UInt(bitPattern: MAP_FAILED) else { throw .unreadable(errno) }
        address = mapping
        count = Int(length)
    }

    deinit {
        unsafe _ = munmap(UnsafeMutableRawPointer(bitPattern: address), count)
    }

    /// `count` values of a plain integer type that stand at `offset`, which is aligned for it and inside the file.
    package func withValues<Value: FixedWidthInteger & BitwiseCopyable, Result: ~Copyable, Failure: Error>(
        of type: Value.Type, at offset: Int, count values: Int, _ body: (Span<Value>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        precondition(offset >= 0 && values >= 0 && offset % MemoryLayout<Value>.alignment == 0)
        precondition(offset + values * MemoryLayout<Value>.stride <= count)
        defer { withExtendedLifetime(self) {} }
        let start = unsafe UnsafePointer<Value>(bitPattern: address + UInt(offset))
        let buffer = unsafe UnsafeBufferPointer(start: start, count: values)
        return try body(unsafe buffer.span)
    }

    /// The checksum of `length` bytes from `offset` on. Gives the pages back as it goes, or a long file would fill the memory.
    func checksum(_ offset: Int, _ length: Int) -> UInt32 {
        let run = 4 << 20
        var checksum = Checksum()
        var done = 0
        while done < length {
            let count = min(run - (offset + done) % run, length - done)
            withValues(of: UInt8.self, at: offset + done, count: count) { checksum.add($0) }
            done += count
            giveBack((offset + done - 1) / run * run, run)
        }
        return checksum.value
    }

    /// Lets go of the memory of what was read and is not needed soon; it is read again from the file when it is.
    func giveBack(_ offset: Int, _ length: Int) {
        // No system's pages are larger.
        let page = 65_536
        let start = offset / page * page
        unsafe _ = madvise(
            UnsafeMutableRawPointer(bitPattern: address + UInt(start)), min(offset + length, count) - start, MADV_DONTNEED)
    }
}
