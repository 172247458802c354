import Glibc

/// How sure it is that a reading's beats are those that a listener would tap, and that its bars begin where it says.
///
/// Two logistic regressions on how the beats fit the evidence and on what the bar network said. `Tests/Training/calibrate.py` fits
/// them to songs with known beats and to sounds without. They know little of threes: so the beats are only as sure as their level is
/// likely beside the best readings by three.
struct ReadingConfidence: Sendable {
    /// Logits count within this distance from 0, and probabilities from 0 and 1.
    private static let mostLogit = 6.0
    private static let leastDoubt = 1e-3

    /// The network likes slow readings of music in three without drums too much: a level must lead a faster one by three by 2.7 to be as
    /// likely. Beside a slower one its logits are right. Fitted to 462 songs, 89 of them in three without drums.
    private static let (trustBesideFaster, favourOfFaster) = (0.48, 1.29)

    /// A sound has a beat that was found if its grid fits the evidence this well from end to end or if, as in the live form, the presence of
    /// a beat is this sure. Of 103 sounds without a beat, none has a presence above 0.72.
    static let (leastFit, leastPresence): (Float, Float) = (0.45, 0.75)

    /// 0...1.
    let ofBeats: Float
    let ofBars: Float
    /// Whether a beat was found, at whatever level.
    let hasBeat: Bool
    /// How the reading's beats fit the evidence.
    let fit: GridConfidence
    /// The mean logit of "this is the beat that listeners tap".
    let level: Double

    /// `found` is the grid of the decoder, of which this is a reading; `presence` is how likely the sound has a beat.
    init(
        _ reading: BarReader.Reading, of found: [Double], evidence: BeatEvidence, leastFit: Float = leastFit,
        presence: @autoclosure () -> Float = 0
    ) {
        hasBeat = GridConfidence(found, evidence: evidence.beat).value >= leastFit || presence() >= Self.leastPresence
        fit = GridConfidence(reading.beats.map(\.time), evidence: evidence.beat)
        level = max(-Self.mostLogit, min(reading.levelLogit, Self.mostLogit))
        guard hasBeat else {
            (ofBeats, ofBars) = (0, 0)
            return
        }
        let probability = max(Self.leastDoubt, min(reading.barProbability, 1 - Self.leastDoubt))
        let measures = [fit.strength, fit.explained, fit.unrest, fit.hits, level, log(probability / (1 - probability)), 1]
        ofBeats = Self.share(amongThrees: reading) * Self.logistic(measures, [0.84, 1.04, 0.08, 1.32, 0.7, 0.05, -2.54])
        ofBars = Self.logistic(measures, [0.34, 0.37, -0.02, 0.91, 0.54, 0.68, -6.24])
    }

    /// The probability of a reading's level beside those by three, if one of them is right.
    private static func share(amongThrees reading: BarReader.Reading) -> Float {
        let faster = exp(favourOfFaster - trustBesideFaster * reading.leadOverFaster)
        let slower = exp(-reading.leadOverSlower)
        return Float(1 / (1 + faster + slower))
    }

    /// The probability that a logistic regression gives.
    static func logistic(_ measures: [Double], _ weights: [Double]) -> Float {
        Float(1 / (1 + exp(-zip(measures, weights).reduce(0) { $0 + $1.0 * $1.1 })))
    }
}
