package import Music
package import Session
import Synchronization
package import System
package import Workers

/// A tone that never ends, to try live sources without one: it is made as the house clock goes on, and heard two seconds later.
package final class ToneInput: LiveInput {
    /// How much later it is heard than it is made.
    package static let delay = MediaTime(seconds: 2)
    /// How far ahead of what is made its beats are predicted.
    package static let foresight = MediaTime(seconds: 4)
    /// How much is made at a time.
    private static let step = Duration.milliseconds(250)
    /// Its beats are predicted anew so often, in frames.
    private static let edition = SpectrumFrame.perSecond
    /// Beats stay as long as the frames, and a bar longer: phases need those on both sides.
    private static let remembered = LiveScore.memory + MediaTime(seconds: 4)

    package let source: LiveSource
    package let heardFrom: ServerTime
    private let start: ServerTime
    private let clock: any HouseClock
    private let known = Mutex(LiveScore())
    private let listeners = LiveListeners()

    /// Starts now; nil for what is no name of a source.
    package init?(_ name: String, _ clock: any HouseClock) {
        guard let source = LiveSource(name, start: clock.wall) else { return nil }
        self.source = source
        self.clock = clock
        start = ServerTime(microseconds: Int64(clock.now))
        heardFrom = start.later(Self.delay)
        make()
    }

    package var score: LiveScore { known.withLock { $0 } }

    package func sound(_ samples: Range<Int>) -> SoundFeed.Answer {
        SoundSample.time(of: samples.upperBound) <= made ? .samples(Tone.sound(samples)) : .notYet
    }

    package func listen(_ news: @escaping @Sendable () -> Void) -> Int { listeners.add(news) }

    package func forget(_ listener: Int) { listeners.remove(listener) }

    package func run() async {
        // Ends when the task is cancelled.
        while (try? await clock.sleep(for: Self.step)) != nil {
            make()
            listeners.tell()
        }
    }

    /// Makes the frames up to now, and predicts the beats.
    package func make() {
        let made = made
        known.withLock { score in
            let end = Int(made.microseconds * Int64(SpectrumFrame.perSecond) / 1_000_000) + 1
            // After a long sleep only what will be remembered.
            let skipped = end - LiveScore.allFrames
            if score.frames.upperBound < skipped { score = score.skipping(to: skipped) }
            let first = score.frames.upperBound
            guard first < end else { return }
            score.append(Tone.frames(first..<end))
            guard score.knownBeats == nil || first / Self.edition < end / Self.edition else { return }
            let through = made + Self.foresight
            score.foretell(
                Tone.beats(from: made - Self.remembered, through: through), final: made, through: through)
        }
    }

    /// The position up to which the tone is made.
    private var made: MediaTime { ServerTime(microseconds: Int64(clock.now)).since(start) }
}
