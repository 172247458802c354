import Music
import Text

/// The message with the beats around a moment, the window.
package enum GridMessage {
    /// Most beats in a window: some 30 KB, and ten minutes at 200 beats a minute.
    private static let mostBeats = 2000
    /// A window begins this long before the position: for music that still fades, and for screens whose clock is late.
    private static let past = MediaTime(seconds: 10)
    /// What a score without an end gives of its beats: few enough to send with every change of the tempo.
    private static let future = MediaTime(seconds: 90)
    /// A window is replaced by the next this long before its last beat is due.
    private static let margin = MediaTime(seconds: 60)
    /// Least validity of a window, even if a broken grid has thousands of beats a second.
    private static let leastValidity = MediaTime(seconds: 1)
    /// Fewest beats in a window: beats are extrapolated without end from the last two.
    private static let fewestBeats = 2

    /// The window of the beats around a moment. `track` is the catalog's row of what plays, if it has one.
    package static func bytes(
        _ score: any Score, on course: Course, track: Int?, at moment: ServerTime, sent: ServerTime
    ) -> [UInt8] {
        let known = beats(of: score, on: course, at: moment)
        let window = window(known.grid, on: course, at: moment)
        let beats = known.grid.beats[window]
        let final = score.knownBeats ?? .all
        return JSON.bytes(
            GridText(
                sent: sent.microseconds, generation: course.timeline.generation.number, source: course.timeline.piece.sourceID,
                piece: course.timeline.piece, track: track, bpm: ShownTempo(known.tempo), meter: known.grid.meter,
                confidence: known.grid.confidence,
                barConfidence: known.grid.barConfidence,
                first: known.first + window.lowerBound, total: known.total, beats: beats.map(\.time.seconds),
                positions: beats.map(\.position), bars: Array(known.bars[window]), edition: final.edition,
                final: final.final < .furthest ? final.final.seconds : nil))
    }

    /// When the window around a moment should be replaced by the next; nil if it holds all beats that are known, or while paused.
    package static func validUntil(_ score: any Score, on course: Course, at moment: ServerTime) -> ServerTime? {
        let known = beats(of: score, on: course, at: moment)
        let window = window(known.grid, on: course, at: moment)
        guard window.upperBound > 0, let end = course.timeline.due(of: known.grid.beats[window.upperBound - 1].time) else {
            return nil
        }
        let isLast =
            if let total = known.total { known.first + window.upperBound >= total } else {
                // More is known by the next edition only.
                window.upperBound == known.grid.beats.count && (score.knownBeats ?? .all).through < .furthest
            }
        return isLast ? nil : max(end.earlier(margin), moment.later(leastValidity))
    }

    private static func beats(of score: any Score, on course: Course, at moment: ServerTime) -> ScoreBeats {
        let position = course.timeline.position(at: moment)
        return score.beats(around: position - course.timeline.reach(in: past)..<position + course.timeline.reach(in: future))
    }

    private static func window(_ grid: BeatGrid, on course: Course, at moment: ServerTime) -> Range<Int> {
        let start = grid.index(atOrAfter: course.timeline.position(at: moment) - course.timeline.reach(in: past))
        let first = min(start, max(0, grid.beats.count - fewestBeats))
        return first..<min(first + mostBeats, grid.beats.count)
    }
}

private struct GridText: Encodable {
    let type = "grid"
    let sent: Int64
    let generation: Int
    let source: String
    let piece: Piece
    let track: Int?
    let bpm: ShownTempo
    let meter: Int
    let confidence: Float
    let barConfidence: Float
    let first: Int
    /// Null without an end.
    let total: Int?
    let beats: [Double]
    let positions: [UInt8]
    let bars: [Int]
    let edition: Int
    /// Null where all beats are.
    let final: Double?

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: JSONName.self)
        try object.encode(type, for: "type")
        try object.encode(sent, for: "sent")
        try object.encode(generation, for: "generation")
        try object.encode(source, for: "source")
        try object.encode(piece.description, for: "piece")
        try object.encode(track, for: "track")
        try object.encode(bpm, for: "bpm")
        try object.encode(meter, for: "meter")
        try object.encode(confidence, for: "confidence")
        try object.encode(barConfidence, for: "barConfidence")
        try object.encode(first, for: "first")
        try object.encode(total, for: "total")
        try object.encode(beats, for: "beats")
        try object.encode(positions, for: "positions")
        try object.encode(bars, for: "bars")
        try object.encode(edition, for: "edition")
        try object.encode(final, for: "final")
    }
}
