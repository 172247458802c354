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

extension BeatPresence {
    /// In seconds: what counts at a moment, the first moment after the first beat, and the time from one moment to the next.
    private static let (window, first, step) = (10.0, 6.0, 2.0)

    /// How likely a whole sound has a beat: the mean of what is known at moments all through the reading. 0 where none has enough beats.
    static func mean(over reading: BarReader.Reading, evidence: BeatEvidence, rises: FrameSeries) -> Float {
        let times = reading.beats.map(\.time)
        guard let start = times.first, let end = times.last else { return 0 }
        var (sum, count) = (Float(0), 0)
        for moment in stride(from: start + first, through: max(start + first, end), by: step) {
            guard let presence = presence(at: moment, in: reading, times, evidence, rises) else { continue }
            sum += presence.value
            count += 1
        }
        return count == 0 ? 0 : sum / Float(count)
    }

    /// At a moment; nil without enough beats.
    private static func presence(
        at moment: Double, in reading: BarReader.Reading, _ times: [Double], _ evidence: BeatEvidence, _ rises: FrameSeries
    ) -> BeatPresence? {
        let perSecond = Double(BeatEvidence.perSecond)
        let start = max(0, moment - window)
        let inside = times.filter { (start...moment).contains($0) }
        let (from, end) = (Int(start * perSecond), min(evidence.beat.count, rises.count, Int(moment * perSecond)))
        guard inside.count >= FoundBeats.fewest, from < end else { return nil }
        var part = reading
        part.beats = inside.map { PlacedBeat(time: $0 - start, position: 1) }
        let heard = BeatEvidence(beat: Array(evidence.beat[from..<end]), downbeat: [])
        let confidence = ReadingConfidence(part, of: part.beats.map(\.time), evidence: heard)
        let interval = GridReadings.medianInterval(inside)
        return BeatPresence(
            confidence, beats: inside.count, interval: interval,
            repetition: Repetition(of: rises, through: end, interval: interval))
    }
}
