import Yardstick

/// The clock of a simulated screen: a filter, and the shown clock that follows it.
struct FollowingClock {
    private(set) var filter = ClockFilter()
    private(set) var shown = ShownClock()

    mutating func hear(_ event: ClockTrial.Event) {
        let before = filter.estimate
        filter.hear(event)
        if let estimate = filter.estimate, estimate != before { shown.follow(estimate, at: estimate.madeAt) }
    }
}
