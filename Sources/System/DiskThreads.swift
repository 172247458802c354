import Dispatch
import Glibc

/// Threads that may wait for the disk, so that no loop has to.
package enum DiskThreads {
    private static let closing = DispatchQueue(label: "downbeat.closing")
    private static let reading = DispatchQueue(label: "downbeat.reading", attributes: .concurrent)
    private static let step = 256 << 10

    /// Closes a file, which takes long where it is large and nobody else knows it.
    package static func close(_ raw: Int32) {
        closing.async { _ = Glibc.close(raw) }
    }

    /// Brings a part of a file into memory, then calls `done`, from a thread of its own.
    package static func fetch(_ file: OpenFile, _ range: Range<Int>, then done: @escaping @Sendable () -> Void) {
        reading.async {
            withUnsafeTemporaryAllocation(byteCount: step, alignment: 16) { buffer in
                var offset = range.lowerBound
                while offset < range.upperBound {
                    let count = pread(file.raw, buffer.baseAddress, min(step, range.upperBound - offset), off_t(offset))
                    // What is wrong shows when it is sent.
                    guard count > 0 else { break }
                    offset += count
                }
            }
            done()
        }
    }
}
