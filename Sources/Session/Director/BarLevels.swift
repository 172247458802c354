import Music

/// What each bar of a piece sounds like, in a few numbers.
struct BarLevels {
    /// The mean of some frames. Levels are bytes of `SpectrumFrame`.
    struct Bar {
        var loudness: Float = 0
        var onset: Float = 0
        /// The lowest bands, where the kick and the bass are, and the highest.
        var bass: Float = 0
        var treble: Float = 0
        /// The whole spectrum in a few steps.
        var spectrum = [Float](repeating: 0, count: BarLevels.steps)
    }

    /// Steps of the spectrum, each of some bands.
    static let steps = 16
    private static let width = SpectrumFrame.bandCount / steps
    private static let (low, high) = (0..<3, 11..<16)
    /// A bar without beats, the shortest bar and the longest.
    private static let (usual, shortest, longest) = (
        MediaTime(microseconds: 2_000_000), MediaTime(microseconds: 800_000), MediaTime(microseconds: 6_000_000)
    )
    /// Fewest beats and downbeats by which bars are divided.
    private static let (fewestBeats, fewestDownbeats) = (16, 8)

    /// Where bars begin, and the end of the last; from the start of the piece to its end.
    let edges: [MediaTime]
    let bars: [Bar]

    /// Reads all frames: not for a thread that must not block.
    init(_ frames: some FrameStore, grid: BeatGrid, duration: MediaTime) {
        let edges = Self.edges(grid, duration: max(duration, MediaTime(microseconds: 1)))
        self.edges = edges
        let all = frames.frames
        bars = zip(edges, edges.dropFirst()).map { start, end in
            let first = min(all.upperBound, max(all.lowerBound, Self.frame(at: start)))
            return frames.withFrames(first..<min(all.upperBound, max(first, Self.frame(at: end)))) { Self.mean(of: $0) }
        }
    }

    /// The edges of bars: downbeats or, where bars are not known, every fourth beat, or every two seconds. No bar is much longer or
    /// shorter than music has.
    static func edges(_ grid: BeatGrid, duration: MediaTime) -> [MediaTime] {
        var starts = grid.downbeats
        if starts.count < fewestDownbeats {
            starts = grid.beats.count < fewestBeats ? [] : stride(from: 0, to: grid.beats.count, by: 4).map { grid.beats[$0].time }
        }
        var edges = [MediaTime.zero]
        for next in starts + [duration] {
            let last = edges[edges.count - 1]
            let length = (next - last).microseconds
            guard next - last >= shortest, next <= duration else { continue }
            let parts = next - last > longest ? (length + usual.microseconds - 1) / usual.microseconds : 1
            edges += (1...parts).map { MediaTime(microseconds: last.microseconds + length * $0 / parts) }
        }
        // What is left at the end belongs to the last bar.
        if edges.count == 1 { edges.append(duration) } else { edges[edges.count - 1] = duration }
        return edges
    }

    /// The index of the bar that begins nearest to a moment.
    func bar(nearest moment: MediaTime) -> Int {
        let next = edges.firstIndex(after: moment, { $0 })
        guard next > 0 else { return 0 }
        return next < bars.count && edges[next] - moment < moment - edges[next - 1] ? next : min(next, bars.count) - 1
    }

    private static func frame(at moment: MediaTime) -> Int {
        Int(moment.microseconds * Int64(SpectrumFrame.perSecond) / 1_000_000)
    }

    static func mean(of bytes: Span<UInt8>) -> Bar {
        var bar = Bar()
        let count = bytes.count / SpectrumFrame.byteCount
        guard count > 0 else { return bar }
        var sums = [Int](repeating: 0, count: steps)
        var (loudness, onset) = (0, 0)
        for frame in 0..<count {
            let start = frame * SpectrumFrame.byteCount
            for step in 0..<steps {
                for band in step * width..<(step + 1) * width { sums[step] += Int(bytes[start + band]) }
            }
            loudness += Int(bytes[start + SpectrumFrame.loudness])
            onset += Int(bytes[start + SpectrumFrame.onset])
        }
        bar.loudness = Float(loudness) / Float(count)
        bar.onset = Float(onset) / Float(count)
        bar.spectrum = sums.map { Float($0) / Float(count * width) }
        bar.bass = bar.spectrum[low].reduce(0, +) / Float(low.count)
        bar.treble = bar.spectrum[high].reduce(0, +) / Float(high.count)
        return bar
    }
}
