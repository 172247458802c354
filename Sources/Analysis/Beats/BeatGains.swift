import Glibc

/// The log-likelihood ratio of a beat, or of a downbeat, to no beat in each frame of 10 ms, as prefix sums.
struct BeatGains: Sendable {
    /// Probabilities are clamped to this distance from 0 and 1, so that no single frame decides a track.
    private static let floor = 0.01
    /// Divisor of the probability of no beat, so that a frame without a beat is never certain.
    private static let silenceShare = 1.5

    /// Frames of 10 ms.
    let count: Int
    private let beats: [Double]
    private let downbeats: [Double]

    /// `beat` and `downbeat` are equally long and hold one probability for each frame of 10 ms.
    init(beat: Span<Float>, downbeat: Span<Float>) {
        count = beat.count
        var beats = [0.0]
        var downbeats = [0.0]
        beats.reserveCapacity(count + 1)
        downbeats.reserveCapacity(count + 1)
        var beatSum = 0.0
        var downbeatSum = 0.0
        for frame in beat.indices {
            let any = Double(beat[frame])
            let down = min(max(min(Double(downbeat[frame]), any), Self.floor), 1 - Self.floor)
            let plain = min(max(any - down, Self.floor), 1 - Self.floor)
            let none = log(min(max(1 - any, Self.floor), 1) / Self.silenceShare)
            beatSum += log(plain) - none
            downbeatSum += log(down) - none
            beats.append(beatSum)
            downbeats.append(downbeatSum)
        }
        self.beats = beats
        self.downbeats = downbeats
    }

    func beat(at frame: Int, window: Int) -> Float {
        Float(beats[min(count, frame + window)] - beats[frame])
    }

    func downbeat(at frame: Int, window: Int) -> Float {
        Float(downbeats[min(count, frame + window)] - downbeats[frame])
    }
}
