import Music
package import Session
import Synchronization
import System

/// Sound that a client sends, in blocks that say when they were captured: the microphone of a browser, a tab, a script.
package final class SentSound: PlacedReader, Sendable {
    /// A block of raw samples, as it came.
    package struct Block: Sendable {
        /// When its first sample was captured, by our clock.
        let captured: UInt64
        let bytes: [UInt8]

        package init(captured: UInt64, bytes: [UInt8]) { (self.captured, self.bytes) = (captured, bytes) }
    }

    package enum Refusal: Error {
        /// Its time lies in the future, or long ago.
        case wrongTime
        /// More came than time passed.
        case tooMuch
    }

    private struct State {
        var sound: StampedSound
        /// What is captured at this moment of our clock, in microseconds, has position 0.
        var origin = 0.0
        /// Who sends it, a number of its own for each time that somebody begins; nil if nobody does.
        var sender: Int?
        var lastSender = 0
        /// When the last sender left.
        var leftAt: UInt64
        var sounded: UInt64?
    }

    /// Seconds; more is refused.
    private static let mostHeld = 2.0
    /// Clocks of clients are estimates.
    private static let mostAhead: UInt64 = 50_000
    private static let mostBehind: UInt64 = 2_000_000
    /// Blocks come so late at most, in microseconds and samples; then there is silence.
    private static let slack: (time: UInt64, samples: Int) = (500_000, SoundSample.perSecond / 2)

    let format: SampleFormat
    private let delay: Double
    private let clock: any HouseClock
    private let state: Mutex<State>

    /// `mode` is that of its input.
    init(_ format: SampleFormat, _ mode: LiveMode, _ clock: any HouseClock) {
        (self.format, self.clock) = (format, clock)
        delay = Double(mode.delay.microseconds)
        state = Mutex(State(sound: StampedSound(rate: format.rate), leftAt: clock.now))
    }

    /// Begins to send, in place of whoever did; the number says later who it is.
    func begin() -> Int {
        state.withLock { state in
            state.lastSender += 1
            state.sender = state.lastSender
            return state.lastSender
        }
    }

    func leave(_ sender: Int) {
        let now = clock.now
        state.withLock { state in
            guard state.sender == sender else { return }
            (state.sender, state.leftAt) = (nil, now)
        }
    }

    /// How long nobody has sent; nil while somebody does.
    var lonelyFor: Duration? {
        let now = clock.now
        return state.withLock { $0.sender == nil ? .microseconds(now - $0.leftAt) : nil }
    }

    func take(_ block: Block, from sender: Int) throws(Refusal) {
        let now = clock.now
        guard block.captured <= now + Self.mostAhead, block.captured + Self.mostBehind >= now else { throw .wrongTime }
        let sides = format.sides(of: block.bytes[...])
        let isTaken = state.withLock { state in
            guard state.sender == sender else { return true }
            guard state.sound.seconds <= Self.mostHeld else { return false }
            state.sound.add(sides, due: Double(block.captured))
            state.sounded = now
            return true
        }
        guard isTaken else { throw .tooMuch }
    }

    package func begin(heardFrom moment: ServerTime) {
        state.withLock { $0.origin = Double(moment.microseconds) - delay }
    }

    package func sound(_ samples: Range<Int>) -> PlacedSound {
        let now = clock.now
        return state.withLock { state in
            let (left, right) = state.sound.sound(
                samples, heardFrom: state.origin, silentTo: samples.upperBound - (state.sender == nil ? 0 : Self.slack.samples))
            let isGiven = state.sounded.map { now - $0 < Self.slack.time } ?? false
            return PlacedSound(left: left, right: right, isGiven: isGiven && state.sender != nil)
        }
    }

    package var trouble: String? { nil }

    package func end() {}
}
