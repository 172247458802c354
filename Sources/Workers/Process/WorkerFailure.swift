import Glibc
import System

/// Why a piece of work brought no result. One track fails; nothing else notices.
package enum WorkerFailure: Error, Equatable, Sendable, CustomStringConvertible {
    /// It was still at work after this many seconds by the clock, or had used as many of the processor.
    case timedOut(seconds: Double)
    case ranOutOfMemory
    /// A signal ended it.
    case crashed(signal: Int32)
    /// It said what no worker says, or ended without a word.
    case garbled
    /// Its own reason why the work cannot be done.
    case refused(String)
    case cancelled
    /// The error of the kernel that kept it from starting.
    case couldNotStart(code: Int32)
    /// What was to be read is no file that can be.
    case unreadable(String)

    /// One plain sentence without its end, to follow a file's name and a colon.
    package var description: String {
        switch self {
        case .timedOut(let seconds): "took longer than the \(Self.text(seconds)) s it may take"
        case .ranOutOfMemory: "needs more memory than a track may take"
        case .crashed(let signal) where signal == SIGSYS: "made the decoder do what no decoder may do, and it was ended"
        case .crashed(let signal): "made the decoder crash (signal \(signal))"
        case .garbled: "made the decoder end without a result"
        case .refused(let reason): reason
        case .cancelled: "was cancelled"
        case .couldNotStart(let code): "could not be given to a decoder (\(String(cString: strerror(code))))"
        case .unreadable(let reason): reason
        }
    }

    /// What the system is short of, where the file is not to blame.
    package enum Shortage: Sendable {
        case disk
        /// Processes, memory or descriptors.
        case other
    }

    /// Nil where the system was short of nothing.
    package var shortage: Shortage? {
        guard case .couldNotStart(let code) = self else { return nil }
        return SystemError("", code: code).isDiskFull ? .disk : .other
    }

    private static func text(_ seconds: Double) -> String {
        seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
    }
}

extension WorkerFailure {
    /// What it means that a worker nobody ended said this last and ended so; nil when all is well.
    init?(last: WorkerReport?, _ ending: WorkerProcess.Ending, _ limits: WorkerLimits) {
        switch (last, ending) {
        case (.failed(let reason), _): self = .refused(reason)
        case (.outOfMemory, _): self = .ranOutOfMemory
        case (.done, .code(0)): return nil
        case (_, .code): self = .garbled
        case (_, .signal(SIGXCPU)): self = .timedOut(seconds: Double(limits.processorSeconds))
        // None of ours: the kernel's, when memory ran out in the house.
        case (_, .signal(SIGKILL)): self = .ranOutOfMemory
        case (_, .signal(let number)): self = .crashed(signal: number)
        }
    }
}
