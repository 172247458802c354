import Glibc
import Synchronization

/// A file's bytes, read on demand. The file is not mapped: if it is truncated or the disk fails, reads give zeros and set
/// `isDamaged`, where a mapping would kill the process (SIGBUS).
package final class FileBytes: Sendable {
    package let count: Int
    private let descriptor: Int32
    private let isOwner: Bool
    private let failed = Atomic<Bool>(false)

    /// Whether some bytes could not be read and were replaced by zeros.
    package var isDamaged: Bool { failed.load(ordering: .relaxed) }

    /// Reads the whole of an open file. The descriptor may be closed afterwards.
    package convenience init(descriptor: Int32) throws(AnalysisFileError) {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { throw .unreadable(errno) }
        try self.init(copy, isOwner: true)
    }

    /// Reads a file that is still being written. It has no known end, so callers must only ask for bytes that are there.
    package convenience init(growing descriptor: Int32) throws(AnalysisFileError) {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { throw .unreadable(errno) }
        self.init(copy, isOwner: true, count: Int.max)
    }

    /// Borrows the descriptor, for workers that may not open more: it must stay open as long as this value lives.
    package convenience init(borrowing descriptor: Int32) throws(AnalysisFileError) {
        try self.init(descriptor, isOwner: false)
    }

    private convenience init(_ descriptor: Int32, isOwner: Bool) throws(AnalysisFileError) {
        let length = lseek(descriptor, 0, SEEK_END)
        let code = errno
        self.init(descriptor, isOwner: isOwner, count: max(0, Int(length)))
        guard length >= 0 else { throw .unreadable(code) }
        guard length > 0 else { throw .tooShort(0) }
    }

    private init(_ descriptor: Int32, isOwner: Bool, count: Int) {
        self.descriptor = descriptor
        self.isOwner = isOwner
        self.count = count
    }

    deinit {
        if isOwner { close(descriptor) }
    }

    /// `count` values of a plain integer type at `offset`, inside the file; zeros if they cannot be read.
    package func withValues<Value: FixedWidthInteger & BitwiseCopyable, Result: ~Copyable, Failure: Error>(
        of type: Value.Type, at offset: Int, count values: Int, _ body: (Span<Value>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        precondition(offset >= 0 && values >= 0 && offset <= count)
        precondition(values <= (count - offset) / MemoryLayout<Value>.stride)
        let copy = unsafe [Value](unsafeUninitializedCapacity: values) { buffer, initialized in
            unsafe read(into: UnsafeMutableRawBufferPointer(buffer), at: offset)
            initialized = values
        }
        return try body(copy.span)
    }

    /// Fills a buffer; what cannot be read is zero.
    private func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) {
        var done = 0
        while done < buffer.count {
            let taken = unsafe pread(descriptor, buffer.baseAddress! + done, buffer.count - done, off_t(offset + done))
            if taken < 0, errno == EINTR { continue }
            guard taken > 0 else {
                failed.store(true, ordering: .relaxed)
                unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[done...]).initializeMemory(as: UInt8.self, repeating: 0)
                return
            }
            done += taken
        }
    }

    /// The checksum of `length` bytes from `offset` on.
    func checksum(_ offset: Int, _ length: Int) -> UInt32 {
        let run = 256 << 10
        var checksum = Checksum()
        var done = 0
        while done < length {
            let count = min(run, length - done)
            withValues(of: UInt8.self, at: offset + done, count: count) { checksum.add($0) }
            done += count
        }
        return checksum.value
    }
}
