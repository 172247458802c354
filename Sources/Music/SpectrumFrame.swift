/// What a screen draws of one moment: its spectrum, how loud it is, and how strongly something begins there.
///
/// A frame is `byteCount` bytes: the bands from low to high, then loudness, then onset. Frame k shows the moment k / `perSecond`
/// seconds into the track; there is one for every such moment up to the end.
///
/// Bands and loudness are levels: byte b stands for 80 · (b / 255 − 1) dB, where 0 dB is a sine of full scale in the mono mix, and byte
/// 0 for all below as well. Loudness is the root mean square above 30 Hz. Both are plain measurements: nothing is tilted or smoothed.
///
/// Onset is how much more there is than a frame before, 0 in silence and in what stays the same: each band's amplitude to
/// the power of ¾ less the largest of that band and its neighbours in the frame before, where it rose, averaged over the bands; byte 255
/// is a twentieth or more.
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

    /// The moment that frame `index` of a track shows, to the nearest microsecond: the last of ten hours is as exact as the first.
    package static func time(of index: Int) -> MediaTime {
        // Half a step more before the division, which drops the rest: round to nearest.
        MediaTime(microseconds: (Int64(index) * 1_000_000 + Int64(perSecond / 2)) / Int64(perSecond))
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
