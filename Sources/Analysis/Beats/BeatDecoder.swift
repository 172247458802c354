/// Finds the beats in per-frame evidence.
package struct BeatDecoder: Sendable {
    /// Beats nearer to each other than this are merged.
    private static let shortestGap = 0.05

    package init() {}

    /// The times of the beats, in seconds from the first frame of the evidence.
    func beats(of evidence: BeatEvidence, tempos: TempoSpace = .music) -> [Double] {
        let fine = FineEvidence(evidence)
        guard let range = fine.music else { return [] }
        var pointer = BeatPointer(tempos: tempos, keeping: range.count)
        pointer.read(from: 0, gains: BeatGains(fine.beat.span.extracting(range)))
        var times: [Double] = []
        for frame in pointer.path()?.frames ?? [] {
            let time = fine.centre(near: frame + range.lowerBound) / Double(TempoSpace.framesPerSecond)
            if let before = times.last, time - before <= Self.shortestGap { continue }
            times.append(time)
        }
        return times
    }
}
