/// Runs of days in a row with practice.
package struct PracticeStreaks: Hashable, Sendable {
    /// The length of the run that lasts: the one with today or yesterday in it, since today is not over. Zero if there is none.
    package let current: Int
    package let best: Int

    /// Days in ascending order, each once. Tomorrow counts as today: the clock of the device may be ahead.
    package init(_ days: [CalendarDay], today: CalendarDay) {
        var (current, best, run) = (0, 0, 0)
        var last: Int?
        for day in days.map(\.number) {
            run = last == day - 1 ? run + 1 : 1
            best = max(best, run)
            if (today.number - 1...today.number + 1).contains(day) { current = max(current, run) }
            last = day
        }
        (self.current, self.best) = (current, best)
    }
}
