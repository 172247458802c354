package import Music

/// What sound without an end looks like: its last two minutes, and its beats, the next ones predicted.
///
/// A value: whoever holds one sees what was known when it was made. A copy shares all but the last second.
package struct LiveScore: Score {
    /// How much of the past is known at least: more than a page shows, and a page that was hidden for a moment misses.
    package static let memory = MediaTime(seconds: 120)
    package static let mostFrames = (mostBlocks + 1) * length
    /// So many frames make all of a score: others before them change nothing of it, not even the tops.
    package static let allFrames = mostFrames + PastTops.memory
    /// Frames in a block.
    private static let length = SpectrumFrame.perSecond
    private static let mostBlocks = Int(memory.microseconds / 1_000_000) + 1

    private struct Block {
        var bytes: [UInt8] = []
        var levels: [UInt8] = []
    }

    /// All but the last are full.
    private var blocks: [Block] = []
    private var newest = PastTops()
    private var director: LiveDirector
    package private(set) var frames: Range<Int>
    private var beats = ScoreBeats(.none)
    package private(set) var knownBeats: KnownBeats?
    package let isPlayed: Bool

    /// Nothing is known yet. Its first frame will have this number.
    package init(from frame: Int = 0, isPlayed: Bool = true) {
        precondition(frame >= 0)
        self.isPlayed = isPlayed
        frames = frame..<frame
        director = LiveDirector(from: frame)
    }

    /// Adds the frames that come next, in the layout of an analysis. The oldest are forgotten.
    package mutating func append(_ bytes: [UInt8]) {
        precondition(bytes.count % SpectrumFrame.byteCount == 0)
        director.hear(bytes.span, beats: beats)
        let size = SpectrumFrame.byteCount
        var start = 0
        while start < bytes.count {
            if frames.count % Self.length == 0 { blocks.append(Block()) }
            let count = min(Self.length - frames.count % Self.length, (bytes.count - start) / size)
            let levels = newest.levels(of: bytes.span.extracting(start..<start + count * size))
            blocks[blocks.count - 1].bytes += bytes[start..<start + count * size]
            blocks[blocks.count - 1].levels += levels
            frames = frames.lowerBound..<frames.upperBound + count
            start += count * size
            if blocks.count > Self.mostBlocks {
                blocks.removeFirst()
                frames = frames.lowerBound + Self.length..<frames.upperBound
            }
        }
    }

    /// The same score without its frames, to go on with this one: those between are not known.
    package func skipping(to frame: Int) -> LiveScore {
        var score = LiveScore(from: frame, isPlayed: isPlayed)
        (score.beats, score.knownBeats) = (beats, knownBeats)
        return score
    }

    /// Replaces what was said of the beats before. `beats` are those of the known positions and the predicted ones up to `through`;
    /// those before `final` may not differ from what was said of them.
    package mutating func foretell(_ beats: ScoreBeats, final: MediaTime, through: MediaTime) {
        self.beats = beats
        knownBeats = KnownBeats(final: final, through: through, edition: (knownBeats?.edition ?? 0) + 1)
    }

    package var duration: MediaTime? { nil }

    package var known: Range<MediaTime> {
        SpectrumFrame.time(of: frames.lowerBound)..<SpectrumFrame.time(of: frames.upperBound)
    }

    package var isComplete: Bool { false }
    package var plan: PicturePlan? { director.plan }
    package var mayWait: Bool { false }
    package var isDamaged: Bool { false }

    package func beats(around positions: Range<MediaTime>) -> ScoreBeats { beats }

    package func tops(of frames: Range<Int>) -> [UInt8] {
        pieces(of: frames).flatMap { block, part in blocks[block].levels[part] }
    }

    package func withFrames<Result>(_ range: Range<Int>, _ body: (Span<UInt8>) -> Result) -> Result {
        precondition(range.lowerBound >= frames.lowerBound && range.upperBound <= frames.upperBound)
        let size = SpectrumFrame.byteCount
        var bytes: [UInt8] = []
        bytes.reserveCapacity(range.count * size)
        for (block, part) in pieces(of: range) {
            bytes += blocks[block].bytes[part.lowerBound * size..<part.upperBound * size]
        }
        return body(bytes.span)
    }

    /// Where frames are: a block, and a range within it.
    private func pieces(of range: Range<Int>) -> [(block: Int, part: Range<Int>)] {
        var pieces: [(block: Int, part: Range<Int>)] = []
        var next = range.lowerBound - frames.lowerBound
        let end = range.upperBound - frames.lowerBound
        while next < end {
            let (block, place) = next.quotientAndRemainder(dividingBy: Self.length)
            let count = min(Self.length - place, end - next)
            pieces.append((block, place..<place + count))
            next += count
        }
        return pieces
    }
}
