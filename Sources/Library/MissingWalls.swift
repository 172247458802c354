import Synchronization
import System

/// Logs each sandbox layer that this machine lacks, once.
final class MissingWalls: Sendable {
    private let log: Log
    private let told = Mutex<Set<String>>([])

    init(_ log: Log) {
        self.log = log
    }

    @Sendable func tell(_ wall: String) {
        guard told.withLock({ $0.insert(wall).inserted }) else { return }
        log.warning("this kernel lacks a part of the sandbox for decoders; they run without it", ["part": wall])
    }
}
