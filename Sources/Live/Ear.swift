import Analysis
private import Glibc
import Music
import Session
import Signal
package import System

extension LiveInput {
    /// Raw samples.
    package convenience init?(
        _ name: String, _ reader: sending some InputReader, as format: SampleFormat = .usual, mode: LiveMode = .usual,
        titles: TitleSource? = nil, _ clock: any HouseClock
    ) {
        self.init(name, mode, Ear(reader, format, mode), titles: titles, clock)
    }

    /// Samples that say when they are heard.
    package convenience init?(
        _ name: String, placed reader: sending some PlacedReader, as format: SampleFormat, mode: LiveMode,
        titles: TitleSource? = nil,
        _ clock: any HouseClock
    ) {
        self.init(name, mode, Ear(placed: reader, format, mode), titles: titles, clock)
    }
}

/// Reads raw samples, and makes sound, frames and predictions of beats of them.
///
/// A sound begins where it came, and then its samples are counted, as long as they come in time. Where nobody writes, or too slowly, there is
/// silence; who writes faster waits.
package final class Ear: LiveMaker {
    /// Samples of a second.
    private static let rate = SoundSample.perSecond
    /// How late samples may come before there is silence instead.
    private static let slack = rate / 2
    /// What is heard in the room is looked at twice a second: what always waits, and what comes a little sooner than it is counted, in seconds, makes its
    /// picture late, and is left out. What comes much sooner comes in bursts.
    private static let haste = (window: rate / 2, most: 0.002, burst: 0.03)
    /// More than that at once is left out: the process stood still.
    private static let most = rate * 10
    /// What is softer is silence, in full scale: 70 dB below it.
    private static let silence: Float = 0.000_316
    /// Silence that lasts so long is no rest of the music.
    private static let rest = MediaTime(seconds: 1)
    /// What the shown peak is a second later, if nothing is louder: 12 dB less, so that people can read it.
    private static let fall: Float = 0.25

    /// What waits is read so often: less than a pipe holds (64 KiB, 0.37 s), so that writers are not held up; more often where each moment counts.
    let step: Duration
    let computed: (@Sendable (Range<Int>) -> [Float])? = nil

    /// Where the samples come from.
    enum Source {
        /// They are counted from when they came.
        case counted(any InputReader)
        case placed(any PlacedReader)
    }

    private let source: Source
    private let format: SampleFormat
    private let mode: LiveMode
    private var parts: Parts
    /// Where the parts begin.
    private var origin = MediaTime.zero
    /// Samples so far, silence included.
    private var count = 0
    /// The clock of the writer who gave the last samples; nil if nobody did.
    private var pace: Pace?
    /// The least that has waited within so many samples, and how much sooner some came than they are counted, in seconds.
    private var waited = (least: Double.infinity, soonest: -Double.infinity, within: 0)
    /// The first bytes of a sample whose others are still to come.
    private var begun: [UInt8] = []
    private var quietSince: MediaTime? = .zero
    private var last = InputStatus()
    private var peak: Float = 0

    /// What depends on all samples since they began.
    private struct Parts: ~Copyable {
        var left: SincResampler
        var right: SincResampler
        var mono = SincResampler(from: rate, to: LiveBeatTracker.sampleRate)
        var spectrum: SpectrumAnalyzer
        var tracker: LiveBeatTracker

        init(from input: Int, _ mode: LiveMode) {
            left = SincResampler(from: input, to: rate)
            right = left
            spectrum = SpectrumAnalyzer(sampleRate: LiveBeatTracker.sampleRate, mode.isHasty ? .ending : .centred)
            tracker = LiveBeatTracker(delay: mode.hindsight.seconds)
        }
    }

    /// What one call hears.
    private struct Sound {
        var left: [Float] = []
        var right: [Float] = []
    }

    convenience init(_ reader: sending some InputReader, _ format: SampleFormat, _ mode: LiveMode) {
        self.init(.counted(reader), format, mode)
    }

    convenience init(placed reader: sending some PlacedReader, _ format: SampleFormat, _ mode: LiveMode) {
        self.init(.placed(reader), format, mode)
    }

    private init(_ source: Source, _ format: SampleFormat, _ mode: LiveMode) {
        (self.source, self.format, self.mode) = (source, format, mode)
        step = .milliseconds(mode.isHasty ? 5 : 100)
        parts = Parts(from: format.rate, mode)
    }

    func begin(heardFrom moment: ServerTime) {
        if case .placed(let reader) = source { reader.begin(heardFrom: moment) }
    }

    func end() {
        switch source {
        case .counted(let reader): reader.end()
        case .placed(let reader): reader.end()
        }
    }

    func hear(through position: MediaTime) -> Heard {
        let end = Int(position.microseconds * Int64(Self.rate) / 1_000_000)
        var restart: (frame: Int, sample: Int)?
        if end - count > Self.most { restart = skip(to: end) }
        let first = count
        var sound = Sound()
        switch source {
        case .placed(let reader): take(until: end, of: reader, &sound)
        case .counted(let reader):
            read(until: end, of: reader, &sound)
            keepPace(until: end, after: count - first, of: reader)
        }
        return heard(sound, restart)
    }

    private func read(until end: Int, of reader: any InputReader, _ sound: inout Sound) {
        while count < end {
            let wanted = max(1, Int(Double((end - count) * format.rate) / Double(Self.rate) * parts.left.speed))
            switch reader.read(wanted * format.unit - begun.count) {
            case .bytes(let bytes):
                if pace == nil {
                    pace = Pace()
                    // The last of them came just now.
                    addSilence(wanted - bytes.count / format.unit, &sound)
                }
                let sides = format.sides(of: bytes, after: &begun)
                add(sides.left, sides.right, &sound)
            case .nothing:
                if pace != nil && end - count < Self.slack { return }
                fall(silentFor: wanted, &sound)
            case .noWriter:
                begun = []
                fall(silentFor: wanted, &sound)
            }
        }
    }

    /// Takes sound that has its place: no pace has to be kept.
    private func take(until end: Int, of reader: any PlacedReader, _ sound: inout Sound) {
        guard count < end else { return }
        let placed = reader.sound(count..<end)
        sound.left += placed.left
        sound.right += placed.right
        count += placed.left.count
        pace = placed.isGiven ? pace ?? Pace() : nil
    }

    private func fall(silentFor samples: Int, _ sound: inout Sound) {
        pace = nil
        addSilence(samples, &sound)
    }

    private func addSilence(_ samples: Int, _ sound: inout Sound) {
        let silence = [Float](repeating: 0, count: max(0, samples))
        add(silence, silence, &sound)
    }

    private func add(_ left: [Float], _ right: [Float], _ sound: inout Sound) {
        let before = sound.left.count
        parts.left.push(left.span, into: &sound.left)
        parts.right.push(right.span, into: &sound.right)
        count += sound.left.count - before
    }

    /// Reads a little faster or slower where the writer's clock is not ours.
    private func keepPace(until end: Int, after samples: Int, of reader: any InputReader) {
        let waiting = Double(reader.waiting / format.unit) / Double(format.rate)
        let late = Double(end - count) / Double(Self.rate)
        if mode.isHasty { hurry(waiting, late, after: samples, of: reader) }
        pace?.hear(waiting - late, after: Double(samples) / Double(Self.rate))
        parts.left.speed = pace?.speed ?? 1
        parts.right.speed = parts.left.speed
    }

    private func hurry(_ waiting: Double, _ late: Double, after samples: Int, of reader: any InputReader) {
        waited = (min(waited.least, waiting), max(waited.soonest, waiting - late), waited.within + samples)
        guard waited.within >= Self.haste.window else { return }
        let needless = max(waited.least, waited.soonest < Self.haste.burst ? waited.soonest : 0)
        if needless > Self.haste.most { leaveOut(Int(needless * Double(format.rate)), of: reader) }
        waited = (.infinity, -.infinity, 0)
    }

    /// Leaves out samples that are there, or come next: what is counted from then on came later.
    private func leaveOut(_ samples: Int, of reader: any InputReader) {
        if case .bytes(let bytes) = reader.read(samples * format.unit) {
            begun = (begun + bytes).suffix((begun.count + bytes.count) % format.unit)
        }
        pace = pace.map { _ in Pace() }
    }

    private func heard(_ sound: Sound, _ restart: (frame: Int, sample: Int)?) -> Heard {
        let mono = zip(sound.left, sound.right).map { ($0 + $1) / 2 }
        var slower: [Float] = []
        parts.mono.push(mono.span, into: &slower)
        var heard = Heard(restart: restart, sound: .samples(sound.left, sound.right))
        parts.spectrum.push(slower.span, into: &heard.frames)
        heard.beats = parts.tracker.push(slower.span).last.map { .forecast($0.later(by: origin + mode.beatDelay - mode.delay)) }
        heard.status = status(of: sound)
        return heard
    }

    private func status(of sound: Sound) -> InputStatus {
        // What is a little late says nothing.
        if pace != nil, sound.left.isEmpty { return last }
        let loudest = max(Self.loudest(sound.left), Self.loudest(sound.right))
        let now = SoundSample.time(of: count)
        if loudest > Self.silence { quietSince = nil } else if quietSince == nil { quietSince = now }
        peak = max(loudest, peak * pow(Self.fall, Float(sound.left.count) / Float(Self.rate)))
        var status = InputStatus(quietSince: quietSince)
        if peak > Self.silence { status.peak = Double(20 * log10(peak)) }
        if pace == nil {
            status.trouble =
                switch source {
                case .counted(let reader): reader.trouble
                case .placed(let reader): reader.trouble
                }
        } else {
            status.state = quietSince.map { now - $0 >= Self.rest } ?? false ? .silent : .sounding
        }
        last = status
        return status
    }

    private static func loudest(_ samples: [Float]) -> Float { samples.reduce(0) { max($0, abs($1)) } }

    /// Begins anew at the last whole second before a moment.
    private func skip(to end: Int) -> (frame: Int, sample: Int) {
        let second = end / Self.rate
        count = second * Self.rate
        origin = MediaTime(microseconds: Int64(second) * 1_000_000)
        parts = Parts(from: format.rate, mode)
        (begun, pace) = ([], nil)
        return (second * SpectrumFrame.perSecond, count)
    }
}

extension BeatForecast {
    /// The same, later.
    fileprivate func later(by origin: MediaTime) -> BeatForecast {
        var forecast = self
        forecast.heard = heard + origin
        forecast.through = through + origin
        forecast.beats = beats.map { Beat(time: $0.time + origin, position: $0.position) }
        return forecast
    }
}
