import Analysis
package import Music
import Session

/// Makes the sound of an input, its frames and its beats, as the house clock goes on. To add a kind of input that gives bytes, conform to `InputReader`.
protocol LiveMaker: AnyObject {
    /// How often it is asked.
    var step: Duration { get }
    /// Its samples, where they follow from their numbers; nil where they come with what is heard.
    var computed: (@Sendable (Range<Int>) -> [Float])? { get }
    /// Position 0 is heard at this moment; called once, before it is asked.
    func begin(heardFrom moment: ServerTime)
    /// What came from the last call up to a position.
    func hear(through position: MediaTime) -> Heard
    /// Lets go of what it uses.
    func end()
}

extension LiveMaker {
    func begin(heardFrom moment: ServerTime) {}
}

/// What was heard at a time.
struct Heard {
    enum Sound {
        /// In `SoundSample`'s format, left and right.
        case samples([Float], [Float])
        /// They follow from their numbers, up to this one.
        case computed(end: Int)
    }

    enum Beats {
        /// The newest that can be said of them.
        case forecast(BeatForecast)
        case certain(ScoreBeats, final: MediaTime, through: MediaTime)
    }

    /// Set where a stretch before was left out: the numbers of the first frame and of the first sample after it.
    var restart: (frame: Int, sample: Int)?
    /// In the layout of an analysis.
    var frames: [UInt8] = []
    var sound: Sound
    var beats: Beats?
    var status = InputStatus()
}

/// Whether an input sounds.
package struct InputStatus: Equatable, Sendable {
    package enum State: String, Sendable {
        /// Nobody gives sound.
        case absent
        /// What comes has been silent for a while.
        case silent
        case sounding
    }

    package var state = State.absent
    /// The loudest sample of the last moment, in decibels below full scale; nil for silence.
    package var peak: Double?
    /// Since when nothing sounds, as a position; nil while it does.
    package var quietSince: MediaTime? = .zero
    /// Why nobody gives sound, as far as is known.
    package var trouble: String?
}
