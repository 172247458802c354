package import Music

/// A score of which nothing is shown, since nobody knows its place in time: silence without beats, as long as the piece.
package struct VagueScore: Score {
    private let score: any Score

    package init(_ score: any Score) {
        self.score = score
    }

    package var duration: MediaTime? { score.duration }
    package var frames: Range<Int> { score.frames }
    package var known: Range<MediaTime> { score.known }
    package var isComplete: Bool { score.isComplete }
    package var mayWait: Bool { score.mayWait }
    package var knownBeats: KnownBeats? { score.knownBeats }
    package var isDamaged: Bool { score.isDamaged }

    package func beats(around positions: Range<MediaTime>) -> ScoreBeats { ScoreBeats(.none) }

    package func tops(of frames: Range<Int>) -> [UInt8] { [UInt8](repeating: PictureTops.lowest, count: frames.count) }

    package func withFrames<Result>(_ range: Range<Int>, _ body: (Span<UInt8>) -> Result) -> Result {
        let silence = [UInt8](repeating: 0, count: range.count * SpectrumFrame.byteCount)
        return body(silence.span)
    }
}
