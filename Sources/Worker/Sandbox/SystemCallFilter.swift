import CLinux
import Glibc
import Workers

/// The seccomp filter: it allows the few system calls that decoding needs; the others fail with EPERM.
///
/// Calls that no decoder makes by mistake, only injected code, kill the process.
struct SystemCallFilter {
    private enum Verdict {
        case allow, refuse, kill

        var code: UInt32 {
            switch self {
            case .allow: UInt32(SECCOMP_RET_ALLOW)
            case .refuse: UInt32(SECCOMP_RET_ERRNO) | UInt32(EPERM)
            case .kill: UInt32(SECCOMP_RET_KILL_PROCESS)
            }
        }
    }

    /// Shared memory outlives its accounting, growing mappings escape it, locked and huge pages cost other processes.
    private static let foreignMappings = UInt32(MAP_SHARED | MAP_GROWSDOWN | MAP_LOCKED | MAP_HUGETLB)
    private static let growing: UInt32 = 0x0300_0000  // PROT_GROWSDOWN, PROT_GROWSUP

    private var steps: [sock_filter] = []

    /// A filter for the calling process only. With `receivesFiles` it may receive files from the socket that is its input.
    init(receivesFiles: Bool) {
        checkArchitecture()
        // Reading the input, writing the output and the reports.
        for call in [
            SYS_read, SYS_readv, SYS_pread64, SYS_write, SYS_writev, SYS_pwrite64, SYS_lseek, SYS_fstat, SYS_ftruncate, SYS_fsync,
            SYS_close,
        ] { rule(call, .allow) }
        if receivesFiles { rule(SYS_recvmsg, allowOnly: UInt32(WorkerPlace.input), in: 0) }
        // Memory, never executable.
        rule(SYS_mmap, allowWithout: UInt32(PROT_EXEC), in: 2, and: Self.foreignMappings, in: 3)
        rule(SYS_mprotect, allowWithout: UInt32(PROT_EXEC) | Self.growing, in: 2)
        for call in [SYS_munmap, SYS_mremap, SYS_madvise, SYS_brk] { rule(call, .allow) }
        // Calls of the C and Swift runtimes, and an orderly exit.
        for call in [
            SYS_futex, SYS_sched_yield, SYS_sched_getaffinity, SYS_clock_gettime, SYS_clock_getres, SYS_clock_nanosleep,
            SYS_nanosleep, SYS_getrandom, SYS_getrusage, SYS_getpid, SYS_gettid, SYS_rt_sigprocmask, SYS_rt_sigaction,
            SYS_rt_sigreturn,
            SYS_restart_syscall, SYS_exit, SYS_exit_group,
        ] { rule(call, .allow) }
        rule(SYS_tgkill, allowOnly: UInt32(bitPattern: getpid()), in: 0)
        for call in [
            SYS_execve, SYS_execveat, SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_bpf, SYS_userfaultfd,
            SYS_perf_event_open, SYS_keyctl, SYS_mount, SYS_unshare, SYS_setns, SYS_init_module, SYS_kexec_load,
        ] { rule(call, .kill) }
        end(.refuse)
    }

    /// Installs the filter for good; needs PR_SET_NO_NEW_PRIVS.
    consuming func raise() throws(SandboxProblem) {
        let outcome = steps.withUnsafeMutableBufferPointer { downbeat_seccomp($0.baseAddress, UInt16($0.count)) }
        guard outcome == 0 else { throw SandboxProblem("seccomp") }
    }

    /// A call number means another call on another architecture, and x32 is an architecture inside x86_64.
    private mutating func checkArchitecture() {
        load(offset: 4)
        steps.append(jump(BPF_JEQ, downbeat_audit_architecture, yes: 1, no: 0))
        end(.kill)
        load(offset: 0)
        if downbeat_foreign_call_bit != 0 {
            steps.append(jump(BPF_JSET, downbeat_foreign_call_bit, yes: 0, no: 1))
            end(.kill)
        }
    }

    private mutating func rule(_ call: Int32, _ verdict: Verdict) {
        only(call) { $0.end(verdict) }
    }

    private mutating func rule(_ call: Int32, allowOnly value: UInt32, in argument: Int) {
        only(call) { filter in
            filter.load(argument)
            filter.steps.append(filter.jump(BPF_JEQ, value, yes: 0, no: 1))
            filter.end(.allow)
            filter.end(.refuse)
        }
    }

    private mutating func rule(
        _ call: Int32, allowWithout bits: UInt32, in argument: Int, and others: UInt32 = 0, in another: Int = 0
    ) {
        only(call) { filter in
            for (bits, argument) in [(bits, argument), (others, another)] where bits != 0 {
                filter.load(argument)
                filter.steps.append(filter.jump(BPF_JSET, bits, yes: 0, no: 1))
                filter.end(.refuse)
            }
            filter.end(.allow)
        }
    }

    /// Adds steps for one call, which others skip. They must end with a verdict, since they may overwrite the loaded call number.
    private mutating func only(_ call: Int32, _ write: (inout SystemCallFilter) -> Void) {
        let start = steps.count
        write(&self)
        let length = UInt8(steps.count - start)
        steps.insert(jump(BPF_JEQ, UInt32(bitPattern: call), yes: 0, no: length), at: start)
    }

    /// Loads the low half of an argument: the kernel reads flags and process ids as 32 bits.
    private mutating func load(_ argument: Int) {
        load(offset: UInt32(16 + 8 * argument))
    }

    /// Loads from `struct seccomp_data`: the number at 0, the architecture at 4, the arguments from 16 on.
    private mutating func load(offset: UInt32) {
        steps.append(sock_filter(code: UInt16(BPF_LD | BPF_W | BPF_ABS), jt: 0, jf: 0, k: offset))
    }

    private mutating func end(_ verdict: Verdict) {
        steps.append(sock_filter(code: UInt16(BPF_RET | BPF_K), jt: 0, jf: 0, k: verdict.code))
    }

    private func jump(_ test: Int32, _ value: UInt32, yes: UInt8, no: UInt8) -> sock_filter {
        sock_filter(code: UInt16(BPF_JMP | test | BPF_K), jt: yes, jf: no, k: value)
    }
}
