import Glibc

/// An open file descriptor with one owner: it closes when its owner lets go of it.
package struct Descriptor: ~Copyable, Sendable {
    package let raw: Int32

    /// Takes over `raw`, which must be open and owned by nobody else.
    package init(owning raw: Int32) {
        self.raw = raw
    }

    deinit {
        _ = Glibc.close(raw)
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
