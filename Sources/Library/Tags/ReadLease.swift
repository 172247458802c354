import CLinux
import Glibc
import Synchronization
import System
import Workers

/// The kernel's promise that no program has a file open or mapped for writing: a read lease (fcntl(2), F_SETLEASE).
///
/// The kernel gives it only while that is so. A program that opens the file for writing later waits until the lease is given up, at
/// most for the seconds in /proc/sys/fs/lease-break-time: so a holder looks often whether one waits, and gives way.
final class ReadLease: Sendable {
    private enum State {
        case held
        /// A program wants to write, or the lease was given up.
        case ended
        /// The owner says that nobody else writes, where the kernel cannot tell.
        case trusted
    }

    /// fcntl(2); these need _GNU_SOURCE.
    private enum Command {
        static let setSignal: Int32 = 10
        static let setLease: Int32 = 1024
        static let getLease: Int32 = 1025
    }

    /// How long a program that wants to write waits at most before it is noticed.
    private static let interval = Duration.milliseconds(20)
    /// File systems on which programs elsewhere write without this kernel, by their magic numbers (linux/magic.h): FUSE, the folders
    /// that VirtualBox shares, and AFS.
    private static let foreign: Set<UInt64> = [fuse, 0x786F_4256, 0x6B41_4653]
    private static let fuse: UInt64 = 0x6573_5546
    /// NFS and SMB: their servers promise that nobody else writes, but may as well give no promise.
    private static let remote: Set<UInt64> = [0x6969, 0xFF53_4D42, 0xFE53_4D42]

    /// A description of its own: workers have the other one, and could end its lease.
    private let file: Descriptor
    private let state: Mutex<State>

    /// Throws unless nobody has the file open for writing. With `isAlone` the owner's word counts where the kernel's cannot be had. Blocks.
    init(of original: WorkerFile, isAlone: Bool) throws(TagRefusal) {
        let raw = open("/proc/self/fd/\(original.raw)", O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard raw >= 0 else { throw .isGone }
        file = Descriptor(owning: raw)
        // A broken lease sends a signal. SIGURG is ignored by all who do not ask for it; SIGIO, the usual one, ends the process.
        var code: Int32 = 0
        if fcntl(raw, Command.setSignal, SIGURG) != 0 || fcntl(raw, Command.setLease, Int32(F_RDLCK)) != 0 { code = errno }
        let refusal = Self.refusal(code: code, kind: downbeat_file_system(raw), isOnDisk: Self.isOnDisk(raw))
        guard refusal == nil || isAlone && refusal != .isBeingWritten else { throw refusal ?? .isGone }
        state = Mutex(code == 0 ? .held : .trusted)
    }

    deinit {
        giveUp()
    }

    /// What an answer of the kernel means on a file system; nil if it proves that nobody else writes.
    static func refusal(code: Int32, kind: UInt64, isOnDisk: Bool) -> TagRefusal? {
        switch code {
        case 0: foreign.contains(kind) && !isOnDisk ? .cannotTellWriters : nil
        case EAGAIN where !remote.contains(kind): .isBeingWritten
        case EACCES: .mayNotAskForWriters
        default: .cannotTellWriters
        }
    }

    /// Whether the file system lies on a block device, as those of FUSE's kind for disks do (ntfs-3g): their number has a major part.
    private static func isOnDisk(_ raw: Int32) -> Bool {
        var status = stat()
        return fstat(raw, &status) == 0 && UInt64(status.st_dev) & 0xFFFF_F000_000F_FF00 != 0
    }

    /// Whether still nobody wants to write. If a program does, gives way to it.
    func stands() -> Bool {
        state.withLock { state in
            if state == .held, fcntl(file.raw, Command.getLease) != Int32(F_RDLCK) {
                _ = fcntl(file.raw, Command.setLease, Int32(F_UNLCK))
                state = .ended
            }
            return state != .ended
        }
    }

    /// Lets others write.
    func giveUp() {
        state.withLock { state in
            if state == .held { _ = fcntl(file.raw, Command.setLease, Int32(F_UNLCK)) }
            state = .ended
        }
    }

    /// Runs `work`, and cancels it as soon as a program wants to write. What it has completed by then counts.
    func during<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
        try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask { try await work() }
            group.addTask {
                // The kernel, which counts the seconds of the other program, knows no other clock.
                while self.stands() { try await MachineClock().sleep(for: Self.interval) }
                return nil
            }
            do {
                while let value = try await group.next() {
                    group.cancelAll()
                    if let value { return value }
                }
            } catch {
                throw stands() ? error : TagRefusal.isBeingWritten
            }
            throw TagRefusal.isBeingWritten
        }
    }
}
