/// The position of a moment among the beats: the interval it is in, how far through it, and the place in the bar.
package struct Phase: Hashable, Sendable {
    /// Index of the last beat, counted from the first of the grid; negative before it.
    package let beat: Int
    /// How much of the interval to the next beat has passed, from 0 on the beat itself to just under 1.
    package let fraction: Double
    /// Position of the last beat in its bar, 1 on the downbeat; 0 if bars are unknown.
    package let position: Int
    /// The tempo of this interval alone, in beats a minute.
    package let tempo: Double
}

extension BeatGrid {
    /// Beat numbers are clamped this far outside the grid: a century of the fastest music.
    private static let farthestBeat = 1e12

    /// The phase at any moment; nil with fewer than two beats, which give no interval.
    ///
    /// Before the first beat and after the last, beats continue at the interval of the first two and of the last two, and bars
    /// continue at the grid's meter. Takes time logarithmic in the number of beats.
    package func phase(at time: MediaTime) -> Phase? {
        phase(at: time, following: countOfBeats(through: time))
    }

    /// The phase at a moment, given how many beats lie at or before it.
    func phase(at time: MediaTime, following: Int) -> Phase? {
        guard beats.count > 1 else { return nil }
        if following == 0 { return phase(at: time, extending: 0, over: interval(after: 0)) }
        if following == beats.count { return phase(at: time, extending: beats.count - 1, over: interval(after: beats.count - 2)) }
        let last = following - 1
        let interval = interval(after: last)
        return Phase(
            beat: last, fraction: fraction(since(last, time) / interval), position: Int(beats[last].position),
            tempo: 60_000_000 / interval)
    }

    private func phase(at time: MediaTime, extending edge: Int, over interval: Double) -> Phase {
        let passed = since(edge, time) / interval
        let whole = min(max(passed.rounded(.down), -Self.farthestBeat), Self.farthestBeat)
        return Phase(
            beat: edge + Int(whole), fraction: fraction(passed - whole), position: position(Int(whole), after: edge),
            tempo: 60_000_000 / interval)
    }

    /// The number of beats at or before a moment.
    func countOfBeats(through time: MediaTime) -> Int {
        var range = 0..<beats.count
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            range = beats[middle].time <= time ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return range.lowerBound
    }

    private func position(_ count: Int, after beat: Int) -> Int {
        let position = Int(beats[beat].position)
        guard position > 0, meter > 0 else { return 0 }
        let place = (position - 1 + count) % meter
        return (place + meter) % meter + 1
    }

    /// At least one microsecond, even if floating point cannot tell the two beats apart.
    private func interval(after beat: Int) -> Double { max(1, since(beat, beats[beat + 1].time)) }

    /// In floating point, which no time in an analysis file can overflow.
    private func since(_ beat: Int, _ time: MediaTime) -> Double {
        Double(time.microseconds) - Double(beats[beat].time.microseconds)
    }

    private func fraction(_ value: Double) -> Double { min(max(value, 0), 1.0.nextDown) }
}
