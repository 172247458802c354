package import Music
package import Text

/// What a piece looks like while it plays: its frames and beats, each known from the start up to a position, the horizon.
///
/// What is known never changes: everything sent of it is final.
package protocol Score: FrameStore {
    /// The end of the piece; nil while it is unknown, and if there is none.
    var duration: MediaTime? { get }
    /// The horizon of the frames: all before it are known; nil if they are known to the end.
    var framesThrough: MediaTime? { get }
    /// The horizon of the beats; nil if they are known to the end.
    var beatsThrough: MediaTime? { get }
    /// The known beats of these positions, and at least one on either side if there is one. A score that has an end returns all.
    func beats(around positions: Range<MediaTime>) -> ScoreBeats
    /// The levels at the top of the picture of some known frames (`PictureTops`).
    func tops(of frames: Range<Int>) -> [UInt8]
    /// Whether some of it could not be read and was replaced by zeros.
    var isDamaged: Bool { get }
    /// Empty where nobody asked for them.
    var lyrics: Lyrics { get }
}

extension Score {
    package var lyrics: Lyrics { .none }

    /// The beats around a moment of a course.
    func beats(on course: Course, at moment: ServerTime) -> ScoreBeats {
        let position = course.timeline.position(at: moment)
        return beats(around: position..<position)
    }

    /// The horizon at another rate: a frame there may be made from stored ones up to half a step later.
    package func framesThrough(rate: Int) -> MediaTime? {
        guard let framesThrough else { return nil }
        return rate < SpectrumFrame.perSecond ? framesThrough - MediaTime(microseconds: Int64(500_000 / rate)) : framesThrough
    }
}

/// Beats of a score in a row, and what is derived from them.
package struct ScoreBeats: Sendable {
    package let grid: BeatGrid
    /// The number of the first in the score.
    package let first: Int
    /// How many the score has; nil without an end.
    package let total: Int?
    /// For each beat the number of its bar, counted from 1; 0 before the first downbeat and where bars are not known.
    package let bars: [Int]
    /// The median tempo in beats a minute; nil with fewer than two beats.
    package let tempo: Double?

    /// All beats of a score.
    package init(_ grid: BeatGrid) {
        self.grid = grid
        first = 0
        total = grid.beats.count
        tempo = grid.tempo
        var bar = 0
        bars = grid.beats.map { beat in
            if beat.isDownbeat { bar += 1 }
            return bar
        }
    }

    /// Some beats of a score without an end.
    init(_ grid: BeatGrid, first: Int, bars: [Int], tempo: Double) {
        precondition(bars.count == grid.beats.count)
        self.grid = grid
        self.first = first
        self.bars = bars
        self.tempo = tempo
        total = nil
    }
}

/// A track whose analysis is finished, with corrected beats: known to its end.
package struct StoredScore: Score {
    package let analysis: TrackAnalysis
    package let beats: ScoreBeats
    package var lyrics = Lyrics.none
    private let tops: PictureTops

    /// Reads all frames: not for a thread that must not block.
    package init(_ analysis: TrackAnalysis, grid: BeatGrid) {
        self.analysis = analysis
        beats = ScoreBeats(grid)
        tops = PictureTops(analysis)
    }

    package var duration: MediaTime? { analysis.duration }
    package var frameCount: Int { analysis.frameCount }
    package var framesThrough: MediaTime? { nil }
    package var beatsThrough: MediaTime? { nil }
    package var isDamaged: Bool { analysis.isDamaged }

    package func beats(around positions: Range<MediaTime>) -> ScoreBeats { beats }

    package func tops(of frames: Range<Int>) -> [UInt8] { Array(tops.levels[frames]) }

    package func withFrames<Result>(_ range: Range<Int>, _ body: (Span<UInt8>) -> Result) -> Result {
        analysis.withFrames(range, body)
    }
}

/// A track whose analysis is running: its first frames, and no beats yet. It keeps its levels as it grows.
package struct GrowingScore: Score {
    /// Frames held back at the end: a faster stream needs the stored frames on both sides of its own.
    private static let edge = 2

    private let frames: GrowingFrames?
    private let tops: PictureTops
    private let beats = ScoreBeats(.none)

    /// Nothing is known yet.
    package init() {
        frames = nil
        tops = .none
    }

    package init(_ frames: GrowingFrames) {
        self.init(frames, after: .none)
    }

    private init(_ frames: GrowingFrames, after tops: PictureTops) {
        self.frames = frames
        self.tops = tops.grown(through: PictureTops.settled(frames.frameCount), in: frames)
    }

    /// The same score once the file has so many frames.
    package func grown(to frameCount: Int) -> GrowingScore {
        guard let frames else { return self }
        return GrowingScore(frames.grown(to: frameCount), after: tops)
    }

    package var duration: MediaTime? { nil }
    package var frameCount: Int { tops.levels.count }
    package var framesThrough: MediaTime? { SpectrumFrame.time(of: max(0, frameCount - Self.edge)) }
    package var beatsThrough: MediaTime? { .zero }
    /// A file that cannot be read shows silence until the analysis has ended and is checked.
    package var isDamaged: Bool { false }

    package func beats(around positions: Range<MediaTime>) -> ScoreBeats { beats }

    package func tops(of frames: Range<Int>) -> [UInt8] { Array(tops.levels[frames]) }

    package func withFrames<Result>(_ range: Range<Int>, _ body: (Span<UInt8>) -> Result) -> Result {
        precondition(range.upperBound <= frameCount)
        let none: [UInt8] = []
        guard let frames else { return body(none.span) }
        return frames.withFrames(range, body)
    }
}
