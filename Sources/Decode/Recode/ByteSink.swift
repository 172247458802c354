import CFFmpeg
import Glibc

/// An open file that libavformat writes to by position, so that a header can be filled in at the end.
struct ByteSink: ~Copyable {
    private static let bufferSize = 64 << 10

    private let file: UnsafeMutablePointer<File>
    let context: UnsafeMutablePointer<AVIOContext>

    /// State for the callbacks, which are C functions.
    private struct File {
        let descriptor: Int32
        var position: Int64 = 0
        var length: Int64 = 0
        var failure: Int32 = 0
    }

    /// Borrows a descriptor of an empty file that is open for writing, which must stay open as long as this lives.
    init(descriptor: Int32) throws(EncodeError) {
        guard let buffer = av_malloc(Self.bufferSize) else { throw .outOfMemory }
        let file = UnsafeMutablePointer<File>.allocate(capacity: 1)
        file.initialize(to: File(descriptor: descriptor))
        let context = avio_alloc_context(
            buffer.assumingMemoryBound(to: UInt8.self), Int32(Self.bufferSize), 1, file, nil,
            { opaque, buffer, count in ByteSink.write(opaque, buffer.map { UnsafeRawPointer($0) }, Int(count)) },
            { opaque, offset, whence in ByteSink.seek(opaque, offset, whence) })
        guard let context else {
            av_free(buffer)
            file.deallocate()
            throw .outOfMemory
        }
        self.file = file
        self.context = context
    }

    deinit {
        av_free(context.pointee.buffer)
        var context: UnsafeMutablePointer<AVIOContext>? = context
        avio_context_free(&context)
        file.deallocate()
    }

    /// The errno of the last failed write; 0 if there was none.
    var failure: Int32 { file.pointee.failure }

    private static func write(_ opaque: UnsafeMutableRawPointer?, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int32 {
        guard let file = opaque?.assumingMemoryBound(to: File.self), let bytes else { return downbeat_av_error(EINVAL) }
        var done = 0
        while done < count {
            let written = pwrite(file.pointee.descriptor, bytes + done, count - done, off_t(file.pointee.position))
            if written < 0 && errno == EINTR { continue }
            guard written > 0 else {
                file.pointee.failure = written < 0 ? errno : ENOSPC
                return downbeat_av_error(file.pointee.failure)
            }
            done += written
            file.pointee.position += Int64(written)
        }
        file.pointee.length = max(file.pointee.length, file.pointee.position)
        return Int32(count)
    }

    private static func seek(_ opaque: UnsafeMutableRawPointer?, _ offset: Int64, _ whence: Int32) -> Int64 {
        guard let file = opaque?.assumingMemoryBound(to: File.self) else { return Int64(downbeat_av_error(EINVAL)) }
        let origin: Int64
        switch whence & ~AVSEEK_FORCE {
        case AVSEEK_SIZE: return file.pointee.length
        case SEEK_SET: origin = 0
        case SEEK_CUR: origin = file.pointee.position
        case SEEK_END: origin = file.pointee.length
        default: return Int64(downbeat_av_error(EINVAL))
        }
        let (position, overflows) = origin.addingReportingOverflow(offset)
        guard !overflows, position >= 0 else { return Int64(downbeat_av_error(EINVAL)) }
        file.pointee.position = position
        return position
    }
}
