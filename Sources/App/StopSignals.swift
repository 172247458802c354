import Dispatch
import Glibc
import Synchronization

/// SIGTERM and SIGINT as values; a second one ends the process on the spot.
final class StopSignals: Sendable {
    private let stream: AsyncStream<String>
    /// Held so that they go on listening.
    private let sources: Mutex<[any DispatchSourceSignal]>

    init() {
        let (stream, continuation) = AsyncStream<String>.makeStream()
        let count = Counter()
        let queue = DispatchQueue(label: "downbeat.signals")
        self.stream = stream
        sources = Mutex(
            [(SIGTERM, "SIGTERM"), (SIGINT, "SIGINT")].map { number, name in
                signal(number, SIG_IGN)
                let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
                source.setEventHandler { @Sendable in
                    // Whoever asks twice does not want to wait.
                    if count.next() > 1 { _exit(1) }
                    continuation.yield(name)
                }
                source.resume()
                return source
            })
    }

    /// Waits for the first signal.
    func next() async -> String {
        for await name in stream { return name }
        return "none"
    }
}

private final class Counter: Sendable {
    private let count = Atomic<Int>(0)

    func next() -> Int {
        count.add(1, ordering: .relaxed).newValue
    }
}
