import Synchronization
package import System

/// A dedicated thread for an actor that has to act at given times: its executor and its timer.
package final class TimedLoop: Sendable {
    /// Due work waits for at most this many errands: some milliseconds.
    private static let errandsPerTurn = 32

    /// Runs the actor's jobs and submitted actions on the thread.
    package let loop: EventLoop
    /// Only the thread ever locks it.
    private let turn: Mutex<LoopTurn>

    package init(_ clock: any HouseClock, board: WorkBoard? = nil) throws(SystemError) {
        loop = try EventLoop(clock, board: board, errandsPerTurn: Self.errandsPerTurn)
        turn = Mutex(try LoopTurn(clock, events: 4))
    }

    /// Starts the thread. It calls `act`, which does the work that is due and returns its next deadline, in clock microseconds.
    /// It calls `act` again after errands, and at that deadline.
    package func start(name: String, act: @escaping @Sendable () -> UInt64?) {
        loop.submit { [self] in turn.withLock { $0.begin(on: loop) } }
        loop.start(name: name) { [self] in
            let next = act()
            turn.withLock { turn in
                turn.wait(on: loop, until: next)
                turn.handle(on: loop) { _, _ in }
            }
        }
    }
}
