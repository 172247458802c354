import Glibc
import Music
import Signal

/// Where the samples lie that a frame shows.
package enum SpectrumWindows: Sendable {
    /// Around its moment: exact, and known 43 to 57 ms later.
    case centred
    /// Before its moment: known at once. What begins there is seen as soon as its window is over its steep end.
    case ending

    /// The part of a window in which it falls when it ends at its moment: 3 ms of the short one at 22,050 samples a second.
    private static let fall = (part: 1, of: 16)

    func ahead(of size: Int) -> Int? { self == .ending ? 0 : nil }

    func weights(_ size: Int) -> [Float] {
        switch self {
        case .centred: Window.hann(size)
        case .ending: Window.hann(size, fall: size * Self.fall.part / Self.fall.of)
        }
    }
}

/// Computes the spectrum frames of a mono mix from a stream.
///
/// A short window is precise in time but blurs the bass over octaves. A long one separates notes but shows a kick drum before it is
/// struck. So the bass is measured through both windows and the smaller value counts.
package struct SpectrumAnalyzer: ~Copyable {
    /// Window lengths in periods of the lowest frequency. 1.7 is the shortest with which a tone of the lowest band reads highest
    /// in that band, 43 to 57 ms; the bass uses twice that.
    private static let periods = 1.7
    private static let bassPeriods = 3.4
    /// Bands up to 378 Hz.
    private static let bassCount = 24

    private var all: BandMeter
    private var bass: BandMeter
    private var decimator: Decimator
    private var onset = OnsetMeter()
    /// The power of each band and of the whole spectrum, and their levels in dB.
    private var powers = [Float](repeating: 0, count: SpectrumFrame.bandCount + 1)
    private var levels = [Float](repeating: 0, count: SpectrumFrame.bandCount + 1)
    /// The first bin that counts for loudness; lower ones are offset and rumble.
    private let lowestBin: Int

    package init(sampleRate: Int, _ windows: SpectrumWindows = .centred) {
        all = BandMeter(bandCount: SpectrumFrame.bandCount, periods: Self.periods, sampleRate: sampleRate, factor: 1, windows)
        decimator = Decimator(factor: Self.factor(forRate: sampleRate))
        bass = BandMeter(
            bandCount: Self.bassCount, periods: Self.bassPeriods, sampleRate: sampleRate, factor: decimator.factor, windows)
        lowestBin = min(Int((30 / all.binWidth).rounded(.up)), all.power.count)
    }

    /// The largest power of two that leaves a rate of at least 2 kHz.
    private static func factor(forRate rate: Int) -> Int {
        1 << max(0, Int(log2(Double(rate) / 2000).rounded(.down)))
    }

    /// Adds samples and appends the frames that they complete.
    package mutating func push(_ mono: Span<Float>, into frames: inout [UInt8]) {
        // Push in pieces, so that the buffers do not grow with the caller's blocks.
        var rest = mono
        while rest.count > 0 {
            let piece = rest.extracting(first: 16_384)
            rest = rest.extracting(droppingFirst: 16_384)
            all.push(piece)
            decimator.push(piece)
            pushBass()
            readFrames(into: &frames)
        }
    }

    /// Ends the stream and appends the remaining frames.
    package mutating func finish(into frames: inout [UInt8]) {
        all.finish()
        decimator.finish()
        pushBass()
        bass.finish()
        readFrames(into: &frames)
    }

    private mutating func pushBass() {
        let thinned = decimator.output
        bass.push(thinned.span)
    }

    private mutating func readFrames(into frames: inout [UInt8]) {
        // The longer window completes last. At the end of the stream, the shorter one decides which frame is the last.
        while bass.readFrame(), all.readFrame() {
            for band in 0..<SpectrumFrame.bandCount { powers[band] = all.bands[band] }
            for band in 0..<Self.bassCount { powers[band] = min(powers[band], bass.bands[band]) }
            powers[SpectrumFrame.loudness] = sum(all.power, from: lowestBin) / all.powerOfSine
            measure(powers, into: &levels)
            for level in levels { frames.append(SpectrumFrame.byte(ofLevel: level)) }
            frames.append(SpectrumFrame.byte(ofOnset: onset.rise(to: powers)))
        }
    }
}

// Free functions with one mutable span each: the compiler treats spans of two properties of a struct as overlapping accesses.
private func measure(_ powers: [Float], into levels: inout [Float]) {
    var span = levels.mutableSpan
    Logarithm.decibels(ofPower: powers.span, into: &span)
}

private func sum(_ power: [Float], from first: Int) -> Float {
    Sums.sum(power.span.extracting(first..<power.count))
}
