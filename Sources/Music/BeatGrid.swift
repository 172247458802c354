/// The beats found in a track, in order, and the confidence in them.
package struct BeatGrid: Hashable, Sendable {
    /// Below this confidence beats are in doubt: they are more likely wrong than helpful.
    private static let confidenceFloor: Float = 0.45

    /// No beats: silence, speech, or music whose beat was not found.
    package static let none = BeatGrid(beats: [], meter: 0, confidence: 0)

    /// Strictly ascending in time.
    package var beats: [Beat]
    /// Beats in most of the bars; 0 if bars are not known.
    package var meter: Int
    /// 0...1, about the probability that the beats are those a listener would tap, at the same level.
    package var confidence: Float
    /// 0...1, about the probability that a bar begins where the grid says.
    package var barConfidence: Float

    /// Without a confidence of their own, bars are as sure as the beats.
    package init(beats: [Beat], meter: Int, confidence: Float, barConfidence: Float? = nil) {
        self.beats = beats
        self.meter = meter
        self.confidence = confidence
        self.barConfidence = barConfidence ?? confidence
    }

    /// The grid without the beats before the sound begins and after it ends, where nobody taps. Music may be so quiet that its bounds
    /// are not known.
    package func within(_ sound: SoundBounds?) -> BeatGrid {
        guard let sound else { return self }
        let heard = sound.start - Self.edge...max(sound.start, sound.end) + Self.edge
        var grid = self
        grid.beats.removeAll { !heard.contains($0.time) }
        return grid.beats.count < 2 ? .none : grid
    }

    /// A beat may be found this far beside the first or last sound.
    private static let edge = MediaTime(microseconds: 70_000)

    /// Whether there are beats, but they are in doubt.
    package var isDoubtful: Bool { !beats.isEmpty && confidence < Self.confidenceFloor }

    /// The grid without beats that are in doubt; the confidence stays.
    package var sure: BeatGrid {
        isDoubtful ? BeatGrid(beats: [], meter: 0, confidence: confidence, barConfidence: barConfidence) : self
    }

    package var downbeats: [MediaTime] { beats.filter(\.isDownbeat).map(\.time) }

    /// The median tempo in beats a minute; nil with fewer than two beats.
    package var tempo: Double? {
        let intervals = intervals
        return intervals.isEmpty ? nil : 60 / Self.median(intervals)
    }

    /// The intervals of two bars of most music. A single interval is too noisy: beats are only known to about a millisecond.
    private static let localIntervals = 8

    /// The tempo around a beat in beats a minute, over the intervals of two bars; nil if the grid has only one beat.
    package func tempo(around beat: Int) -> Double? {
        guard beats.count > 1 else { return nil }
        let last = min(max(beat - Self.localIntervals / 2, 0) + Self.localIntervals, beats.count - 1)
        let first = max(last - Self.localIntervals, 0)
        return 60 * Double(last - first) / (beats[last].time - beats[first].time).seconds
    }

    /// The first beat at or after a moment, or the number of beats if there is none. Takes logarithmic time.
    package func index(atOrAfter time: MediaTime) -> Int {
        countOfBeats(through: MediaTime(microseconds: time.microseconds - 1))
    }

    /// The slowest and the fastest tempo of any eight intervals in a row, in beats a minute; nil with fewer than two beats.
    package var tempoRange: ClosedRange<Double>? {
        let intervals = intervals
        guard !intervals.isEmpty else { return nil }
        let run = min(8, intervals.count)
        var slowest = Double.infinity
        var fastest = 0.0
        for start in 0...intervals.count - run {
            let tempo = 60 / Self.median(Array(intervals[start..<start + run]))
            slowest = min(slowest, tempo)
            fastest = max(fastest, tempo)
        }
        return slowest...fastest
    }

    private var intervals: [Double] {
        zip(beats, beats.dropFirst()).map { ($1.time - $0.time).seconds }
    }

    /// The middle value, or the mean of the two in the middle; of at least one value.
    package static func median(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    }
}

extension BeatGrid: Codable {
    private enum Key: String, CodingKey { case beats, meter, confidence, barConfidence }

    /// Throws if the beats are in disorder, which only damaged data is.
    package init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: Key.self)
        beats = try object.decode([Beat].self, forKey: .beats)
        meter = try object.decode(Int.self, forKey: .meter)
        confidence = try object.decode(Float.self, forKey: .confidence)
        barConfidence = try object.decode(Float.self, forKey: .barConfidence)
        guard zip(beats, beats.dropFirst()).allSatisfy({ $0.time < $1.time }), (0...Int(UInt8.max)).contains(meter) else {
            throw DecodingError.dataCorruptedError(forKey: .beats, in: object, debugDescription: "the beats are in disorder")
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(beats, forKey: .beats)
        try object.encode(meter, forKey: .meter)
        try object.encode(confidence, forKey: .confidence)
        try object.encode(barConfidence, forKey: .barConfidence)
    }
}
