package import Music

/// How a person who hears the music sets its beats.
extension Following {
    /// Most taps of a series: their mean is exact to a few milliseconds.
    private static let mostTaps = 32
    /// A longer pause begins a new series.
    private static let longestPause = MediaTime(seconds: 8)
    /// A tap further from the beats of its series, in beats, begins a new one.
    private static let reach = 0.3
    /// How exact a single tap of a hand usually is, in seconds; counts as much as the spread of so many taps, since a few may agree by chance.
    private static let (hand, handCount) = (0.04, 2.0)

    /// A tap on the beat: the nearest beat of the song was heard at this moment. The mean of several in a row counts.
    mutating func tap(at moment: ServerTime, _ grid: BeatGrid) throws(Refusal) {
        guard song?.piece != nil, let start, standsAt == nil else { throw .nothingPlays }
        guard let late = Self.lateness(of: moment, since: start, grid) else { throw .noBeats }
        let goesOn =
            taps.last.map { moment > $0 && moment.since($0) <= Self.longestPause } == true && abs(late.beats) <= Self.reach
        if !goesOn { taps = [] }
        taps = (taps + [moment]).suffix(Self.mostTaps)
        let errors = taps.compactMap { Self.lateness(of: $0, since: start, grid)?.seconds }
        let mean = errors.reduce(0, +) / Double(errors.count)
        let squares = errors.reduce(Self.handCount * Self.hand * Self.hand) { $0 + ($1 - mean) * ($1 - mean) }
        let variance = squares / (Self.handCount + Double(errors.count - 1))
        tapError = (variance / Double(errors.count)).squareRoot()
        place(start.later(MediaTime(seconds: mean)))
    }

    /// Shows all of it later, or earlier.
    mutating func shift(by step: MediaTime) throws(Refusal) {
        guard isExact, let start else { throw .nothingTapped }
        // The mean of taps before would undo it.
        taps = []
        place(start.later(step))
    }

    /// How much later a moment is than the nearest beat; negative before it.
    private static func lateness(of moment: ServerTime, since start: ServerTime, _ grid: BeatGrid) -> (
        seconds: Double, beats: Double
    )? {
        guard let phase = grid.phase(at: moment.since(start)) else { return nil }
        let beats = phase.fraction < 0.5 ? phase.fraction : phase.fraction - 1
        return (beats * 60 / phase.tempo, beats)
    }
}

/// The commands for what a room follows.
package enum FollowCommand: Hashable, Sendable, Codable {
    case start(Following.Target)
    case stop
    /// With the beats of what plays.
    case tap(at: ServerTime, BeatGrid)
    /// Positive is later.
    case shift(MediaTime)
    /// What the server said, with the beats of what plays, if they are known.
    case see(Sighting, BeatGrid?)
    /// Why the server said nothing.
    case silent(reason: String)
}
