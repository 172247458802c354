import Glibc

/// How likely a sound has a beat at all, at whatever level: music has one; speech, crackle and applause do not.
///
/// A logistic regression on how the beats of the last seconds fit the evidence, and on whether the sound repeats with them.
/// `Tests/Training/presence.py` fits it to what was found each second in songs and in sounds without a beat.
struct BeatPresence: Sendable {
    /// So many beats count: a longer window has more.
    private static let mostBeats = 20

    /// What the regression is told.
    let measures: [Double]
    /// 0...1.
    let value: Float

    /// For so many beats with a median interval in seconds; `reading` is how sure they are.
    init(_ reading: ReadingConfidence, beats: Int, interval: Double, repetition: Repetition) {
        let (fit, count) = (reading.fit, Double(min(beats, Self.mostBeats)))
        measures = [
            fit.strength, fit.explained, fit.hits, reading.level, log(count), log(interval),
            repetition.onBeats, repetition.elsewhere,
        ]
        value = ReadingConfidence.logistic(measures + [1], [6.08, 1.48, 0.23, 0.24, 1.92, -0.24, 4.23, -2.82, -6.89])
    }
}
