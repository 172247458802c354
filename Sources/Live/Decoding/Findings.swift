import Synchronization
import System

/// What a thread of its own finds, for somebody who does not wait for it.
final class Findings<Found: Sendable>: Sendable {
    private let found = Mutex<Found?>(nil)

    /// Begins to look. `lack` is what is found where no thread can be started.
    init(_ name: String, lack: (SystemError) -> Found, _ look: @escaping @Sendable () -> Found) {
        let code = PlainThread.start(name: name) { [self] in
            let result = look()
            found.withLock { $0 = result }
        }
        guard code != 0 else { return }
        let result = lack(SystemError("starting a thread", code: code))
        found.withLock { $0 = result }
    }

    /// Takes what was found, once it was.
    func take() -> Found? { found.withLock { $0.take() } }
}
