import Foundation
import Music
import Session
import Testing
import Yardstick

@Suite("The top of the picture")
struct PictureTopsTests {
    /// The height of one of the bands in a picture, on the scale of the top.
    private func height(_ level: UInt8, _ band: Int, of bands: Int) -> Double {
        Double(level) - Double(PictureTops.lean) * (1 - Double(band) / Double(bands))
    }

    /// Frames with the same level in all bands.
    private func flat(_ levels: [UInt8]) throws -> TrackAnalysis {
        let bytes = levels.flatMap { [UInt8](repeating: $0, count: SpectrumFrame.byteCount) }
        return try MadeAnalysis.track(frames: bytes, duration: MediaTime(seconds: Double(levels.count) / 60))
    }

    /// Music that is loud, then quiet, then loud again.
    private func waving(seed: UInt64) throws -> TrackAnalysis {
        var numbers = SeededGenerator(seed: seed)
        let frames = Int.random(in: 1...1500, using: &numbers)
        var loudest: UInt8 = 0
        let bytes = (0..<frames).flatMap { frame in
            if frame % 100 == 0 { loudest = .random(in: 0...255, using: &numbers) }
            return (0..<SpectrumFrame.byteCount).map { _ in UInt8.random(in: 0...loudest, using: &numbers) }
        }
        return try MadeAnalysis.track(frames: bytes, duration: MediaTime(seconds: Double(frames) / 60))
    }

    @Test("no band of any frame exceeds it, at any rate and number of bands")
    func neverClips() throws {
        for seed in 0..<40 as Range<UInt64> {
            var numbers = SeededGenerator(seed: seed)
            let analysis = try waving(seed: seed)
            let (rate, bands) = (Int.random(in: 1...120, using: &numbers), 1 << Int.random(in: 0...6, using: &numbers))
            let frames = FrameSchedule.frames(
                rate, on: .made(), known: .zero..<analysis.duration, after: .later(-1), through: .later(99_000_000))
            let message = FramePacket.binary(
                StoredScore(analysis, grid: .none), FrameForm(rate: rate, bands: bands), on: .made(), frames: frames,
                sent: Course.start)
            for start in stride(from: FrameHeader.byteCount, to: message.count, by: bands + FramePacket.tail) {
                let top = Double(message[start + bands + 5])
                let heights = (0..<bands).map { height(message[start + $0], $0, of: bands) }
                // Half a step is lost by interpolation between stored frames.
                #expect(heights.allSatisfy { $0 <= top + 0.5 }, "seed \(seed), rate \(rate), \(bands) bands")
            }
        }
    }

    private struct Vector: Decodable {
        /// A band and its level.
        let frames: [[Int]]
        let tops: [Double]
    }

    @Test("it equals the test vectors")
    func vectors() throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../Vectors/tops.json")
        let vectors = try JSONDecoder().decode([Vector].self, from: Data(contentsOf: file))
        #expect(vectors.count == 6)
        for vector in vectors {
            let bytes = vector.frames.flatMap { frame in
                (0..<SpectrumFrame.byteCount).map { $0 == frame[0] ? UInt8(frame[1]) : 0 }
            }
            let duration = MediaTime(seconds: Double(vector.frames.count) / 60)
            let tops = PictureTops(try MadeAnalysis.track(frames: bytes, duration: duration)).levels
            #expect(tops.count == vector.tops.count)
            // Tolerance: the tilt is rounded to whole steps, the weight to 256ths, the sum to whole steps.
            for (top, wanted) in zip(tops, vector.tops) { #expect(abs(Double(top) - wanted) < 2) }
        }
    }

    @Test("it is the maximum of parabolas around the peaks")
    func definition() throws {
        for seed in 50..<60 as Range<UInt64> {
            let analysis = try waving(seed: seed)
            let lowest = Double(PictureTops.lowest)
            let peaks = (0..<analysis.frameCount).map { frame in
                analysis.withFrames(frame..<frame + 1) { bytes in
                    (0..<64).map { height(bytes[$0], $0, of: 64) }.max().map { max($0, lowest) } ?? lowest
                }
            }
            for (frame, top) in PictureTops(analysis).levels.enumerated() {
                let near = max(0, frame - 60)..<min(peaks.count, frame + 151)
                let wanted = near.map { other in
                    let away = Double(other - frame) / (other < frame ? 60 : 150)
                    return lowest + (peaks[other] - lowest) * (1 - away * away)
                }.max()
                #expect(try abs(Double(top) - #require(wanted)) < 1.8, "seed \(seed), frame \(frame)")
            }
        }
    }

    @Test("it sinks in quiet parts, and rises in time for the next loud part")
    func quiet() throws {
        let quiet: UInt8 = 140
        let tops = PictureTops(try flat([UInt8](repeating: 250, count: 200) + [UInt8](repeating: quiet, count: 400) + [250])).levels
        #expect(tops[0..<200].allSatisfy { $0 == tops[0] } && tops[600] == tops[0])
        // Beyond the range of both loud parts. The treble has the smallest tilt, one step.
        #expect(tops[259...450].allSatisfy { $0 == quiet - 1 })
        #expect(zip(tops[200..<260], tops[201..<261]).allSatisfy { $0 >= $1 })
        #expect(zip(tops[450..<600], tops[451..<601]).allSatisfy { $0 <= $1 && $1 - $0 <= 3 })
    }

    @Test("silence stays low, and a track without frames has no top")
    func silence() throws {
        #expect(
            PictureTops(try flat([UInt8](repeating: 0, count: 300))).levels == [UInt8](repeating: PictureTops.lowest, count: 300))
        #expect(PictureTops(try flat([])).levels == [])
    }

    @Test("it is the same at any split of the track")
    func splits() throws {
        // Longer than one block.
        let analysis = try MadeAnalysis.track(seconds: 100, seed: 61)
        let whole = PictureTops(analysis).levels
        #expect(whole.count == analysis.frameCount)
        var numbers = SeededGenerator(seed: 62)
        var next = 0
        while next < whole.count {
            let frames = next..<min(whole.count, next + .random(in: 1...900, using: &numbers))
            #expect(PictureTops.levels(of: frames, in: analysis) == Array(whole[frames]))
            next = frames.upperBound
        }
    }
}
