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

    /// `times` are those of the beats, in seconds from the first frame of `beat`, the evidence of beats.
    init(_ times: [Double], evidence beat: [Float]) {
        guard times.count > 2 else { return }
        var isNear = [Bool](repeating: false, count: beat.count)
        for time in times {
            let frame = Int((time * Double(BeatEvidence.perSecond)).rounded())
            let around = max(0, frame - Self.slack)..<max(0, min(beat.count, frame + Self.slack + 1))
            guard !around.isEmpty else { continue }
            for near in around { isNear[near] = true }
            let height = around.reduce(Float(0)) { max($0, beat[$1]) }
            strength += Double(height)
            hits += height > Self.hit ? 1 : 0
        }
        strength /= Double(times.count)
        hits /= Double(times.count)

        var all = 0.0
        var near = 0.0
        for frame in beat.indices.dropFirst().dropLast()
        where beat[frame] > Self.faint && beat[frame] >= beat[frame - 1] && beat[frame] > beat[frame + 1] {
            all += Double(beat[frame])
            near += isNear[frame] ? Double(beat[frame]) : 0
        }
        explained = all > 0 ? near / all : 0

        let intervals = zip(times, times.dropFirst()).map { log($1 - $0) }
        let changes = zip(intervals, intervals.dropFirst()).map { abs($1 - $0) }.sorted()
        unrest = changes[changes.count / 2]
    }

    /// 0...1: a logistic regression of "the grid is right, or at a related tempo", fitted to songs with known beats, noise and speech.
    var value: Float {
        guard strength > 0 else { return 0 }
        let sum = -5.6 + 3.81 * strength + 2.94 * explained - 0.37 * unrest + 3.51 * hits
        return Float(1 / (1 + exp(-sum)))
    }
}
