import Music

/// Joins the beats of overlapping segments into one grid, at a beat that both have.
struct GridSeam: Sendable {
    /// Seconds that two estimates of the same beat may be apart.
    private static let agreement = 0.035
    /// Least distance between beats of a grid, in seconds.
    private static let shortestGap = 0.1
    /// Least number of beats in a grid.
    private static let fewest = 4

    private var joined: [PlacedBeat] = []
    private var segments: [(beats: Int, metre: Int, confidence: Float, barConfidence: Float)] = []

    /// Adds the beats of the next segment, with times from the start of the track. A segment of few beats adds none.
    mutating func append(
        _ next: [PlacedBeat], metre: Int, confidence: Float, barConfidence: Float, overlapStart: Double, overlapEnd: Double
    ) {
        guard next.count >= Self.fewest else {
            joined.removeAll { $0.time > overlapEnd }
            return
        }
        segments.append((next.count, metre, confidence, barConfidence))
        guard !joined.isEmpty else {
            joined = next
            return
        }
        let cut = Self.cut(joined, next, middle: (overlapStart + overlapEnd) / 2)
        let from = next.firstIndex { $0.time >= cut - Self.agreement } ?? next.count
        let gap = next.indices.contains(from + 1) ? (next[from + 1].time - next[from].time) / 2 : Self.shortestGap
        let first = from < next.count ? next[from].time : cut
        joined.removeAll { $0.time > first - max(Self.shortestGap, gap) }
        joined += next[from...]
    }

    /// The time from which the later segment's beats are used: the shared beat nearest to the middle of the overlap, preferably
    /// one with the same position in the bar; without a shared beat, the middle.
    private static func cut(_ earlier: [PlacedBeat], _ later: [PlacedBeat], middle: Double) -> Double {
        var best: (isWhole: Bool, distance: Double, time: Double)?
        var from = earlier.startIndex
        for beat in later {
            while from < earlier.count, earlier[from].time < beat.time - agreement { from += 1 }
            guard from < earlier.count, earlier[from].time <= beat.time + agreement else { continue }
            let isWhole = earlier[from].position == beat.position
            let distance = abs(beat.time - middle)
            if let held = best, held.isWhole && !isWhole || held.isWhole == isWhole && held.distance <= distance { continue }
            best = (isWhole, distance, beat.time)
        }
        return best?.time ?? middle
    }

    /// The whole grid; empty if no segment had enough confidence.
    func grid() -> BeatGrid {
        var beats: [Beat] = []
        for beat in joined where beat.time >= 0 {
            if let last = beats.last, beat.time - last.time.seconds < Self.shortestGap { continue }
            beats.append(Beat(time: MediaTime(seconds: beat.time), position: UInt8(clamping: beat.position)))
        }
        let weight = segments.reduce(0) { $0 + $1.beats }
        guard beats.count >= Self.fewest, weight > 0 else { return .none }
        let mean = { (confidences: [Float]) in
            min(1, zip(segments, confidences).reduce(0) { $0 + $1.1 * Float($1.0.beats) } / Float(weight))
        }
        var votes = MetreVotes()
        for segment in segments { votes.add(segment.beats, for: segment.metre) }
        return BeatGrid(
            beats: beats, meter: votes.winner, confidence: mean(segments.map(\.confidence)),
            barConfidence: mean(segments.map(\.barConfidence)))
    }
}

/// Counts how many beats are in bars of each metre.
struct MetreVotes {
    private var beats: [Int: Int] = [:]

    mutating func add(_ count: Int, for metre: Int) { beats[metre, default: 0] += count }

    /// The metre of the most beats, the shorter one of equals; 0 without beats.
    var winner: Int { beats.max { ($0.value, -$0.key) < ($1.value, -$1.key) }?.key ?? 0 }
}
