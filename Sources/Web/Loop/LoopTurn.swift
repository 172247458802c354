import CLinux
import System

/// Waits for a loop's next events: descriptors, the eventfd that announces errands, and one deadline.
struct LoopTurn: ~Copyable {
    private static let alarmToken = UInt64.max - 2

    private let clock: any HouseClock
    private var alarm: Alarm
    private var events: [epoll_event]
    private var count = 0

    /// Takes at most `limit` events from the kernel at once; more wait for the next turn.
    init(_ clock: any HouseClock, events limit: Int) throws(SystemError) {
        self.clock = clock
        alarm = try Alarm()
        events = [epoll_event](repeating: epoll_event(), count: limit)
    }

    /// Called once, before the first turn.
    func begin(on loop: EventLoop) {
        loop.watch(alarm.raw, .readable, token: Self.alarmToken)
    }

    /// Waits for an event, at the latest until `moment`, in clock microseconds.
    mutating func wait(on loop: EventLoop, until moment: UInt64?) {
        alarm.set(to: moment.flatMap { clock.kernelMoment(of: $0) })
        count = loop.wait(into: &events)
    }

    /// Passes each event's token and flags to `ready`.
    mutating func handle(on loop: EventLoop, _ ready: (UInt64, UInt32) -> Void) {
        for index in 0..<count {
            let token = events[index].data.u64
            switch token {
            case EventLoop.bellToken: loop.answerBell()
            case Self.alarmToken: alarm.acknowledge()
            default: ready(token, events[index].events)
            }
        }
    }
}
