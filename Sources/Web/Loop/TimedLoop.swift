import CLinux
import Synchronization
package import System

/// A thread of its own for an actor that has to act at given moments: its executor, and its clock.
package final class TimedLoop: Sendable {
    private struct Waiting: ~Copyable {
        var alarm: Alarm
        var events = [epoll_event](repeating: epoll_event(), count: 4)
    }

    private static let alarmToken = UInt64.max - 2
    /// What is due waits for no more than these: some milliseconds.
    private static let errandsPerTurn = 32

    /// What runs the actor's jobs, and what is submitted to it, on the thread.
    package let loop: EventLoop
    /// Only the thread ever locks it.
    private let waiting: Mutex<Waiting>

    package init(board: WorkBoard? = nil) throws(SystemError) {
        loop = try EventLoop(board: board, errandsPerTurn: Self.errandsPerTurn)
        waiting = Mutex(Waiting(alarm: try Alarm()))
    }

    /// Starts the thread. It calls `act`, which does what is due and says when it wants to be called next, in clock
    /// microseconds, again after some or all of what was submitted, and when that moment comes.
    package func start(name: String, act: @escaping @Sendable () -> UInt64?) {
        loop.submit { [self] in
            waiting.withLock { loop.watch($0.alarm.raw, .readable, token: Self.alarmToken) }
        }
        loop.start(name: name) { [self] in
            let next = act()
            waiting.withLock { waiting in
                waiting.alarm.set(to: next)
                let count = loop.wait(into: &waiting.events)
                for index in 0..<count {
                    switch waiting.events[index].data.u64 {
                    case Self.alarmToken: waiting.alarm.acknowledge()
                    default: loop.answerBell()
                    }
                }
            }
        }
    }
}
