package import Music
package import Session
import Synchronization
import System

/// A source of sound without an end, as rooms hear it: the house clock goes on, and more of it is known.
///
/// Position 0 is the start of this object, and positions go on with the house clock.
package final class LiveInput: Sendable {
    /// Where nobody listens, its level is enough: less than a pipe holds (64 KiB, 0.37 s), so that writers are not held up.
    private static let idleStep = Duration.milliseconds(100)

    package let source: LiveSource
    /// When its position 0 is shown, and played if our pages play it.
    package let heardFrom: ServerTime
    private let isPlayed: Bool
    private let start: ServerTime
    private let clock: any HouseClock
    private let step: Duration
    private let computed: (@Sendable (Range<Int>) -> [Float])?
    /// Held while it makes what came, which takes longer than to ask what is known.
    private let maker: Mutex<any LiveMaker>
    private let known: Mutex<Known>
    private let titleReader: Mutex<TitleWatch?>
    private let listeners = LiveListeners()
    private let over = Atomic(false)

    /// Starts now; nil for what is no name of a source.
    init?(
        _ name: String, _ mode: LiveMode, _ maker: sending any LiveMaker, titles: TitleSource? = nil, _ clock: any HouseClock
    ) {
        guard let source = LiveSource(name, start: clock.wall) else { return nil }
        (self.source, self.clock, step, computed) = (source, clock, maker.step, maker.computed)
        start = ServerTime(microseconds: Int64(clock.now))
        heardFrom = start.later(mode.delay)
        isPlayed = mode.isPlayed
        maker.begin(heardFrom: heardFrom)
        self.maker = Mutex(maker)
        known = Mutex(Known(mode))
        titleReader = Mutex(titles.map { TitleWatch(reader: $0.reader(clock)) })
        hear()
    }

    package var name: String { source.name }

    /// What is known of its frames and beats by now.
    package var score: LiveScore { known.withLock { $0.score } }

    /// What it has said that it plays.
    package var titles: LiveTitles { known.withLock { $0.titles } }

    /// Whether it sounds now.
    package var status: InputStatus { known.withLock { $0.status } }

    /// Samples of `SoundSample`'s format, counted from position 0; nil for those to come. What is forgotten is silent, and all that is heard elsewhere,
    /// which need not come first.
    package func sound(_ samples: Range<Int>) -> [Float]? {
        guard isPlayed else { return [Float](repeating: 0, count: samples.count * SoundSample.channels) }
        return known.withLock { known in
            guard samples.upperBound <= known.sound.end else { return nil }
            return computed?(samples) ?? known.sound.samples(samples)
        }
    }

    /// The number of the next sample to come.
    package var soundEnd: Int { known.withLock { $0.sound.end } }

    /// Samples from a number on, as far as they are known and not forgotten, also of what our pages do not play; and the number of the first.
    package func sound(from sample: Int) -> (first: Int, samples: [Float]) {
        known.withLock { known in
            let range = max(sample, known.sound.end - LastSound.memory)..<max(sample, known.sound.end)
            return (range.lowerBound, computed?(range) ?? known.sound.samples(range))
        }
    }

    /// Calls `news`, from any thread, whenever more is known. Returns the listener's number.
    package func listen(_ news: @escaping @Sendable () -> Void) -> Int { listeners.add(news) }

    package func forget(_ listener: Int) { listeners.remove(listener) }

    /// Hears the source until it is ended, or the task is cancelled.
    package func run() async {
        while !isOver, (try? await clock.sleep(for: listeners.isEmpty ? max(step, Self.idleStep) : step)) != nil {
            if hear() { listeners.tell() }
        }
    }

    /// Whether nothing comes any more.
    package var isOver: Bool { over.load(ordering: .acquiring) }

    /// Lets go of what the source uses: nobody hears it any more. Listeners are told once more.
    package func end() {
        over.store(true, ordering: .releasing)
        maker.withLock { $0.end() }
        titleReader.withLock { $0?.reader.end() }
        listeners.tell()
    }

    /// How long nothing has sounded; nil while it sounds.
    package var quietFor: MediaTime? {
        let now = ServerTime(microseconds: Int64(clock.now)).since(start)
        return status.quietSince.map { now - $0 }
    }

    /// Hears what came up to now; says whether that is as much as a frame, or something else to tell.
    @discardableResult
    package func hear() -> Bool {
        let position = ServerTime(microseconds: Int64(clock.now)).since(start)
        let heard = maker.withLock { $0.hear(through: position) }
        let title = titleReader.withLock { $0?.news(at: position) }
        return known.withLock { known in
            defer { known.add(heard) }
            let isNew =
                switch title {
                case .plays(let title): known.titles.add(title, from: position)
                case .nothing: known.titles.add(nil, from: position)
                case nil: false
                }
            return isNew || !heard.frames.isEmpty || heard.beats != nil || heard.status.state != known.status.state
        }
    }
}

/// Asks for titles now and then.
private struct TitleWatch {
    /// A title is late by this, and once more by it where a change is told first and what it is must be asked.
    private static let pause = MediaTime(seconds: 0.05)

    let reader: any TitleReader
    private var next = MediaTime.zero

    init(reader: any TitleReader) { self.reader = reader }

    mutating func news(at position: MediaTime) -> TitleNews? {
        guard position >= next else { return nil }
        next = position + Self.pause
        return reader.read()
    }
}

/// What is known of a source.
private struct Known {
    var score: LiveScore
    var sound = LastSound()
    var status = InputStatus()
    var titles = LiveTitles()
    private var beats: SaidBeats

    init(_ mode: LiveMode) {
        score = LiveScore(isPlayed: mode.isPlayed)
        beats = SaidBeats(delay: mode.beatDelay)
    }

    mutating func add(_ heard: Heard) {
        if let restart = heard.restart {
            score = score.skipping(to: restart.frame)
            sound = LastSound(from: restart.sample)
        }
        score.append(heard.frames)
        switch heard.sound {
        case .samples(let left, let right): sound.append(left, right)
        case .computed(let end): sound.end = end
        }
        switch heard.beats {
        case .forecast(let forecast): beats.take(forecast, for: &score)
        case .certain(let beats, let final, let through): score.foretell(beats, final: final, through: through)
        case nil: break
        }
        status = heard.status
    }
}

/// The last seconds of a sound, in `SoundSample`'s format.
private struct LastSound {
    /// More than it is heard later than it comes, also at half the speed for a while.
    static let memory = SoundSample.perSecond * 20

    /// Empty until something is kept.
    private var ring: [Float] = []
    var end: Int

    init(from sample: Int = 0) { end = sample }

    mutating func append(_ left: [Float], _ right: [Float]) {
        if ring.isEmpty { ring = [Float](repeating: 0, count: Self.memory * SoundSample.channels) }
        for (left, right) in zip(left, right) {
            let place = end % Self.memory * SoundSample.channels
            (ring[place], ring[place + 1]) = (left, right)
            end += 1
        }
    }

    func samples(_ samples: Range<Int>) -> [Float] {
        var sound: [Float] = []
        sound.reserveCapacity(samples.count * SoundSample.channels)
        for sample in samples {
            let isKept = !ring.isEmpty && sample >= max(0, end - Self.memory)
            for channel in 0..<SoundSample.channels {
                sound.append(isKept ? ring[sample % Self.memory * SoundSample.channels + channel] : 0)
            }
        }
        return sound
    }
}
