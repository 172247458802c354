import CLinux
import Glibc

/// A file that is renamed into place atomically when it is complete: until then it has a temporary name in the same folder.
package struct NewFile: ~Copyable {
    private let path: String
    private let temporaryPath: String
    private let file: Descriptor
    private var isInPlace = false

    /// Opens a temporary file in the folder of `path`. An existing file at `path` must be a regular one. Only its owner can read
    /// a secret.
    init(replacing path: String, isSecret: Bool = false) throws(SystemError) {
        var status = stat()
        if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
            throw SystemError("writing \(path)", code: status.st_mode & S_IFMT == S_IFDIR ? EISDIR : EINVAL)
        }
        var template = Array("\(path).XXXXXX".utf8CString)
        let raw = mkstemp(&template)
        guard raw >= 0 else { throw SystemError("writing \(path)") }
        // Not in one step, since mkostemp is out of reach here; workers close what is not theirs themselves.
        _ = fcntl(raw, F_SETFD, FD_CLOEXEC)
        file = Descriptor(owning: raw)
        temporaryPath = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        self.path = path
        // mkstemp keeps the file to its owner; a result is as readable as any file the person makes.
        if isSecret { return }
        let mask = umask(0)
        umask(mask)
        fchmod(raw, 0o666 & ~mask)
    }

    deinit {
        if !isInPlace { unlink(temporaryPath) }
    }

    package var descriptor: Int32 { file.raw }

    /// Gives the file its name, once its bytes are safely on the disk.
    mutating func putInPlace() throws(SystemError) {
        guard fsync(file.raw) == 0, rename(temporaryPath, path) == 0 else { throw SystemError("writing \(path)") }
        isInPlace = true
    }

    package static func write(_ bytes: [UInt8], to path: String, isSecret: Bool = false) throws(SystemError) {
        var file = try NewFile(replacing: path, isSecret: isSecret)
        try write(bytes, to: file.descriptor, at: 0)
        try file.putInPlace()
    }

    /// Gives a name to a copy of all that an open file holds.
    package static func write(copyOf source: Int32, to path: String) throws(SystemError) {
        var file = try NewFile(replacing: path)
        try copy(source, to: file.descriptor)
        try file.putInPlace()
    }

    /// Writes all that one open file holds into another.
    package static func copy(_ source: Int32, to target: Int32) throws(SystemError) {
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        var done = 0
        while true {
            let count = pread(source, &buffer, buffer.count, off_t(done))
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw SystemError("reading a result") }
            guard count > 0 else { return }
            try write(Array(buffer[..<count]), to: target, at: done)
            done += count
        }
    }

    /// Writes all of the bytes into an open file, `offset` bytes from its beginning.
    package static func write(_ bytes: [UInt8], to descriptor: Int32, at offset: Int) throws(SystemError) {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes {
                pwrite(descriptor, $0.baseAddress! + done, $0.count - done, off_t(offset + done))
            }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw SystemError("writing a file") }
            done += count
        }
    }
}
