private import Glibc
import Music
import Session

/// A tone of 220 Hz that swells softly every half second, in bars of four: what it sounds and looks like at each position.
enum Tone {
    static let frequency = 220
    static let beat = MediaTime(seconds: 0.5)
    static let meter = 4

    /// Full scale is 1.
    private static let amplitude = 0.1
    /// How much an accent adds, on the first beat of a bar and on the others, and how soon a third of it is left, in seconds.
    private static let accents = (first: 0.05, other: 0.025)
    private static let decay = 0.1
    /// An accent begins so softly that it does not click, in seconds.
    private static let attack = 0.005
    /// How steeply the spectrum falls around the tone, in level steps per band: as far as a window's leakage.
    private static let slope = 40

    /// Its loudest sample, in decibels below full scale.
    static let peak = 20 * log10(amplitude + accents.first)

    /// The wave repeats after so many samples: 11 periods.
    private static let cycle = 2400
    private static let wave = (0..<cycle).map { index in sin(2 * .pi * Double(frequency * index) / Double(SoundSample.perSecond)) }
    /// How loud it is at each sample of a bar.
    private static let envelope = (0..<barLength).map { Float(strength(at: Double($0) / Double(SoundSample.perSecond))) }
    private static let barLength = SoundSample.perSecond * 2

    /// Interleaved left and right. Before position 0 there is silence.
    static func sound(_ samples: Range<Int>) -> [Float] {
        samples.flatMap { index -> [Float] in
            let sample = index < 0 ? 0 : envelope[index % barLength] * Float(wave[index % cycle])
            return [sample, sample]
        }
    }

    /// Frames in the layout of an analysis.
    static func frames(_ frames: Range<Int>) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(frames.count * SpectrumFrame.byteCount)
        for frame in frames { bytes += bar[frame % bar.count] }
        return bytes
    }

    /// The frames of a bar: all bars look the same. Levels are those that an analysis of the sound finds; the onset is that of the tone's
    /// own band, since its average over all bands would move no picture.
    private static let bar = (0..<SpectrumFrame.perSecond * 2).map { frame -> [UInt8] in
        let seconds = Double(frame) / Double(SpectrumFrame.perSecond)
        let (now, before) = (strength(at: seconds), strength(at: seconds - 1 / Double(SpectrumFrame.perSecond)))
        let level = SpectrumFrame.byte(ofLevel: Float(20 * log10(now)))
        let bands = (0..<SpectrumFrame.bandCount).map { UInt8(max(0, Int(level) - slope * abs($0 - band))) }
        return bands + [level, SpectrumFrame.byte(ofOnset: Float(max(0, pow(now, 0.75) - pow(before, 0.75))))]
    }

    /// The beats from one position to another, both included.
    static func beats(from first: MediaTime, through last: MediaTime) -> ScoreBeats {
        let numbers = Int(max(0, first.microseconds / beat.microseconds))...Int(max(0, last.microseconds / beat.microseconds))
        let beats = numbers.map { number in
            Beat(time: MediaTime(microseconds: Int64(number) * beat.microseconds), position: UInt8(number % meter + 1))
        }
        return ScoreBeats(
            BeatGrid(beats: beats, meter: meter, confidence: 1), first: numbers.lowerBound,
            bars: numbers.map { $0 / meter + 1 }, tempo: 60 / beat.seconds)
    }

    /// The band that the tone lies in: ln(220 / 40) / ln(16000 / 40) of all.
    private static let band = 18

    /// The amplitude at a moment of a bar.
    private static func strength(at seconds: Double) -> Double {
        let place = seconds < 0 ? seconds + Double(meter) * beat.seconds : seconds
        let age = place.truncatingRemainder(dividingBy: beat.seconds)
        let accent = place < beat.seconds ? accents.first : accents.other
        return amplitude + accent * min(1, age / attack) * exp(-age / decay)
    }
}
