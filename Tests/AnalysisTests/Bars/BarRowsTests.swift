import Foundation
import Testing

@testable import Analysis

struct BarRowsTests {
    private static let seconds = 14

    /// The numbers of `Goldens/bar_rows.py`, from 0 to 1.
    private func numbers(_ count: Int, seed: UInt32) -> [Double] {
        var state = seed
        return (0..<count).map { _ in
            state = state &* 1_664_525 &+ 1_013_904_223
            return Double(state >> 16) / 65_536
        }
    }

    private var times: [Double] {
        var time = 0.3
        return numbers(24, seed: 4).map { number in
            time += 0.45 + 0.1 * number
            return time
        }
    }

    private func sound() -> BarSound {
        let frames = Self.seconds * 50 + 1
        let magnitude = { (number: Double) in Float(pow(number, 6) * 0.2) }
        let evidence = numbers(frames * 2, seed: 3).map { Float(pow($0, 4)) }
        return BarSound(
            bands: numbers(frames * BandSpectrum.bandCount, seed: 1).map(magnitude),
            pitches: numbers((Self.seconds * 12 + 8) * PitchSpectrum.pitches.count, seed: 2).map(magnitude),
            evidence: BeatEvidence(
                beat: stride(from: 0, to: evidence.count, by: 2).map { evidence[$0] },
                downbeat: stride(from: 1, to: evidence.count, by: 2).map { evidence[$0] }))
    }

    @Test("rows of every reading equal their numpy definition")
    func golden() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(contentsOf: folder.appending(path: "Goldens/bar-rows.txt"), encoding: .utf8)
        let expected = text.split(separator: "\n").map { $0.split(separator: " ").compactMap { Double($0) } }
        let sound = sound()
        let readings = GridReadings(of: times).all
        #expect(readings.count == expected.count)
        for (reading, values) in zip(readings, expected) {
            let rows = BarRows(of: reading, in: sound)
            try #require(rows.count == values.count)
            for (beat, value) in values.enumerated() {
                let sum = rows[beat].enumerated().reduce(0) { $0 + Double($1.element) * Double($1.offset + 1) }
                #expect(abs(sum / Double(BarRows.width) - value) < 0.01)
            }
        }
    }

    @Test("rows outside a grid are zero")
    func outside() {
        let rows = BarRows(of: times, in: sound())
        var target = [Float](repeating: 7, count: 3 * BarRows.width)
        rows.write(-1..<2, into: &target)
        #expect(target[..<BarRows.width].allSatisfy { $0 == 0 })
        #expect(Array(target[BarRows.width..<2 * BarRows.width]) == Array(rows[0]))
    }
}
