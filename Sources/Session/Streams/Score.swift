package import Music
package import Text

/// What a piece looks like while it plays: its frames and its beats, each as far as they are known.
///
/// A known frame never changes: what was sent of it is final.
package protocol Score: FrameStore {
    /// The end of the piece; nil while it is unknown, and if there is none.
    var duration: MediaTime? { get }
    /// The positions whose frames are known. Of sound without an end the past is forgotten: then the start moves.
    var known: Range<MediaTime> { get }
    /// Whether all frames and beats are known, and nothing of them will change.
    var isComplete: Bool { get }
    /// Whether pages have its sound; else it is heard where it comes from.
    var isPlayed: Bool { get }
    /// Whether music may stand still until more is known. What is heard in the room waits for nobody.
    var mayWait: Bool { get }
    /// How far the beats are known; nil while nothing can be said of them.
    var knownBeats: KnownBeats? { get }
    /// The known beats of these positions, and at least one on either side if there is one. A score that has an end returns all.
    func beats(around positions: Range<MediaTime>) -> ScoreBeats
    /// The levels at the top of the picture of some known frames (`PictureTops`, `PastTops`).
    func tops(of frames: Range<Int>) -> [UInt8]
    /// Whether some of it could not be read and was replaced by zeros.
    var isDamaged: Bool { get }
    /// Empty where nobody asked for them.
    var lyrics: Lyrics { get }
    /// What the picture should be like all along; nil while that is not known.
    var plan: PicturePlan? { get }
}

/// How far the beats of a score are known.
package struct KnownBeats: Hashable, Sendable {
    /// Beats before this position never change.
    package let final: MediaTime
    /// Beats from `final` to here are predicted: the next edition replaces them.
    package let through: MediaTime
    /// Counts up with each prediction.
    package let edition: Int

    package init(final: MediaTime, through: MediaTime, edition: Int) {
        (self.final, self.through, self.edition) = (final, through, edition)
    }

    /// To the end, or without an end.
    package static let all = KnownBeats(final: .furthest, through: .furthest, edition: 0)
}

extension Score {
    package var lyrics: Lyrics { .none }
    package var plan: PicturePlan? { nil }
    package var isPlayed: Bool { true }

    /// Whether it is known which beats there are, or that there are none.
    package var hasBeats: Bool { knownBeats != nil }

    /// The beats around a moment of a course.
    func beats(on course: Course, at moment: ServerTime) -> ScoreBeats {
        let position = course.timeline.position(at: moment)
        return beats(around: position..<position)
    }

    /// The known positions at another rate. A frame of a lower one may be made from stored ones up to half a step before and later, one of a higher one
    /// from those on both sides.
    package func known(rate: Int) -> Range<MediaTime> {
        let known = known
        guard rate != SpectrumFrame.perSecond else { return known }
        let isSlower = rate < SpectrumFrame.perSecond
        let reach = isSlower ? MediaTime(microseconds: Int64(500_000 / rate)) : SpectrumFrame.time(of: 1)
        let lower = isSlower && known.lowerBound > .zero ? known.lowerBound + reach : known.lowerBound
        return lower..<max(lower, isComplete ? known.upperBound : known.upperBound - reach)
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
    package init(_ grid: BeatGrid, first: Int, bars: [Int], tempo: Double?) {
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
    package let plan: PicturePlan?
    private let tops: PictureTops

    /// Reads all frames: not for a thread that must not block.
    package init(_ analysis: TrackAnalysis, grid: BeatGrid, plan: PicturePlan? = nil) {
        self.analysis = analysis
        self.plan = plan
        beats = ScoreBeats(grid)
        tops = PictureTops(analysis)
    }

    package var duration: MediaTime? { analysis.duration }
    package var frames: Range<Int> { analysis.frames }
    package var known: Range<MediaTime> { .zero..<max(.zero, analysis.duration) }
    package var isComplete: Bool { true }
    package var mayWait: Bool { true }
    package var knownBeats: KnownBeats? { .all }
    package var isDamaged: Bool { analysis.isDamaged }

    package func beats(around positions: Range<MediaTime>) -> ScoreBeats { beats }

    package func tops(of frames: Range<Int>) -> [UInt8] { Array(tops.levels[frames]) }

    package func withFrames<Result>(_ range: Range<Int>, _ body: (Span<UInt8>) -> Result) -> Result {
        analysis.withFrames(range, body)
    }
}

/// A track whose analysis is running: its first frames, and no beats yet. It keeps its levels as it grows.
package struct GrowingScore: Score {
    private let file: GrowingFrames?
    private let tops: GrowingTops
    package let frames: Range<Int>
    private let beats = ScoreBeats(.none)

    /// Nothing is known yet.
    package init() {
        file = nil
        tops = GrowingTops()
        frames = 0..<0
    }

    package init(_ file: GrowingFrames) {
        self.init(file, GrowingTops())
    }

    private init(_ file: GrowingFrames, _ tops: GrowingTops) {
        self.file = file
        self.tops = tops
        tops.grow(in: file)
        frames = 0..<PictureTops.settled(file.frameCount)
    }

    /// The same score once the file has so many frames.
    package func grown(to frameCount: Int) -> GrowingScore {
        file.map { GrowingScore($0.grown(to: frameCount), tops) } ?? self
    }

    package var duration: MediaTime? { nil }
    package var known: Range<MediaTime> { .zero..<SpectrumFrame.time(of: frames.upperBound) }
    package var isComplete: Bool { false }
    package var mayWait: Bool { true }
    package var knownBeats: KnownBeats? { nil }
    /// A file that cannot be read shows silence until the analysis has ended and is checked.
    package var isDamaged: Bool { false }

    package func beats(around positions: Range<MediaTime>) -> ScoreBeats { beats }

    package func tops(of frames: Range<Int>) -> [UInt8] { tops.levels(of: frames) }

    package func withFrames<Result>(_ range: Range<Int>, _ body: (Span<UInt8>) -> Result) -> Result {
        precondition(range.upperBound <= frames.upperBound)
        let none: [UInt8] = []
        guard let file else { return body(none.span) }
        return file.withFrames(range, body)
    }
}
