import Dispatch
import Glibc
import Synchronization

/// SIGTERM and SIGINT as values; a second one ends the process at once.
///
/// Under a guardian only the guardian decides that a signal is the second: a service manager signals both processes at once.
///
/// The kernel calls our handler from the moment `init` returns. A dispatch signal source would begin some time later,
/// and until then lose signals or die of them.
package final class StopSignals: Sendable {
    private static let asked = Atomic<Int>(0)
    private static let isGuarded = Atomic<Bool>(false)
    /// From the handler, which may do little more than write, to the rest of the program.
    private static let pipe = Pipe()

    private let stream: AsyncStream<String>
    /// Kept alive so that it keeps listening.
    private let source: Mutex<any DispatchSourceRead>

    /// Once a process: signals belong to all of it.
    package init(isGuarded: Bool = false) {
        Self.isGuarded.store(isGuarded, ordering: .relaxed)
        let (stream, continuation) = AsyncStream<String>.makeStream()
        let reading = Self.pipe.reading  // made here, before the handler may need it
        self.stream = stream
        let source = DispatchSource.makeReadSource(
            fileDescriptor: reading, queue: DispatchQueue(label: "downbeat.signals"))
        source.setEventHandler { @Sendable in
            var number: UInt8 = 0
            guard read(reading, &number, 1) == 1 else { return }
            continuation.yield(Int32(number) == SIGINT ? "SIGINT" : "SIGTERM")
        }
        source.resume()
        self.source = Mutex(source)
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { number in
            // A second signal means that the user does not want to wait.
            let count = StopSignals.asked.add(1, ordering: .relaxed).newValue
            if count > 1 {
                if StopSignals.isGuarded.load(ordering: .relaxed) { return }
                _exit(1)
            }
            let before = errno
            var byte = UInt8(truncatingIfNeeded: number)
            _ = write(StopSignals.pipe.writing, &byte, 1)
            errno = before
        }
        action.sa_flags = SA_RESTART
        sigaction(SIGTERM, &action, nil)
        sigaction(SIGINT, &action, nil)
    }

    /// Waits for the first signal.
    package func next() async -> String {
        for await name in stream { return name }
        return "none"
    }
}

private struct Pipe {
    let reading: Int32
    let writing: Int32

    init() {
        var ends: [Int32] = [-1, -1]
        let outcome = pipe(&ends)
        precondition(outcome == 0, "a process that just started has descriptors left")
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (reading, writing) = (ends[0], ends[1])
    }
}
