import Music

/// Divides a track where its sound changes for long, by bars.
///
/// For each bar the mean spectrum of the eight bars before it is compared with that of the eight bars from it on (J. Foote, "Automatic audio
/// segmentation using a measure of audio novelty", 2000, with a box for a kernel). A section begins where the difference is the greatest
/// within eight bars on either side, and stands out from that of the track.
struct SongSections {
    struct Section: Equatable {
        let start: MediaTime
        let end: MediaTime
        /// From 0 to 1: how much the sound changes at its start.
        let confidence: Double
    }

    private static let bars = 8
    /// A smaller difference, in level steps a band, is within one part of a song: about 2 dB.
    private static let leastChange = 6.0
    /// The difference that counts as certain: about 6 dB.
    private static let sureChange = 20.0

    let sections: [Section]

    /// Reads all frames: not for a thread that must not block.
    init(_ frames: some FrameStore, grid: BeatGrid, duration: MediaTime) {
        let downbeats = grid.downbeats.filter { $0 >= .zero && $0 < duration }
        let spectra = Self.spectra(of: frames, between: downbeats + [duration])
        let changes = downbeats.indices.map { Self.change(at: $0, in: spectra) }
        let mean = changes.reduce(0, +) / Double(max(changes.count, 1))
        var starts: [(time: MediaTime, confidence: Double)] = [(.zero, 1)]
        for bar in downbeats.indices where bar >= Self.bars / 2 && bar <= downbeats.count - Self.bars / 2 {
            let around = max(0, bar - Self.bars)..<min(changes.count, bar + Self.bars + 1)
            let isGreatest = around.allSatisfy { changes[$0] < changes[bar] || $0 >= bar && changes[$0] == changes[bar] }
            guard isGreatest, changes[bar] >= max(Self.leastChange, 2 * mean) else { continue }
            starts.append((downbeats[bar], min(1, changes[bar] / Self.sureChange)))
        }
        sections = zip(starts, starts.dropFirst().map(\.time) + [duration]).map { start, end in
            Section(start: start.time, end: end, confidence: start.confidence)
        }
    }

    /// The mean level of each band in each bar.
    private static func spectra(of frames: some FrameStore, between times: [MediaTime]) -> [[Double]] {
        zip(times, times.dropFirst()).map { start, end in
            var sums = [Double](repeating: 0, count: SpectrumFrame.bandCount)
            let range = (frame(at: start)..<max(frame(at: end), frame(at: start) + 1)).clamped(to: 0..<frames.frameCount)
            guard !range.isEmpty else { return sums }
            frames.withFrames(range) { bytes in
                for first in stride(from: 0, to: bytes.count, by: SpectrumFrame.byteCount) {
                    for band in sums.indices { sums[band] += Double(bytes[first + band]) }
                }
            }
            return sums.map { $0 / Double(range.count) }
        }
    }

    private static func frame(at time: MediaTime) -> Int {
        Int(time.microseconds * Int64(SpectrumFrame.perSecond) / 1_000_000)
    }

    /// The mean difference of the bands before and after the start of a bar; 0 where too few bars are on one side.
    private static func change(at bar: Int, in spectra: [[Double]]) -> Double {
        let (before, after) = (max(0, bar - bars)..<bar, bar..<min(spectra.count, bar + bars))
        guard before.count >= bars / 2, after.count >= bars / 2 else { return 0 }
        func mean(_ range: Range<Int>, _ band: Int) -> Double {
            range.reduce(0.0) { $0 + spectra[$1][band] } / Double(range.count)
        }
        let differences = (0..<SpectrumFrame.bandCount).map { abs(mean(before, $0) - mean(after, $0)) }
        return differences.reduce(0, +) / Double(SpectrumFrame.bandCount)
    }
}
