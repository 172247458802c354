import Music
import Text

/// The message for a beat.
package enum BeatMessage {
    /// Beat `index` of these beats, on a running course.
    package static func bytes(_ beats: ScoreBeats, on course: Course, beat index: Int, sent: ServerTime) -> [UInt8] {
        let beat = beats.grid.beats[index]
        guard let due = course.timeline.due(of: beat.time) else {
            preconditionFailure("no beat is due while the music stands still")
        }
        return JSON.bytes(
            BeatText(
                sent: sent.microseconds, due: due.microseconds, generation: course.timeline.generation.number,
                source: course.timeline.piece.sourceID, beat: beats.first + index, bar: beats.bars[index], position: beat.position,
                bpm: ShownTempo(beats.grid.tempo(around: index).map { $0 * course.timeline.rate.speed })))
    }
}

/// A tempo in messages: three decimals, null if there is none.
struct ShownTempo: Encodable {
    let beatsPerMinute: Double?

    init(_ tempo: Double?) {
        beatsPerMinute = tempo.map { ($0 * 1000).rounded() / 1000 }
    }

    func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        try value.encode(beatsPerMinute)
    }
}

private struct BeatText: Encodable {
    let type = "beat"
    let sent: Int64
    let due: Int64
    let generation: Int
    let source: String
    let beat: Int
    let bar: Int
    let position: UInt8
    let bpm: ShownTempo
}
