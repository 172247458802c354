import Glibc

/// The log-likelihood ratio of a beat to no beat in each frame of 10 ms, as prefix sums.
struct BeatGains: Sendable {
    /// Probabilities are clamped to this distance from 0 and 1, so that no single frame decides a track.
    private static let floor = 0.01
    /// Divisor of the probability of no beat, so that a frame without a beat is never certain.
    private static let silenceShare = 1.5

    private let sums: [Double]

    /// `beat` holds one probability for each frame of 10 ms.
    init(_ beat: Span<Float>) {
        var sums = [0.0]
        sums.reserveCapacity(beat.count + 1)
        var sum = 0.0
        for frame in beat.indices {
            let probability = Double(beat[frame])
            let none = min(max(1 - probability, Self.floor), 1) / Self.silenceShare
            sum += log(min(max(probability, Self.floor), 1 - Self.floor)) - log(none)
            sums.append(sum)
        }
        self.sums = sums
    }

    /// Frames of 10 ms.
    var count: Int { sums.count - 1 }

    /// What a beat gains that begins at a frame and whose evidence fills a window.
    func gain(at frame: Int, window: Int) -> Float {
        Float(sums[min(count, frame + window)] - sums[frame])
    }
}
