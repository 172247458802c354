package import Music

/// For each stored frame of a track the level that reaches the top of the picture there.
///
/// It follows the peaks of the second before and of the two and a half seconds to come, which count the less the further off they
/// are. So it is never below the frame's own peak and nothing clips, it sinks where the music is quiet, and whoever joins late
/// scales the picture as all others do. Bands lean before they count: music falls towards the treble, and pictures are to show it all.
package struct PictureTops: Sendable {
    /// How much lower the deepest band counts than the highest would, in the steps of a level: 22 dB, which is what music falls by.
    package static let lean = 70
    /// What is quieter fills no picture: 66 dB below full scale.
    package static let lowest: UInt8 = 45

    /// A screen that joins late draws no more than that of the past anyway.
    private static let past = SpectrumFrame.perSecond
    /// So slowly the picture makes room for what becomes loud.
    private static let future = SpectrumFrame.perSecond * 5 / 2
    /// Frames that are done at a time: what is in hand then fits the nearest cache.
    private static let stretch = 4096
    private static let one = 256

    /// By the number of the stored frame.
    package let levels: [UInt8]

    /// Reads all frames once: a millisecond for a song, and a third of a second for ten hours. Belongs where a disk may be waited for.
    package init(_ frames: some FrameStore) {
        self = Self.none.grown(through: frames.frameCount, in: frames)
    }

    private init(levels: [UInt8]) {
        self.levels = levels
    }

    /// None yet, of frames that are still being made.
    static let none = PictureTops(levels: [])

    /// How many levels are final while only so many frames are known: a level takes account of what comes after it.
    static func settled(_ frameCount: Int) -> Int { max(0, frameCount - future) }

    /// These, and those of the frames that follow, up to one of them. The frames beyond count as silence where they are not known.
    func grown(through end: Int, in frames: some FrameStore) -> PictureTops {
        var levels = levels
        levels.reserveCapacity(end)
        for first in stride(from: levels.count, to: end, by: Self.stretch) {
            levels += Self.levels(of: first..<min(first + Self.stretch, end), in: frames)
        }
        return PictureTops(levels: levels)
    }

    /// The same for some frames alone.
    package static func levels(of frames: Range<Int>, in store: some FrameStore) -> [UInt8] {
        let seen = max(0, frames.lowerBound - past)..<min(store.frameCount, frames.upperBound + future)
        // Before the first frame and behind the last there is silence.
        var heights = [UInt16](repeating: 0, count: past + frames.count + future)
        store.withFrames(seen) { bytes in
            var heights = heights.mutableSpan
            measure(bytes, into: &heights, at: seen.lowerBound - (frames.lowerBound - past))
        }
        var greatest = [UInt16](repeating: 0, count: frames.count)
        for step in (1 - past)..<future {
            let away = Double(step) / Double(step < 0 ? past : future)
            let weight = UInt16((Double(one) * (1 - away * away)).rounded())
            var greatest = greatest.mutableSpan
            raise(&greatest, to: heights.span.extracting(past + step..<past + step + frames.count), times: weight)
        }
        // To the nearest step; a frame's own peak weighs whole and loses nothing.
        return greatest.map { lowest + UInt8((Int($0) + one / 2) / one) }
    }

    /// Writes how far the peak of each frame stands above `lowest`.
    private static func measure(_ frames: Span<UInt8>, into heights: inout MutableSpan<UInt16>, at start: Int) {
        let width = SpectrumFrame.bandCount
        // Rounded down, so that no band counts less than a picture shows of it.
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
