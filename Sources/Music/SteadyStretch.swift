/// A run of beats at one tempo, for programs that know a grid only as tempo changes.
package struct SteadyStretch: Hashable, Sendable {
    /// The index of its first beat.
    package let first: Int
    package let count: Int
    package let bpm: Double
}

extension BeatGrid {
    /// The fewest stretches, from the start on, in which no beat is farther than `tolerance` from where the stretch's tempo puts it. A
    /// stretch also ends where the beats of a bar are counted anew.
    package func stretches(within tolerance: MediaTime) -> [SteadyStretch] {
        guard let usual = tempo else { return beats.isEmpty ? [] : [SteadyStretch(first: 0, count: 1, bpm: 120)] }
        var stretches: [SteadyStretch] = []
        var first = 0
        while first < beats.count {
            let (count, interval) = stretch(from: first, within: Double(tolerance.microseconds))
            stretches.append(SteadyStretch(first: first, count: count, bpm: interval.map { 60e6 / $0 } ?? usual))
            first += count
        }
        return stretches
    }

    /// The longest stretch from a beat on, and its interval in microseconds: all intervals that fit so far narrow with each beat.
    private func stretch(from first: Int, within tolerance: Double) -> (count: Int, interval: Double?) {
        var intervals = 0.0...Double.greatestFiniteMagnitude
        var count = 1
        while first + count < beats.count, counts(on: first + count) {
            let away = Double((beats[first + count].time - beats[first].time).microseconds)
            let fitting = ((away - tolerance) / Double(count))...((away + tolerance) / Double(count))
            guard fitting.overlaps(intervals) else { break }
            intervals = intervals.clamped(to: fitting)
            count += 1
        }
        return (count, count > 1 ? (intervals.lowerBound + intervals.upperBound) / 2 : nil)
    }

    /// Whether a beat is the one in its bar that follows the beat before it.
    private func counts(on index: Int) -> Bool {
        let (before, now) = (Int(beats[index - 1].position), Int(beats[index].position))
        return meter == 0 || before == 0 || now == before % meter + 1
    }
}
