import Foundation
import Testing

@testable import Analysis

@Suite("Beat network", .serialized)
struct BeatNetworkTests {
    /// The rhythm of `Goldens/beat_evidence.py`.
    private func rhythm() -> [Float] {
        var state: UInt32 = 1
        return (0..<44_100 * 5).map { index in
            state = state &* 1_664_525 &+ 1_013_904_223
            let noise = Int(state >> 16) - 32_768
            let (beat, since) = index.quotientAndRemainder(dividingBy: 22_050)
            var value = (noise >> 8) + Int((Double(noise * max(0, 3000 - since)) / 12_000).rounded(.down))
            if beat % 4 == 0 {
                let tone = index / 200 % 2 == 1 ? 6000 : -6000
                value += Int((Double(tone * max(0, 12_000 - since)) / 12_000).rounded(.down))
            }
            return Float(value) / 32_768
        }
    }

    private func evidence(of samples: [Float]) -> BeatEvidence {
        var spectrum = BandSpectrum()
        spectrum.push(samples.span)
        spectrum.finish()
        return BeatNetwork.current.evidence(of: spectrum.bands)
    }

    @Test("equals its numpy definition on a rhythm")
    func golden() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(contentsOf: folder.appending(path: "Goldens/beat-evidence.txt"), encoding: .utf8)
        let rows = text.split(separator: "\n").map { $0.split(separator: " ").compactMap { Float($0) } }
        let evidence = evidence(of: rhythm())
        #expect(rows.count == evidence.beat.count && rows.count == evidence.downbeat.count)
        for (frame, row) in rows.enumerated() {
            #expect(abs(evidence.beat[frame] - row[0]) < 1e-4 && abs(evidence.downbeat[frame] - row[1]) < 1e-4, "frame \(frame)")
        }
    }

    @Test("equals a direct computation, for any number of frames", arguments: [0, 1, 2, 3, 59, 241])
    func direct(frames: Int) throws {
        let layers = PlainNetwork.layers(seed: UInt64(frames))
        let network = try BeatNetwork(layers: layers.map(\.layer), version: 0)
        var random = SeededNumbers(seed: UInt64(frames) + 100)
        let bands = random.numbers(frames * BandSpectrum.bandCount).map { $0 * $0 * $0 * $0 }
        let evidence = network.evidence(of: bands)
        let expected = PlainNetwork.evidence(of: bands, layers: layers)
        #expect(evidence.beat.count == frames && evidence.downbeat.count == frames)
        for frame in 0..<frames {
            #expect(abs(Double(evidence.beat[frame]) - expected[frame][0]) < 2e-5, "frame \(frame)")
            #expect(abs(Double(evidence.downbeat[frame]) - expected[frame][1]) < 2e-5, "frame \(frame)")
        }
        // Constant output would be equal, too.
        if frames > 100 { #expect((evidence.beat.max() ?? 0) - (evidence.beat.min() ?? 0) > 0.1) }
    }

    @Test("does not depend on the volume, and finds nothing in silence")
    func loudness() throws {
        let network = try BeatNetwork(layers: PlainNetwork.layers(seed: 4).map(\.layer), version: 0)
        var random = SeededNumbers(seed: 5)
        let bands = random.numbers(100 * BandSpectrum.bandCount).map { $0 * $0 }
        let loud = network.evidence(of: bands)
        let faint = network.evidence(of: bands.map { $0 / 16 })
        #expect(zip(loud.beat, faint.beat).allSatisfy { abs($0 - $1) < 1e-4 })

        let silence = evidence(of: Array(repeating: 0, count: 2 * 44_100))
        #expect(silence.beat.allSatisfy { $0 < 0.05 } && silence.downbeat.allSatisfy { $0 < 0.05 })
    }

    @Test("gives the same bits on every thread")
    func threads() async {
        var random = SeededNumbers(seed: 6)
        let bands = random.numbers(20 * BandSpectrum.bandCount).map { abs($0) }
        let alone = BeatNetwork.current.evidence(of: bands)
        await withTaskGroup(of: BeatEvidence.self) { group in
            for _ in 0..<4 { group.addTask { BeatNetwork.current.evidence(of: bands) } }
            for await evidence in group { #expect(evidence == alone) }
        }
    }

    @Test("depends on about 20 s to either side")
    func reach() {
        let seconds = Double(BeatNetwork.current.reach) / Double(BeatEvidence.perSecond)
        #expect(seconds > 15 && seconds < 25)
    }
}
