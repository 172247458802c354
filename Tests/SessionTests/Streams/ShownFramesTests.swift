import Music
import Session
import Testing
import Yardstick

@Suite("Frames as screens draw them")
struct ShownFramesTests {
    private func track(_ seconds: Double, _ level: (_ frame: Int, _ band: Int) -> UInt8) throws -> TrackAnalysis {
        let bytes = (0..<Int(seconds * 60) + 1).flatMap { frame in
            (0..<SpectrumFrame.byteCount).map { level(frame, $0) }
        }
        return try MadeAnalysis.track(frames: bytes, duration: MediaTime(seconds: seconds))
    }

    private func values(_ frames: ShownFrames, _ range: Range<Int>) -> [[Float]] {
        let all = frames.values(of: range)
        return stride(from: 0, to: all.count, by: frames.bandCount).map { Array(all[$0..<$0 + frames.bandCount]) }
    }

    @Test("there are as many as the rate says", arguments: [(240, 30, 7_200), (240, 60, 14_400), (10, 7, 70), (0.01, 1, 1)])
    func counts(seconds: Double, rate: Int, count: Int) throws {
        let frames = ShownFrames(try track(seconds) { _, _ in 0 }, rate: rate, bands: 8)
        #expect(frames.count == count)
        #expect(values(frames, 0..<min(count, 50)).count == min(count, 50))
    }

    @Test("values lie from 0 to 1, and do not depend on how the frames are divided")
    func divided() throws {
        var numbers = SeededGenerator(seed: 11)
        let analysis = try track(4) { _, _ in UInt8.random(in: 0...255, using: &numbers) }
        for (rate, bands) in [(30, 32), (60, 64), (24, 8), (7, 13)] {
            let frames = ShownFrames(analysis, rate: rate, bands: bands)
            let whole = values(frames, 0..<frames.count)
            #expect(whole.allSatisfy { $0.count == bands && $0.allSatisfy { (0...1).contains($0) } })
            #expect(whole.contains { $0.contains { $0 > 0.9 } })
            let parts = stride(from: 0, to: frames.count, by: 5).flatMap { values(frames, $0..<min($0 + 5, frames.count)) }
            #expect(parts == whole, "\(rate) a second of \(bands)")
        }
    }

    @Test("a tone stands at the top of its band alone, silence lies at the bottom")
    func tone() throws {
        let frames = ShownFrames(try track(3) { frame, band in frame > 60 && band == 40 ? 230 : 0 }, rate: 30, bands: 32)
        let all = values(frames, 0..<frames.count)
        #expect(all[5].allSatisfy { $0 == 0 })
        for (band, value) in all[60].enumerated() { #expect(band == 20 ? value > 0.99 : value == 0, "\(band)") }
    }

    @Test("heights are those of the page")
    func page() throws {
        // As `shown(leaning(level, band, bands), top, 1)` of Public/session/gain.js, with the top of the highest band.
        let frames = ShownFrames(try track(6) { _, band in band == 63 ? 200 : band == 32 ? 150 : 0 }, rate: 30, bands: 64)
        let shown = values(frames, 90..<91)[0]
        let top = 200.0 - 70 * (1 - 63.0 / 64)
        let (low, level) = (max(255 * 2.0 / 80, top.rounded() - 255 * 42 / 80), 150.0 - 35)
        #expect(abs(Double(shown[32]) - (level - low) / (top.rounded() - low)) < 0.02)
        #expect(shown[63] > 0.99)
    }
}
