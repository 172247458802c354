package import Music

/// For each stored frame of a track, the level at the top edge of the picture.
///
/// It is the weighted maximum of the peaks in the second before and in the two and a half seconds ahead; peaks count less the
/// further away they are. So it is never below the frame's own peak and nothing clips, it sinks where the music is quiet, and
/// clients that join late scale the picture as all others do. Levels are tilted first, since music falls towards the treble, and
/// pictures should show all of it.
package struct PictureTops: Sendable {
    /// How much less the lowest band counts than the highest, in level steps: 22 dB, by which music falls.
    package static let lean = 70
    /// The least level: 66 dB below full scale. Anything quieter does not fill the picture.
    package static let lowest: UInt8 = 45

    /// How many past frames count: a screen that joins late draws no more of the past anyway.
    private static let past = SpectrumFrame.perSecond
    /// How many frames ahead count: this is how slowly the picture makes room for what becomes loud.
    private static let future = SpectrumFrame.perSecond * 5 / 2
    /// Frames processed at a time: the working set then fits the nearest cache.
    private static let stretch = 4096
    private static let one = 256

    /// By the number of the stored frame.
    package let levels: [UInt8]

    /// Reads all frames once: a millisecond for a song, a third of a second for ten hours. Call it only where waiting for the
    /// disk is allowed.
    package init(_ frames: some FrameStore) {
        var levels: [UInt8] = []
        levels.reserveCapacity(frames.frames.count)
        Self.add(to: &levels, through: frames.frames.upperBound, in: frames)
        self.levels = levels
    }

    /// The number of levels that are final while only so many frames are known: a level depends on later frames.
    static func settled(_ frameCount: Int) -> Int { max(0, frameCount - future) }

    /// Adds the levels of the following frames up to `end`. Unknown frames beyond count as silence.
    static func add(to levels: inout [UInt8], through end: Int, in frames: some FrameStore) {
        for first in stride(from: levels.count, to: end, by: stretch) {
            levels += Self.levels(of: first..<min(first + stretch, end), in: frames)
        }
    }

    /// The levels of some frames only.
    package static func levels(of frames: Range<Int>, in store: some FrameStore) -> [UInt8] {
        let seen = max(store.frames.lowerBound, frames.lowerBound - past)..<min(store.frames.upperBound, frames.upperBound + future)
        // Before the first frame and behind the last there is silence.
        var heights = [UInt16](repeating: 0, count: past + frames.count + future)
        store.withFrames(seen) { bytes in
            var heights = heights.mutableSpan
            measure(bytes, into: &heights, at: seen.lowerBound - (frames.lowerBound - past))
        }
        return levels(of: heights, past: past, future: future)
    }

    /// The levels of the frames of these heights, without the first `past` and the last `future`.
    static func levels(of heights: [UInt16], past: Int, future: Int) -> [UInt8] {
        let count = heights.count - past - future
        var greatest = [UInt16](repeating: 0, count: count)
        for step in (1 - past)..<max(1, future) {
            let away = Double(step) / Double(step < 0 ? past : max(1, future))
            let weight = UInt16((Double(one) * (1 - away * away)).rounded())
            var greatest = greatest.mutableSpan
            raise(&greatest, to: heights.span.extracting(past + step..<past + step + count), times: weight)
        }
        // Rounded to the nearest level; a frame's own peak has full weight, so it is exact.
        return greatest.map { lowest + UInt8((Int($0) + one / 2) / one) }
    }

    /// Writes how far the peak of each frame is above `lowest`.
    static func measure(_ frames: Span<UInt8>, into heights: inout MutableSpan<UInt16>, at start: Int) {
        let width = SpectrumFrame.bandCount
        // Rounded down, so that no band counts for less than a picture shows of it.
        let floors = (0..<width).map { UInt8(lean * (width - $0) / width) + lowest }
        let floor = floors.span
        precondition(frames.count % SpectrumFrame.byteCount == 0)
        var height = start
        for first in stride(from: 0, to: frames.count, by: SpectrumFrame.byteCount) {
            var peak: UInt8 = 0
            for band in 0..<width {
                // Both are within their spans: the frame is whole, and there is a floor for each band.
                let (level, low) = unsafe (frames[unchecked: first + band], floor[unchecked: band])
                peak = max(peak, max(level, low) &- low)
            }
            heights[height] = UInt16(peak)
            height += 1
        }
    }

    private static func raise(_ greatest: inout MutableSpan<UInt16>, to heights: Span<UInt16>, times weight: UInt16) {
        precondition(heights.count == greatest.count)
        for index in greatest.indices {
            // Within both, as they are equally long; 255 times 256 fits.
            unsafe greatest[unchecked: index] = max(greatest[unchecked: index], heights[unchecked: index] &* weight)
        }
    }
}
