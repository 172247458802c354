/// The tempo, steady or rising, and the time of every beat.
///
/// Between the first and the last beat the tempo rises by the same amount each second. With r beats a second at the start and a gained each
/// second, t seconds make b = rt + at²/2 beats, solved for t in a numerically stable form.
struct Tempo {
    /// Seconds before beat 0.
    private let lead: Double
    private let rate: Double
    private let gain: Double

    /// In beats a minute; `end` is reached after `beats` beats.
    init(_ start: Double, to end: Double, over beats: Double, lead: Double) {
        self.lead = lead
        rate = start / 60
        gain = (end * end - start * start) / 3600 / (2 * beats)
    }

    init(_ steady: Double, lead: Double) {
        self.init(steady, to: steady, over: 1, lead: lead)
    }

    /// The time of a beat in seconds; beats before 0 are the pick-up.
    func seconds(at beat: Double) -> Double {
        lead + 2 * beat / (rate + (rate * rate + 2 * gain * beat).squareRoot())
    }
}
