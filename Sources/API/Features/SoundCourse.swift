import Foundation
import Music

/// How loud a track is from frame to frame, and where something begins in it.
struct SoundCourse {
    /// A stretch of sound from one onset to the next.
    struct Segment: Equatable {
        /// Frames.
        let range: Range<Int>
        /// From 0 to 1: the strength of the onset that begins it.
        let confidence: Double
        /// The frame where it is loudest.
        let peak: Int
    }

    /// Frames read at a time.
    private static let stretch = 4096
    /// An onset is the strongest of so many frames around it: 50 ms on either side.
    private static let reach = 3
    /// No segment is shorter than a tenth of a second.
    private static let shortest = SpectrumFrame.perSecond / 10
    /// A weaker rise is the swing of a sound that goes on.
    private static let weakest: UInt8 = 16

    /// By frame.
    let loudness: [UInt8]
    private let onsets: [UInt8]

    /// Reads all frames: not for a thread that must not block.
    init(_ frames: some FrameStore) {
        var (loudness, onsets): ([UInt8], [UInt8]) = ([], [])
        for first in stride(from: 0, to: frames.frames.upperBound, by: Self.stretch) {
            frames.withFrames(first..<min(first + Self.stretch, frames.frames.upperBound)) { bytes in
                for start in stride(from: 0, to: bytes.count, by: SpectrumFrame.byteCount) {
                    loudness.append(bytes[start + SpectrumFrame.loudness])
                    onsets.append(bytes[start + SpectrumFrame.onset])
                }
            }
        }
        (self.loudness, self.onsets) = (loudness, onsets)
    }

    /// The level of a frame in dB.
    func level(_ frame: Int) -> Double {
        loudness.isEmpty
            ? Double(SpectrumFrame.lowestLevel)
            : Double(SpectrumFrame.level(ofByte: loudness[min(max(frame, 0), loudness.count - 1)]))
    }

    /// The mean power of some frames in dB.
    func meanLevel(_ frames: Range<Int>) -> Double {
        let part = loudness[frames.clamped(to: 0..<loudness.count)]
        guard !part.isEmpty else { return Double(SpectrumFrame.lowestLevel) }
        let powers = part.reduce(0.0) { $0 + pow(10, Double(SpectrumFrame.level(ofByte: $1)) / 10) }
        return 10 * log10(powers / Double(part.count))
    }

    /// The whole track in segments.
    var segments: [Segment] {
        guard !loudness.isEmpty else { return [] }
        var starts = [0]
        for frame in onsets.indices.dropFirst() where frame - starts[starts.count - 1] >= Self.shortest {
            let around = max(0, frame - Self.reach)..<min(onsets.count, frame + Self.reach + 1)
            // Of equal ones the first counts.
            guard onsets[frame] >= Self.weakest, onsets[around].max() == onsets[frame],
                onsets[around.lowerBound..<frame].allSatisfy({ $0 < onsets[frame] })
            else { continue }
            starts.append(frame)
        }
        return zip(starts, starts.dropFirst() + [loudness.count]).map { start, end in
            let peak = (start..<end).max { loudness[$0] < loudness[$1] } ?? start
            return Segment(range: start..<end, confidence: Double(onsets[start]) / 255, peak: peak)
        }
    }
}
