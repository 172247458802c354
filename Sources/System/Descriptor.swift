import CLinux
import Glibc

/// An open file descriptor with one owner: it closes when its owner lets go of it.
package struct Descriptor: ~Copyable, Sendable {
    package let raw: Int32

    /// Takes over `raw`, which must be open and owned by nobody else.
    package init(owning raw: Int32) {
        self.raw = raw
    }

    /// Makes a file without a name, open for reading and writing: it is gone with its last descriptor, even after a crash.
    package init(namelessFileIn folder: String) throws(SystemError) {
        var raw = open(folder, O_RDWR | O_CLOEXEC | downbeat_open_temporary, 0o600)
        if raw < 0 && (errno == EOPNOTSUPP || errno == EISDIR || errno == ENOENT) {
            // Some file systems have no nameless files: make a named one and take its name away.
            var template = Array((folder + "/downbeat-XXXXXX").utf8CString)
            raw = mkstemp(&template)
            if raw >= 0 { unlink(template) }
        }
        guard raw >= 0 else { throw SystemError("making a file in \(folder)") }
        self.init(owning: raw)
    }

    deinit {
        _ = Glibc.close(raw)
    }

    /// Hands the number to somebody who closes it.
    package consuming func release() -> Int32 {
        let raw = raw
        discard self
        return raw
    }

    /// Writes all of the bytes, waiting until the kernel has them; returns what went wrong, if anything did.
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

/// A system call that failed: what was tried and the kernel's reason.
package struct SystemError: Error, Sendable, Equatable, CustomStringConvertible {
    package let action: String
    package let code: Int32

    /// Keeps `errno` as it stands now: make it before anything else can change it.
    package init(_ action: String, code: Int32 = errno) {
        self.action = action
        self.code = code
    }

    /// What the system may lack for opening any file at all, whichever it is.
    package static let shortages = [EMFILE, ENFILE, ENOMEM]

    /// True when no room was left to write.
    package var isDiskFull: Bool { code == ENOSPC || code == EDQUOT }

    package var description: String {
        "\(action): \(Self.text(of: code))"
    }

    /// The kernel's own words for an error code.
    package static func text(of code: Int32) -> String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
            buffer.initialize(repeating: 0)
            guard strerror_r(code, buffer.baseAddress!, buffer.count) == 0 else { return "error \(code)" }
            return String(cString: buffer.baseAddress!)
        }
    }
}
