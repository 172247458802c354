import CLinux
import Glibc

/// An open file descriptor with one owner, closed on deinit.
package struct Descriptor: ~Copyable, Sendable {
    package let raw: Int32

    /// Takes over `raw`, which must be open and have no other owner.
    package init(owning raw: Int32) {
        self.raw = raw
    }

    /// Makes an unnamed file, open for reading and writing: the kernel removes it with its last descriptor, even after a crash.
    package init(namelessFileIn folder: String) throws(SystemError) {
        var raw = open(folder, O_RDWR | O_CLOEXEC | downbeat_open_temporary, 0o600)
        if raw < 0 && (errno == EOPNOTSUPP || errno == EISDIR || errno == ENOENT) {
            // Some file systems lack O_TMPFILE: create a named file and unlink it.
            var template = Array((folder + "/downbeat-XXXXXX").utf8CString)
            raw = mkstemp(&template)
            if raw >= 0 {
                unlink(template)
                _ = fcntl(raw, F_SETFD, FD_CLOEXEC)
            }
        }
        guard raw >= 0 else { throw SystemError("making a file in \(folder)") }
        self.init(owning: raw)
    }

    deinit {
        _ = Glibc.close(raw)
    }

    /// Gives up ownership: the caller must close the descriptor.
    package consuming func release() -> Int32 {
        let raw = raw
        discard self
        return raw
    }

    /// Writes all bytes, blocking until the kernel has them; returns the error, if any.
    package func write(_ bytes: [UInt8]) -> SystemError? { Self.write(bytes, to: raw) }

    package static func write(_ bytes: [UInt8], to raw: Int32) -> SystemError? {
        bytes.withUnsafeBytes { buffer in
            var done = 0
            while done < buffer.count {
                let written = Glibc.write(raw, buffer.baseAddress! + done, buffer.count - done)
                if written < 0 {
                    if errno == EINTR { continue }
                    return SystemError("writing a file")
                }
                done += written
            }
            return nil
        }
    }
}

/// A failed system call: the attempted action and the error code.
package struct SystemError: Error, Sendable, Equatable, CustomStringConvertible {
    package let action: String
    package let code: Int32

    /// Captures the current `errno`: create it before another call changes that.
    package init(_ action: String, code: Int32 = errno) {
        self.action = action
        self.code = code
    }

    /// Errors of `open` that do not depend on the file: the system is out of descriptors or memory.
    package static let shortages = [EMFILE, ENFILE, ENOMEM]

    /// True when the disk or the quota is full.
    package var isDiskFull: Bool { code == ENOSPC || code == EDQUOT }

    package var description: String {
        "\(action): \(Self.text(of: code))"
    }

    /// The message of an error code (strerror).
    package static func text(of code: Int32) -> String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
            buffer.initialize(repeating: 0)
            guard strerror_r(code, buffer.baseAddress!, buffer.count) == 0 else { return "error \(code)" }
            return String(cString: buffer.baseAddress!)
        }
    }
}
