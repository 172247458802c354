import CLinux
import System

/// Waits for what a loop's thread does next: events of its descriptors, the bell that announces errands, and one moment in time.
struct LoopTurn: ~Copyable {
    private static let alarmToken = UInt64.max - 2

    private var alarm: Alarm
    private var events: [epoll_event]
    private var count = 0

    /// Takes at most so many events from the kernel at once; more only wait for the next turn.
    init(events limit: Int) throws(SystemError) {
        alarm = try Alarm()
        events = [epoll_event](repeating: epoll_event(), count: limit)
    }

    /// Called once, before the first turn.
    func begin(on loop: EventLoop) {
        loop.watch(alarm.raw, .readable, token: Self.alarmToken)
    }

    /// Waits until something happens; at the latest until `moment`, in clock microseconds.
    mutating func wait(on loop: EventLoop, until moment: UInt64?) {
        alarm.set(to: moment)
        count = loop.wait(into: &events)
    }

    /// Hands over the events that came, each with its token and flags. True when the moment has come.
    mutating func handle(on loop: EventLoop, _ ready: (UInt64, UInt32) -> Void) -> Bool {
        var hasRung = false
        for index in 0..<count {
            let token = events[index].data.u64
            switch token {
            case EventLoop.bellToken: loop.answerBell()
            case Self.alarmToken: hasRung = true
            default: ready(token, events[index].events)
            }
        }
        if hasRung { alarm.acknowledge() }
        return hasRung
    }
}
