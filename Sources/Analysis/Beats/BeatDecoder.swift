import Music

/// Finds beats and bars in per-frame evidence.
package struct BeatDecoder: Sendable {
    /// A decoded beat, before its time is refined.
    package struct Pulse: Equatable, Sendable {
        /// Seconds from the first frame of the evidence.
        package var time: Double
        /// 1 on the downbeat.
        package var position: Int
    }

    /// The beats found in one segment of evidence.
    package struct Reading: Sendable {
        package var pulses: [Pulse] = []
        package var metre = 0
    }

    /// Music starts and ends where evidence exceeds this.
    private static let audible: Float = 0.06
    /// Beats nearer to each other than this are merged.
    private static let shortestGap = 0.05

    let tempos: TempoSpace
    let lanes: BarLanes

    package init() {
        tempos = .music
        lanes = .music
    }

    package func read(_ evidence: BeatEvidence) -> Reading {
        let fine = FineEvidence(evidence)
        guard let first = fine.beat.firstIndex(where: { $0 > Self.audible }),
            let last = fine.beat.lastIndex(where: { $0 > Self.audible }), last > first
        else { return Reading() }
        let range = max(0, first - 5)..<min(fine.beat.count, last + 6)
        let gains = BeatGains(beat: fine.beat.span.extracting(range), downbeat: fine.downbeat.span.extracting(range))
        var pointer = BarPointer(tempos: tempos, lanes: lanes, gains: gains)
        let path = pointer.decode().path
        guard let lane = path.last?.lane else { return Reading() }
        var reading = Reading(metre: lanes.metres[lanes.metre[lane]])
        for step in path {
            let time = fine.centre(near: step.frame + range.lowerBound) / Double(TempoSpace.framesPerSecond)
            if let before = reading.pulses.last, time - before.time <= Self.shortestGap { continue }
            reading.pulses.append(Pulse(time: time, position: lanes.place[step.lane] + 1))
        }
        return reading
    }
}
