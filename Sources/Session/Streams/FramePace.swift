import Music

/// A track's frames resampled from the analysis' 60 a second to another rate.
///
/// At a lower rate each stored frame counts for the nearest new frame, which has the maximum of each byte, so that no peak is
/// lost. At a higher rate frames are interpolated linearly. After the last stored frame it is repeated.
struct FramePace {
    private let score: any Score
    private let rate: Int

    init(_ score: any Score, rate: Int) {
        self.score = score
        self.rate = rate
    }

    /// Calls `body` with each frame of a range of known ones in turn, in the layout of the analysis, and its top level; the bytes
    /// are zero if no frames are stored.
    func forEach(_ frames: Range<Int>, _ body: (_ frame: Int, _ bytes: Span<UInt8>, _ top: UInt8) -> Void) {
        guard let first = frames.first, let last = frames.last else { return }
        let needed = stored(for: first).lowerBound..<stored(for: last).upperBound
        let tops = score.tops(of: needed)
        score.withFrames(needed) { bytes in
            let length = SpectrumFrame.byteCount
            var mixed = [UInt8](repeating: 0, count: length)
            for frame in frames {
                let stored = stored(for: frame)
                let start = (stored.lowerBound - needed.lowerBound) * length
                let sources = bytes.extracting(start..<start + stored.count * length)
                let first = stored.lowerBound - needed.lowerBound
                let top = top(tops[first..<first + stored.count], at: frame)
                if stored.count == 1 {
                    body(frame, sources, top)
                } else {
                    if rate < SpectrumFrame.perSecond {
                        Self.greatest(of: sources, into: &mixed)
                    } else if !stored.isEmpty {
                        blend(sources, into: &mixed, at: frame)
                    }
                    body(frame, mixed.span, top)
                }
            }
        }
    }

    /// The stored frames that a known frame is made of; empty only if none are stored.
    private func stored(for frame: Int) -> Range<Int> {
        let range: Range<Int>
        if rate < SpectrumFrame.perSecond {
            // The stored frames at the end may be nearest to a frame beyond the end of the track.
            let isLast = score.duration.map { SpectrumFrame.time(of: frame + 1, rate: rate) >= $0 } ?? false
            range = firstNearest(to: frame)..<firstNearest(to: frame + (isLast ? 2 : 1))
        } else {
            let before = frame * SpectrumFrame.perSecond / rate
            range = before..<before + (frame * SpectrumFrame.perSecond % rate == 0 ? 1 : 2)
        }
        let stored = score.frames
        let first = min(max(range.lowerBound, stored.lowerBound), max(stored.lowerBound, stored.upperBound - 1))
        return first..<max(first, min(range.upperBound, stored.upperBound))
    }

    /// The first stored frame that is nearer to a frame than to the one before; half-way counts for the later one.
    private func firstNearest(to frame: Int) -> Int {
        max(0, (2 * frame - 1) * SpectrumFrame.perSecond + 2 * rate - 1) / (2 * rate)
    }

    private static func greatest(of sources: Span<UInt8>, into mixed: inout [UInt8]) {
        var mixed = mixed.mutableSpan
        for byte in mixed.indices { mixed[byte] = 0 }
        var start = 0
        while start < sources.count {
            let source = sources.extracting(start..<start + mixed.count)
            for byte in mixed.indices { mixed[byte] = max(mixed[byte], source[byte]) }
            start += mixed.count
        }
    }

    private func blend(_ sources: Span<UInt8>, into mixed: inout [UInt8], at frame: Int) {
        var mixed = mixed.mutableSpan
        for byte in mixed.indices { mixed[byte] = between(sources[byte], sources[mixed.count + byte], at: frame) }
    }

    private func between(_ before: UInt8, _ after: UInt8, at frame: Int) -> UInt8 {
        let passed = frame * SpectrumFrame.perSecond % rate
        return UInt8((Int(before) * (rate - passed) + Int(after) * passed + rate / 2) / rate)
    }

    /// Computed from the same stored frames as the bands, in the same way, so no band exceeds it that did not before.
    private func top(_ tops: ArraySlice<UInt8>, at frame: Int) -> UInt8 {
        guard let first = tops.first, let last = tops.last, tops.count == 2, rate > SpectrumFrame.perSecond else {
            return tops.max() ?? PictureTops.lowest
        }
        return between(first, last, at: frame)
    }
}
