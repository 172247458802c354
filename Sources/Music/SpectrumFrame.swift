/// What a screen draws of one moment: its spectrum, how loud it is, and how strongly something begins there.
///
/// A frame is `byteCount` bytes: the bands from low to high, then loudness, then onset.
package enum SpectrumFrame {
    package static let perSecond = 60
    package static let bandCount = 64
    package static let byteCount = bandCount + 2
    package static let lowestFrequency: Float = 40
    package static let highestFrequency: Float = 16_000
}
