/// How fast the beats go by, and so when each one comes: evenly, or ever faster.
///
/// Between the first and the last beat the tempo rises by the same amount each second. With r beats a second at the start and a gained each
/// second, t seconds make b = rt + at²/2 beats, which is solved for t without loss.
struct Tempo {
    /// Seconds before beat 0.
    private let lead: Double
    private let rate: Double
    private let gain: Double

    /// In beats a minute, `end` being reached after so many beats.
    init(_ start: Double, to end: Double, over beats: Double, lead: Double) {
        self.lead = lead
        rate = start / 60
        gain = (end * end - start * start) / 3600 / (2 * beats)
    }

    init(_ steady: Double, lead: Double) {
        self.init(steady, to: steady, over: 1, lead: lead)
    }

    /// When a beat comes; beats before 0 are the pick-up's.
    func seconds(at beat: Double) -> Double {
        lead + 2 * beat / (rate + (rate * rate + 2 * gain * beat).squareRoot())
    }
}
