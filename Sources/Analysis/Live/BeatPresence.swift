import Glibc

/// How likely a sound has a beat at all, at whatever level: music has one; speech, crackle and applause do not.
///
/// A logistic regression on how the beats of the last seconds fit the evidence, and on whether the sound repeats with them, fitted to
/// what was found each second in songs and in sounds without a beat.
struct BeatPresence: Sendable {
    /// Logits count within this distance from 0.
    private static let mostLogit = 6.0
    /// So many beats count: a longer window has more.
    private static let mostBeats = 20

    /// 0...1.
    let value: Float

    /// `level` is the mean logit of "this is the beat that listeners tap".
    init(_ beats: [PlacedBeat], level: Double, evidence: BeatEvidence, repetition: Repetition) {
        let times = beats.map(\.time)
        let fit = GridConfidence(times, evidence: evidence.beat)
        var sum = 6.08 * fit.strength + 1.48 * fit.explained + 0.23 * fit.hits
        sum += 0.24 * max(-Self.mostLogit, min(level, Self.mostLogit))
        sum += 1.92 * log(Double(min(times.count, Self.mostBeats))) - 0.24 * log(GridReadings.medianInterval(times))
        sum += 4.23 * repetition.onBeats - 2.82 * repetition.elsewhere - 6.89
        value = Float(1 / (1 + exp(-sum)))
    }
}
