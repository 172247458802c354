import Library
import Live
import System
import Workers

extension Library {
    /// Starts workers that decode live inputs.
    var streamDecoder: StartDecoder { StreamWorker.starter(program, tellMissing) }
}

extension StreamWorker: StreamDecoder {
    static func starter(_ program: WorkerProgram, _ tellMissing: @escaping @Sendable (String) -> Void) -> StartDecoder {
        { () throws(DecoderLack) in
            do throws(WorkerFailure) {
                return try StreamWorker(program: program, tellMissing: tellMissing)
            } catch {
                throw DecoderLack(error.sentence)
            }
        }
    }

    package var complaint: String? { failure?.sentence }

    package func end(because reason: String?) -> String? { end(reason.map { .refused($0) })?.sentence }
}

extension WorkerFailure {
    /// A sentence about a stream that nobody has named.
    fileprivate var sentence: String {
        switch self {
        case .timedOut, .ranOutOfMemory, .crashed, .garbled, .cancelled: "what comes \(self)"
        case .refused, .couldNotStart, .unreadable, .outOfReach: description
        }
    }
}
