import Session
import Yardstick

/// The clock of a simulated screen: a filter, and the shown clock that follows it.
struct FollowingClock {
    private(set) var filter = ClockFilter()
    private(set) var shown = ShownClock()

    mutating func hear(_ event: ClockTrial.Event) {
        let before = filter.estimate
        switch event {
        case .ping(let asked, let read, let answered, let heard):
            filter.ping(
                asked: asked, read: ServerTime(microseconds: read), answered: ServerTime(microseconds: answered), heard: heard)
        case .message(let sent, let heard):
            filter.message(sent: ServerTime(microseconds: sent), heard: heard)
        }
        if let estimate = filter.estimate, estimate != before { shown.follow(estimate, at: estimate.madeAt) }
    }
}
