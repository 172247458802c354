import Music
import Session
package import System

extension LiveInput {
    /// A tone that never ends, to try live sources without one: it is made as the house clock goes on, and heard two seconds later.
    package static func tone(_ name: String, _ clock: any HouseClock) -> LiveInput? {
        LiveInput(name, .played(after: ToneMaker.delay), ToneMaker(), clock)
    }
}

/// Makes the tone.
final class ToneMaker: LiveMaker {
    static let delay = LiveMode.usualDelay
    /// How far ahead of what is made its beats are predicted.
    static let foresight = MediaTime(seconds: 4)
    /// Its beats are predicted anew so often, in frames.
    private static let edition = SpectrumFrame.perSecond
    /// Beats stay as long as the frames, and a bar longer: phases need those on both sides.
    private static let remembered = LiveScore.memory + MediaTime(seconds: 4)

    let step = Duration.milliseconds(250)
    let computed: (@Sendable (Range<Int>) -> [Float])? = { Tone.sound($0) }
    /// Frames so far.
    private var count = 0

    func hear(through position: MediaTime) -> Heard {
        var heard = Heard(sound: .computed(end: SoundSample.first(from: position)))
        heard.status = InputStatus(state: .sounding, peak: Tone.peak, quietSince: nil)
        let end = Int(position.microseconds * Int64(SpectrumFrame.perSecond) / 1_000_000) + 1
        // After a long sleep only what will be remembered.
        let skipped = end - LiveScore.allFrames
        if count < skipped {
            count = skipped
            heard.restart = (skipped, 0)
        }
        guard count < end else { return heard }
        heard.frames = Tone.frames(count..<end)
        if count == 0 || count / Self.edition < end / Self.edition {
            let through = position + Self.foresight
            heard.beats = .certain(
                Tone.beats(from: position - Self.remembered, through: through), final: position, through: through)
        }
        count = end
        return heard
    }

    func end() {}
}
