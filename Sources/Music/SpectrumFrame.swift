/// What a screen draws of one moment: the spectrum, the loudness, and the strength of onsets.
///
/// A frame is `byteCount` bytes: the bands from low to high, then loudness, then onset. Frame k belongs to the position k /
/// `perSecond` seconds in the track; there is one for every such position up to the end.
///
/// Bands and loudness are levels: byte b stands for 80 · (b / 255 − 1) dB, where 0 dB is a sine of full scale in the mono mix.
/// Byte 0 also stands for everything below. Loudness is the root mean square above 30 Hz. Both are plain measurements: nothing is
/// tilted or smoothed.
///
/// Onset is the rise since the previous frame, 0 in silence and in a steady sound. The rise of a band is its amplitude to the
/// power of ¾, minus the largest of that band and its neighbours in the previous frame, or 0 if that is negative; onset is the
/// average over the bands. Byte 255 stands for a twentieth or more.
package enum SpectrumFrame {
    package static let perSecond = 60
    package static let bandCount = 64
    package static let byteCount = bandCount + 2
    package static let lowestFrequency: Float = 40
    package static let highestFrequency: Float = 16_000
    /// Offsets of loudness and onset, after the bands.
    package static let loudness = bandCount
    package static let onset = bandCount + 1

    /// The level of byte 0 in dB.
    package static let lowestLevel: Float = -80
    /// The rise that onset byte 255 stands for.
    package static let greatestOnset: Float = 0.05

    /// The position of frame `index` at `rate` frames a second, rounded to a microsecond: the last frame of ten hours is as exact
    /// as the first.
    package static func time(of index: Int, rate: Int = perSecond) -> MediaTime {
        // Adding half a step before the truncating division rounds to nearest.
        MediaTime(microseconds: (Int64(index) * 1_000_000 + Int64(rate / 2)) / Int64(rate))
    }

    /// Merges the bands of a frame into `count` wider ones, written from `start` on: each is the loudest of those that it covers,
    /// as on a meter.
    package static func mergeBands(
        of frame: Span<UInt8>, to count: Int, into shown: inout MutableSpan<UInt8>, at start: Int = 0
    ) {
        precondition(frame.count == byteCount && (1...bandCount).contains(count))
        precondition(start >= 0 && start + count <= shown.count)
        guard count < bandCount else {
            for band in 0..<bandCount { shown[start + band] = frame[band] }
            return
        }
        var next = 0
        for band in 0..<count {
            let end = (band + 1) * bandCount / count
            var loudest = frame[next]
            next += 1
            while next < end {
                loudest = max(loudest, frame[next])
                next += 1
            }
            shown[start + band] = loudest
        }
    }

    /// The level in dB that a byte stands for.
    package static func level(ofByte byte: UInt8) -> Float {
        lowestLevel * (1 - Float(byte) / 255)
    }

    /// The byte nearest to a level in dB.
    package static func byte(ofLevel level: Float) -> UInt8 {
        UInt8(min(max((1 - level / lowestLevel) * 255, 0), 255) + 0.5)
    }

    /// The byte nearest to a rise of at least 0.
    package static func byte(ofOnset rise: Float) -> UInt8 {
        UInt8(min(rise / greatestOnset, 1) * 255 + 0.5)
    }
}
