import Music

/// The levels of frames whose future nobody knows.
///
/// A level is the weighted maximum of the peaks in the four seconds before; peaks count less the longer they are over. So it is
/// never below the frame's own peak, it sinks smoothly after a peak, and it depends on nothing but these four seconds: clients that
/// join late scale the picture as all others do.
struct PastTops: Sendable {
    /// How many frames count, the present one included: slow enough that a picture does not swell between two beats.
    static let memory = SpectrumFrame.perSecond * 4

    /// How far the peaks of the last frames were above the lowest level.
    private var heights = [UInt16](repeating: 0, count: memory)

    /// The levels of the frames that come next.
    mutating func levels(of frames: Span<UInt8>) -> [UInt8] {
        let count = frames.count / SpectrumFrame.byteCount
        heights += [UInt16](repeating: 0, count: count)
        do {
            var new = heights.mutableSpan
            PictureTops.measure(frames, into: &new, at: Self.memory)
        }
        let levels = PictureTops.levels(of: heights, past: Self.memory, future: 0)
        heights.removeFirst(count)
        return levels
    }
}
