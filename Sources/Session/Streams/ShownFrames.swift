package import Music

/// All frames of a track as screens draw them: for each band how high it stands in the picture, from 0 to 1.
///
/// `Public/session/gain.js` has the same formula: the level, tilted so that usual music is flat, within the 42 dB below the top of the
/// picture at that moment (`PictureTops`).
package struct ShownFrames: Sendable {
    /// The visible range below the top, in level steps: 42 dB.
    private static let shownRange: Float = 42 / 80 * 255
    /// 2 dB above the level of silence in the highest band.
    private static let bottom: Float = 2 / 80 * 255

    private let score: StoredScore
    /// Frames a second.
    package let rate: Int
    package let bandCount: Int
    /// One for each step of the rate that has passed at the end of the track.
    package let count: Int
    /// By how much each band is lowered, in level steps.
    private let leans: [Float]

    /// Reads all stored frames: not for a thread that must not block.
    package init(_ analysis: TrackAnalysis, rate: Int, bands: Int) {
        precondition(rate > 0 && (1...SpectrumFrame.bandCount).contains(bands))
        score = StoredScore(analysis, grid: .none)
        self.rate = rate
        bandCount = bands
        count = max(1, Int(analysis.duration.microseconds * Int64(rate) / 1_000_000))
        leans = (0..<bands).map { Float(PictureTops.lean) * (1 - Float($0) / Float(bands)) }
    }

    /// Whether some of the frames could not be read and count as silence.
    package var isDamaged: Bool { score.isDamaged }

    /// The values of some frames, those of each in a row.
    package func values(of frames: Range<Int>) -> [Float] {
        var values = [Float](repeating: 0, count: frames.count * bandCount)
        var levels = [UInt8](repeating: 0, count: bandCount)
        var shown = values.mutableSpan
        let leans = leans.span
        FramePace(score, rate: rate).forEach(frames) { frame, bytes, top in
            var merged = levels.mutableSpan
            SpectrumFrame.mergeBands(of: bytes, to: bandCount, into: &merged)
            let high = Float(top)
            let low = max(Self.bottom, high - Self.shownRange)
            let scale = 1 / (high - low)
            let start = (frame - frames.lowerBound) * bandCount
            precondition(start + bandCount <= shown.count && leans.count == bandCount)
            for band in 0..<bandCount {
                // Within all three, by the line above.
                unsafe shown[unchecked: start + band] =
                    min(max((max(0, Float(merged[unchecked: band]) - leans[unchecked: band]) - low) * scale, 0), 1)
            }
        }
        return values
    }
}
