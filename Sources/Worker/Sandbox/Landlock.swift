import CLinux
import Glibc

/// Landlock, the kernel's access control for files and sockets: a restricted process can only use files that it has open already.
struct Landlock {
    /// The version of the kernel's interface, 0 without Landlock.
    let version: Int32

    static var here: Landlock { Landlock(version: downbeat_landlock_version()) }

    /// All access rights on files that this version has, one bit each (landlock(7)); version 1 has 13.
    private var files: UInt64 {
        let bits: UInt64 =
            switch version {
            case 1: 13
            case 2: 14
            case 3, 4: 15
            default: 16
            }
        return 1 << bits - 1
    }

    /// Binding and connecting TCP sockets.
    private var network: UInt64 { version >= 4 ? 0b11 : 0 }
    /// Abstract sockets, and signals to processes outside.
    private var scopes: UInt64 { version >= 6 ? 0b11 : 0 }

    /// Denies all of these rights until the process ends; needs PR_SET_NO_NEW_PRIVS.
    func raise() throws(SandboxProblem) {
        let rules: [UInt64] = [files, network, scopes]
        // An older kernel rejects fields that it does not know.
        let fields = version >= 6 ? 3 : version >= 4 ? 2 : 1
        let ruleset = rules.withUnsafeBufferPointer { rules in
            downbeat_system_call(
                Int(SYS_landlock_create_ruleset), Int(bitPattern: rules.baseAddress), fields * 8, 0, 0, 0, 0)
        }
        guard ruleset >= 0 else { throw SandboxProblem("landlock") }
        defer { close(Int32(ruleset)) }
        guard downbeat_system_call(Int(SYS_landlock_restrict_self), ruleset, 0, 0, 0, 0, 0) == 0 else {
            throw SandboxProblem("landlock")
        }
    }
}
