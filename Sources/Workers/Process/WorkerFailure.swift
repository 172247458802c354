import Glibc
import System

/// Why a job has no result. Only its own track fails.
package enum WorkerFailure: Error, Equatable, Sendable, CustomStringConvertible {
    /// It was still running after this many seconds, or had used as much CPU time.
    case timedOut(seconds: Double)
    case ranOutOfMemory
    /// A signal killed it.
    case crashed(signal: Int32)
    /// It broke the report protocol, or ended without a last report.
    case garbled
    /// The worker's own reason why the job cannot be done.
    case refused(String)
    case cancelled
    /// The error code of the kernel when a system resource was missing.
    case couldNotStart(code: Int32)
    /// The input cannot be read.
    case unreadable(String)
    /// The input lies on another server, and cannot be fetched now.
    case outOfReach(String)

    /// One plain sentence without a full stop, to follow a file's name and a colon.
    package var description: String {
        switch self {
        case .timedOut(let seconds): "took longer than the limit of \(Self.text(seconds)) s"
        case .ranOutOfMemory: "needs more memory than the limit for a track"
        case .crashed(let signal) where signal == SIGSYS: "made the decoder use a forbidden system call, and it was killed"
        case .crashed(let signal): "made the decoder crash (signal \(signal))"
        case .garbled: "made the decoder end without a result"
        case .refused(let reason): reason
        case .cancelled: "was cancelled"
        case .couldNotStart(let code): "no decoder could be started (\(String(cString: strerror(code))))"
        case .unreadable(let reason), .outOfReach(let reason): reason
        }
    }

    /// A shortage of the system, for which the file is not to blame.
    package enum Shortage: Sendable {
        case disk
        /// Processes, memory or descriptors.
        case other
    }

    /// Nil when the system lacked nothing.
    package var shortage: Shortage? {
        guard case .couldNotStart(let code) = self else { return nil }
        return SystemError("", code: code).isDiskFull ? .disk : .other
    }

    /// Whether the input is to blame, so that another try would end in the same way.
    package var isOfInput: Bool {
        switch self {
        case .timedOut, .ranOutOfMemory, .crashed, .garbled, .refused: true
        case .cancelled, .couldNotStart, .unreadable, .outOfReach: false
        }
    }

    private static func text(_ seconds: Double) -> String {
        seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
    }
}

extension WorkerFailure {
    /// The failure that follows from the last report and the exit status of a worker that we did not kill; nil on success.
    init?(last: WorkerReport?, _ ending: WorkerProcess.Ending, _ limits: WorkerLimits) {
        switch (last, ending) {
        case (.failed(let reason), _): self = .refused(reason)
        case (.outOfMemory, _): self = .ranOutOfMemory
        case (.done, .code(0)): return nil
        case (_, .code): self = .garbled
        case (_, .signal(SIGXCPU)): self = .timedOut(seconds: Double(limits.processorSeconds))
        // Not from us: the kernel's OOM killer.
        case (_, .signal(SIGKILL)): self = .ranOutOfMemory
        case (_, .signal(let number)): self = .crashed(signal: number)
        }
    }
}
