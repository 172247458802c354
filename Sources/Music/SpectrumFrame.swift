/// What a screen draws of one moment: its spectrum, how loud it is, and how strongly something begins there.
///
/// A frame is `byteCount` bytes: the bands from low to high, then loudness, then onset. Frame k shows the moment k / `perSecond`
/// seconds into the track; there is one for every such moment up to the end.
///
/// Bands and loudness are levels: byte b stands for 80 · (b / 255 − 1) dB, where 0 dB is a sine of full scale in the mono mix, and byte
/// 0 for all below as well. Loudness is the root mean square above 30 Hz. Both are plain measurements: nothing is tilted or smoothed.
///
/// Onset is the rise since the frame before, 0 in silence and in a steady sound: each band's amplitude to the power of ¾, less the
/// largest of that band and its neighbours in the frame before, if positive, averaged over the bands. Byte 255 is a twentieth or
/// more.
package enum SpectrumFrame {
    package static let perSecond = 60
    package static let bandCount = 64
    package static let byteCount = bandCount + 2
    package static let lowestFrequency: Float = 40
    package static let highestFrequency: Float = 16_000
    /// Where loudness and onset stand behind the bands.
    package static let loudness = bandCount
    package static let onset = bandCount + 1

    /// The level of byte 0 in dB.
    package static let lowestLevel: Float = -80
    /// The rise that onset byte 255 stands for.
    package static let greatestOnset: Float = 0.05

    /// The moment that frame `index` of a track shows at `rate` frames a second, to the nearest microsecond: the last of ten hours
    /// is as exact as the first.
    package static func time(of index: Int, rate: Int = perSecond) -> MediaTime {
        // Adding half a step before the truncating division rounds to nearest.
        MediaTime(microseconds: (Int64(index) * 1_000_000 + Int64(rate / 2)) / Int64(rate))
    }

    /// Writes the bands of a frame as `count` wider ones from `start` on: each is the loudest of those that it covers, as a meter
    /// would show it.
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
