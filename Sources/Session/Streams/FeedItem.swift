import Music
package import Text

/// What a feed tells of a course: values, below any encoding.
package enum FeedItem: Sendable {
    /// Some frames of a score.
    case frames(any Score, FrameForm, on: Course, Range<Int>)
    /// A beat, by its index among these.
    case beat(ScoreBeats, on: Course, Int)
    /// A line of the lyrics, by its index.
    case line(Lyrics, on: Course, Int)
    /// A cue of a plan, by its index.
    case cue(PicturePlan, ScoreBeats, on: Course, Int)

    /// The item as a message of the protocol.
    package func bytes(sent: ServerTime) -> [UInt8] {
        switch self {
        case .frames(let score, let form, let course, let frames):
            form.isText
                ? FramePacket.text(score, form, on: course, frames: frames, sent: sent)
                : FramePacket.binary(score, form, on: course, frames: frames, sent: sent)
        case .beat(let beats, let course, let index): BeatMessage.bytes(beats, on: course, beat: index, sent: sent)
        case .line(let lyrics, let course, let index): LineMessage.bytes(lyrics, on: course, line: index, sent: sent)
        case .cue(let plan, let beats, let course, let index): CueMessage.bytes(plan, beats, on: course, cue: index, sent: sent)
        }
    }
}
