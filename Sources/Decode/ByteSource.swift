import CFFmpeg
import Glibc

/// Reads an open file for libavformat by position; the descriptor's own offset is not used. Or reads a stream, which comes once.
struct ByteSource: ~Copyable {
    /// Large enough that system calls cost little, and small compared to other buffers.
    private static let bufferSize = 64 << 10

    /// Most bytes to read before the first sound: enough for the largest picture in front of it, without reading a huge file of zeros.
    private static let allowance: Int64 = 64 << 20

    /// Most bytes that are kept of the start of a stream: what is probed, with tags in front of it.
    private static let longestStart = Int(allowance)

    private let file: UnsafeMutablePointer<File>
    let context: UnsafeMutablePointer<AVIOContext>

    /// State for the callbacks, which are C functions.
    private struct File {
        let descriptor: Int32
        let size: Int64
        var position: Int64 = 0
        var allowance: Int64 = ByteSource.allowance
        var failure: Int32 = 0
        /// Nil if the whole file is there.
        var arriving: ArrivingBytes?
        /// The start of a stream, which is read to detect the container, and again by libavformat. Nil for a file.
        var start: [UInt8]?

        /// Reads bytes that are there, at least one but for the end of the file; waits for them if they still come.
        mutating func read(_ buffer: UnsafeMutablePointer<UInt8>?, _ count: Int, at offset: Int64) -> Int {
            let here = offset < size ? arriving?.wait(for: count, at: offset) ?? count : count
            if here == 0 && count > 0 {
                failure = EIO
                return -1
            }
            return taken(Self.uninterrupted { [descriptor] in pread(descriptor, buffer, here, off_t(offset)) })
        }

        /// Reads what comes next in a stream, as soon as some of it is there; 0 at its end.
        mutating func readOn(_ buffer: UnsafeMutablePointer<UInt8>?, _ count: Int) -> Int {
            if let buffer, let known = start?.dropFirst(Int(position)).prefix(count), !known.isEmpty {
                for (index, byte) in known.enumerated() { buffer[index] = byte }
                return known.count
            }
            return taken(Self.uninterrupted { [descriptor] in Glibc.read(descriptor, buffer, count) })
        }

        /// Reads the start of a stream up to a length, waiting for it; less at its end, and if libavformat has read on.
        mutating func readStart(through length: Int) {
            let length = min(length, ByteSource.longestStart)
            while let known = start?.count, known < length, position <= known {
                var more = [UInt8](repeating: 0, count: min(length - known, ByteSource.bufferSize))
                let count = taken(Self.uninterrupted { [descriptor] in Glibc.read(descriptor, &more, more.count) })
                guard count > 0 else { return }
                start?.append(contentsOf: more[..<count])
            }
        }

        private static func uninterrupted(_ read: () -> Int) -> Int {
            while true {
                let count = read()
                if count >= 0 || errno != EINTR { return count }
            }
        }

        /// The result of a read, whose failure is remembered.
        private mutating func taken(_ count: Int) -> Int {
            if count < 0 { failure = errno }
            return count
        }
    }

    /// Borrows a descriptor of a regular file, which must stay open as long as this lives. `arriving` says what is there of a file that still
    /// comes.
    init(descriptor: Int32, arriving: ArrivingBytes? = nil) throws(DecodeError) {
        // Not fstat, which newer C libraries implement by a system call that the sandbox forbids.
        let size = lseek(descriptor, 0, SEEK_END)
        guard size >= 0 else { throw errno == ESPIPE ? .notARegularFile : .unreadable(errno: errno) }
        guard size > 0 else { throw .empty }
        try self.init(File(descriptor: descriptor, size: Int64(size), arriving: arriving))
    }

    /// Borrows a descriptor of a pipe or a device, from which sound comes; nobody else may read it.
    init(stream descriptor: Int32) throws(DecodeError) {
        var stream = File(descriptor: descriptor, size: .max, start: [])
        stream.readStart(through: 1)
        guard stream.failure == 0 else { throw .unreadable(errno: stream.failure) }
        guard stream.start?.isEmpty == false else { throw .empty }
        try self.init(stream)
    }

    private init(_ start: File) throws(DecodeError) {
        guard let buffer = av_malloc(Self.bufferSize) else { throw .outOfMemory }
        let file = UnsafeMutablePointer<File>.allocate(capacity: 1)
        file.initialize(to: start)
        let isStream = start.start != nil
        let context = avio_alloc_context(
            buffer.assumingMemoryBound(to: UInt8.self), Int32(Self.bufferSize), 0, file,
            { opaque, buffer, count in ByteSource.read(opaque, buffer, count) }, nil,
            isStream ? nil : { opaque, offset, whence in ByteSource.seek(opaque, offset, whence) })
        guard let context else {
            av_free(buffer)
            file.deallocate()
            throw .outOfMemory
        }
        self.file = file
        self.context = context
    }

    deinit {
        // libavformat may have replaced the buffer.
        av_free(context.pointee.buffer)
        var context: UnsafeMutablePointer<AVIOContext>? = context
        avio_context_free(&context)
        file.deallocate()
    }

    /// From here on the file may be read to its end.
    func liftAllowance() { file.pointee.allowance = .max }

    /// The errno of the last failed read; 0 if there was none.
    var failure: Int32 { file.pointee.failure }

    /// Whether it can be read only once, from its start on.
    var isStream: Bool { file.pointee.start != nil }

    /// Size of the file in bytes when it was opened; of a stream, more than any has.
    var size: Int64 { file.pointee.size }

    /// The bytes from `offset`; fewer than `count` only at the end of the file or on a read error.
    func bytes(at offset: Int64, count: Int) -> [UInt8] {
        guard !isStream else {
            let from = max(0, Int(clamping: offset))
            file.pointee.readStart(through: from.addingReportingOverflow(count).partialValue)
            return Array((file.pointee.start ?? []).dropFirst(from).prefix(count))
        }
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let got = file.pointee.read(buffer.baseAddress.map { $0 + filled }, count - filled, at: offset + Int64(filled))
                guard got > 0 else { break }
                filled += got
            }
        }
    }

    private static func read(
        _ opaque: UnsafeMutableRawPointer?, _ buffer: UnsafeMutablePointer<UInt8>?, _ count: Int32
    ) -> Int32 {
        guard let file = opaque?.assumingMemoryBound(to: File.self) else { return downbeat_av_eof }
        guard file.pointee.allowance > 0 else { return downbeat_av_eof }
        let isStream = file.pointee.start != nil
        let got =
            isStream ? file.pointee.readOn(buffer, Int(count)) : file.pointee.read(buffer, Int(count), at: file.pointee.position)
        guard got >= 0 else { return downbeat_av_error(file.pointee.failure) }
        file.pointee.position += Int64(got)
        file.pointee.allowance -= Int64(got)
        return got == 0 ? downbeat_av_eof : Int32(got)
    }

    private static func seek(_ opaque: UnsafeMutableRawPointer?, _ offset: Int64, _ whence: Int32) -> Int64 {
        guard let file = opaque?.assumingMemoryBound(to: File.self) else { return Int64(downbeat_av_eof) }
        let origin: Int64
        switch whence & ~AVSEEK_FORCE {
        case AVSEEK_SIZE: return file.pointee.size
        case SEEK_SET: origin = 0
        case SEEK_CUR: origin = file.pointee.position
        case SEEK_END: origin = file.pointee.size
        default: return Int64(downbeat_av_error(EINVAL))
        }
        let (position, overflows) = origin.addingReportingOverflow(offset)
        guard !overflows, position >= 0 else { return Int64(downbeat_av_error(EINVAL)) }
        file.pointee.position = position
        return position
    }
}
