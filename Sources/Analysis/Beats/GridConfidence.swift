import Glibc

/// Estimates the probability that a listener would tap the decoded beats, from how well they fit the evidence.
///
/// If the beat of music was found, evidence is high at nearly every beat and low between them. Speech, rain or applause have
/// scattered evidence that a grid only hits by chance.
struct GridConfidence: Sendable {
    /// Least evidence of a peak.
    private static let faint: Float = 0.02
    /// Least evidence at a beat for a hit.
    private static let hit: Float = 0.15
    /// Frames of 20 ms that a beat and its evidence may be apart.
    private static let slack = 2

    /// The mean evidence at the beats.
    private(set) var strength = 0.0
    /// The share of all evidence that lies on beats.
    private(set) var explained = 0.0
    /// The median change from one interval to the next, as a logarithm.
    private(set) var unrest = 0.0
    /// The share of the beats that are hits.
    private(set) var hits = 0.0
    /// The mean downbeat evidence at the downbeats.
    private(set) var bars = 0.0

    init(pulses: [BeatDecoder.Pulse], evidence: BeatEvidence) {
        guard pulses.count > 2 else { return }
        var isNear = [Bool](repeating: false, count: evidence.beat.count)
        var downbeats = 0.0
        for pulse in pulses {
            let frame = Int((pulse.time * Double(BeatEvidence.perSecond)).rounded())
            let around = max(0, frame - Self.slack)..<max(0, min(evidence.beat.count, frame + Self.slack + 1))
            guard !around.isEmpty else { continue }
            for near in around { isNear[near] = true }
            let height = around.reduce(Float(0)) { max($0, evidence.beat[$1]) }
            strength += Double(height)
            hits += height > Self.hit ? 1 : 0
            guard pulse.position == 1 else { continue }
            bars += Double(around.reduce(Float(0)) { max($0, evidence.downbeat[$1]) })
            downbeats += 1
        }
        strength /= Double(pulses.count)
        hits /= Double(pulses.count)
        bars = downbeats > 0 ? bars / downbeats : 0

        var all = 0.0
        var near = 0.0
        let beat = evidence.beat
        for frame in beat.indices.dropFirst().dropLast()
        where beat[frame] > Self.faint && beat[frame] >= beat[frame - 1] && beat[frame] > beat[frame + 1] {
            all += Double(beat[frame])
            near += isNear[frame] ? Double(beat[frame]) : 0
        }
        explained = all > 0 ? near / all : 0

        let intervals = zip(pulses, pulses.dropFirst()).map { log($1.time - $0.time) }
        let changes = zip(intervals, intervals.dropFirst()).map { abs($1 - $0) }.sorted()
        unrest = changes[changes.count / 2]
    }

    /// 0...1: a logistic regression of "the grid is right, or at a related tempo", fitted to songs with known beats, noise and speech.
    var value: Float {
        guard strength > 0 else { return 0 }
        let sum = -3.56 + 2.41 * strength + 2 * explained - 3.35 * unrest + 1.45 * hits + 1.76 * bars
        return Float(1 / (1 + exp(-sum)))
    }
}
