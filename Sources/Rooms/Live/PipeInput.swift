import Analysis
package import Music
package import Session
import Signal
import Synchronization
package import System
package import Workers

/// What programs write into a named pipe: raw samples, 16 bits (little-endian), stereo, 44,100 a second. It is heard two seconds after it
/// came. Where nobody writes, or too slowly, there is silence; who writes faster waits.
///
/// Position 0 is the start of this object, and positions go on with the house clock: a sound begins where it came, and then its samples
/// are counted, as long as they come in time.
package final class PipeInput: LiveInput {
    /// How much later it is heard than it comes.
    package static let delay = MediaTime(seconds: 2)
    /// The pipe is emptied so often: less than it holds (64 KiB, 0.37 s), so that writers are not held up.
    private static let step = Duration.milliseconds(100)

    package let source: LiveSource
    package let heardFrom: ServerTime
    private let start: ServerTime
    private let clock: any HouseClock
    private let pipe: NamedPipe
    private let ear = Mutex(Ear())
    private let known = Mutex(Known(delay: delay))
    private let listeners = LiveListeners()

    /// Starts now; nil for what is no name of a source.
    package init?(_ name: String, _ pipe: NamedPipe, _ clock: any HouseClock) {
        guard let source = LiveSource(name, start: clock.wall) else { return nil }
        (self.source, self.pipe, self.clock) = (source, pipe, clock)
        start = ServerTime(microseconds: Int64(clock.now))
        heardFrom = start.later(Self.delay)
    }

    package var score: LiveScore { known.withLock { $0.score } }

    package func sound(_ samples: Range<Int>) -> SoundFeed.Answer { known.withLock { $0.sound.samples(samples) } }

    package func listen(_ news: @escaping @Sendable () -> Void) -> Int { listeners.add(news) }

    package func forget(_ listener: Int) { listeners.remove(listener) }

    package func run() async {
        // Ends when the task is cancelled.
        while (try? await clock.sleep(for: Self.step)) != nil {
            hear()
            listeners.tell()
        }
    }

    /// Hears what came up to now.
    package func hear() {
        let position = ServerTime(microseconds: Int64(clock.now)).since(start)
        let heard = ear.withLock { $0.hear(pipe, at: position) }
        known.withLock { $0.add(heard) }
    }
}

/// What was heard at a time.
private struct Heard {
    /// Set where a stretch before was left out: the numbers of the first frame and of the first sample after it.
    var restart: (frame: Int, sample: Int)?
    /// In the layout of an analysis.
    var frames: [UInt8] = []
    /// In `SoundSample`'s format, left and right.
    var left: [Float] = []
    var right: [Float] = []
    /// The newest that can be said of the beats.
    var forecast: BeatForecast?
}

/// Reads a pipe, and makes frames, sound and predictions of beats of it.
private struct Ear: ~Copyable {
    private static let rate = 44_100
    /// A sample of each channel.
    private static let unit = 4
    /// How late samples may come before there is silence instead.
    private static let slack = rate / 2
    /// More than that at once is left out: the process stood still.
    private static let most = rate * 10

    private var spectrum = SpectrumAnalyzer(sampleRate: rate)
    private var tracker = LiveBeatTracker(delay: PipeInput.delay.seconds)
    /// Where the tracker's sound begins.
    private var origin = MediaTime.zero
    private var left = SincResampler(from: rate, to: SoundSample.perSecond)
    private var right = SincResampler(from: rate, to: SoundSample.perSecond)
    /// Samples so far, silence included.
    private var count = 0
    /// Whether the last samples were a writer's.
    private var flows = false
    /// The first bytes of a sample whose others are still to come.
    private var rest: [UInt8] = []

    mutating func hear(_ pipe: NamedPipe, at position: MediaTime) -> Heard {
        var heard = Heard()
        let end = Int(position.microseconds * Int64(Self.rate) / 1_000_000)
        if end - count > Self.most { skip(to: end, &heard) }
        while count < end {
            switch pipe.read((end - count) * Self.unit - rest.count) {
            case .bytes(let bytes):
                flows = true
                add(bytes, &heard)
            case .nothing:
                if flows && end - count < Self.slack { return heard }
                fall(silentUntil: end, &heard)
            case .noWriter:
                rest = []
                fall(silentUntil: end, &heard)
            }
        }
        return heard
    }

    private mutating func fall(silentUntil end: Int, _ heard: inout Heard) {
        flows = false
        let silence = [Float](repeating: 0, count: end - count)
        add(silence, silence, &heard)
    }

    private mutating func add(_ bytes: [UInt8], _ heard: inout Heard) {
        let bytes = rest + bytes
        let whole = bytes.count / Self.unit * Self.unit
        rest = Array(bytes[whole...])
        func side(_ offset: Int) -> [Float] {
            stride(from: offset, to: whole, by: Self.unit).map { place in
                Float(Int16(bitPattern: UInt16(bytes[place]) | UInt16(bytes[place + 1]) << 8)) / 32_768
            }
        }
        add(side(0), side(2), &heard)
    }

    private mutating func add(_ left: [Float], _ right: [Float], _ heard: inout Heard) {
        let mono = zip(left, right).map { ($0 + $1) / 2 }
        spectrum.push(mono.span, into: &heard.frames)
        self.left.push(left.span, into: &heard.left)
        self.right.push(right.span, into: &heard.right)
        if let forecast = tracker.push(mono.span).last { heard.forecast = forecast.later(by: origin) }
        count += left.count
    }

    /// Begins anew at the last whole second before a moment.
    private mutating func skip(to end: Int, _ heard: inout Heard) {
        let second = end / Self.rate
        heard.restart = (second * SpectrumFrame.perSecond, second * SoundSample.perSecond)
        heard.forecast = nil
        spectrum = SpectrumAnalyzer(sampleRate: Self.rate)
        tracker = LiveBeatTracker(delay: PipeInput.delay.seconds)
        origin = MediaTime(microseconds: Int64(second) * 1_000_000)
        left = SincResampler(from: Self.rate, to: SoundSample.perSecond)
        right = left
        count = second * Self.rate
    }
}

/// What is known of a pipe's sound.
private struct Known {
    var score = LiveScore()
    var sound = LastSound()
    private var beats: SaidBeats

    init(delay: MediaTime) {
        beats = SaidBeats(delay: delay)
    }

    mutating func add(_ heard: Heard) {
        if let restart = heard.restart {
            score = score.skipping(to: restart.frame)
            sound = LastSound(from: restart.sample)
        }
        score.append(heard.frames)
        sound.append(heard.left, heard.right)
        if let forecast = heard.forecast { beats.take(forecast, for: &score) }
    }
}

extension BeatForecast {
    /// The same of a sound that begins later.
    fileprivate func later(by origin: MediaTime) -> BeatForecast {
        var forecast = self
        forecast.heard = heard + origin
        forecast.through = through + origin
        forecast.beats = beats.map { Beat(time: $0.time + origin, position: $0.position) }
        return forecast
    }
}

/// The last seconds of a sound, in `SoundSample`'s format.
private struct LastSound {
    /// More than it is heard later than it comes, also at half the speed for a while.
    private static let memory = SoundSample.perSecond * 20

    private var ring = [Float](repeating: 0, count: memory * SoundSample.channels)
    private var end: Int

    init(from sample: Int = 0) { end = sample }

    mutating func append(_ left: [Float], _ right: [Float]) {
        for (left, right) in zip(left, right) {
            let place = end % Self.memory * SoundSample.channels
            (ring[place], ring[place + 1]) = (left, right)
            end += 1
        }
    }

    func samples(_ samples: Range<Int>) -> SoundFeed.Answer {
        guard samples.upperBound <= end else { return .notYet }
        var sound: [Float] = []
        sound.reserveCapacity(samples.count * SoundSample.channels)
        for sample in samples {
            let isKept = sample >= max(0, end - Self.memory)
            for channel in 0..<SoundSample.channels {
                sound.append(isKept ? ring[sample % Self.memory * SoundSample.channels + channel] : 0)
            }
        }
        return .samples(sound)
    }
}
