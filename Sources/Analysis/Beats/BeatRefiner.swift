import Glibc

/// Refines beat times: moves each beat to the steepest rise nearby, by a similar offset as its neighbours.
package struct BeatRefiner: Sendable {
    /// Steps of the envelope, about milliseconds, that a beat may move either way.
    private static let reach = 28
    /// Neighbours on either side that vote on the offset.
    private static let neighbours = 8
    /// Standard deviation, in steps, of a beat's own offset from its neighbours'.
    private static let spread: Float = 6
    /// Standard deviation of the evidence's error, in steps.
    private static let doubt: Float = 9
    /// A rise above this is clear.
    private static let clear: Float = 3

    package init() {}

    /// Refines ascending `times`, in seconds. Beats without a clear rise follow their neighbours.
    package func refine(_ times: [Double], by envelope: OnsetEnvelope) -> [Double] {
        let rises = times.map { envelope.rises(around: $0, reach: Self.reach) }
        let width = 2 * Self.reach + 1
        let window = (0..<width).map { Self.bell(Float($0 - Self.reach) / Self.doubt) }
        var result: [Double] = []
        result.reserveCapacity(times.count)
        for (index, time) in times.enumerated() {
            var together = [Float](repeating: 0, count: width)
            var voices: Float = 0
            for neighbour in max(0, index - Self.neighbours)...min(times.count - 1, index + Self.neighbours) {
                guard let rise = rises[neighbour] else { continue }
                voices += 1
                for step in 0..<width { together[step] += rise[step] }
            }
            let blurred = (0..<width).map { step in
                var sum: Float = 0
                for lag in -3...3 where (0..<width).contains(step + lag) { sum += together[step + lag] * Float(4 - abs(lag)) / 16 }
                return sum * window[step]
            }
            guard voices > 0, let common = blurred.indices.max(by: { blurred[$0] < blurred[$1] }) else {
                result.append(time)
                continue
            }
            let (best, height) = rises[index].map { Self.steepest($0, near: common) } ?? (common, 0)
            if height >= Self.clear {
                result.append(OnsetEnvelope.moment(best - Self.reach, from: time))
            } else if blurred[common] / voices >= Self.clear / 2 {
                result.append(OnsetEnvelope.moment(common - Self.reach, from: time))
            } else {
                result.append(time)
            }
        }
        return result
    }

    private static func steepest(_ rises: [Float], near common: Int) -> (step: Int, height: Float) {
        var best = (step: common, height: Float(0))
        for step in rises.indices {
            let height = rises[step] * bell(Float(step - common) / spread)
            if height > best.height { best = (step, height) }
        }
        // The weight biases the step towards the neighbours' offset; climbing to the nearest peak corrects that.
        while let next = [best.step - 1, best.step + 1].first(where: { rises.indices.contains($0) && rises[$0] > rises[best.step] })
        {
            best.step = next
        }
        return best
    }

    private static func bell(_ distance: Float) -> Float { exp(-distance * distance / 2) }
}
