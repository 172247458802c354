import Synchronization
package import System

/// A thread of its own for an actor that has to act at given moments: its executor, and its clock.
package final class TimedLoop: Sendable {
    /// What is due waits for no more than these: some milliseconds.
    private static let errandsPerTurn = 32

    /// What runs the actor's jobs, and what is submitted to it, on the thread.
    package let loop: EventLoop
    /// Only the thread ever locks it.
    private let turn: Mutex<LoopTurn>

    package init(board: WorkBoard? = nil) throws(SystemError) {
        loop = try EventLoop(board: board, errandsPerTurn: Self.errandsPerTurn)
        turn = Mutex(try LoopTurn(events: 4))
    }

    /// Starts the thread. It calls `act`, which does what is due and says when it wants to be called next, in clock
    /// microseconds, again after some or all of what was submitted, and when that moment comes.
    package func start(name: String, act: @escaping @Sendable () -> UInt64?) {
        loop.submit { [self] in turn.withLock { $0.begin(on: loop) } }
        loop.start(name: name) { [self] in
            let next = act()
            turn.withLock { turn in
                turn.wait(on: loop, until: next)
                _ = turn.handle(on: loop) { _, _ in }
            }
        }
    }
}
