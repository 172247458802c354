import Foundation
import Testing

@testable import Music

/// The same vectors are read by Tests/PublicTests/grid.test.mjs.
@Suite("The phase of a grid, by vectors")
struct PhaseVectorTests {
    struct Vector: Decodable {
        struct Expected: Decodable {
            let at: Int64
            let beat: Int
            let fraction: Double
            let position: Int
            let tempo: Double
        }

        let beats: [Int64]
        let positions: [UInt8]
        let meter: Int
        let phases: [Expected]
    }

    private func read() throws -> [Vector] {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Vectors/phase.json")
        return try JSONDecoder().decode([Vector].self, from: Data(contentsOf: file))
    }

    @Test("equals the vectors, by search and by walk")
    func vectors() throws {
        let vectors = try read()
        #expect(vectors.count == 9)
        for vector in vectors {
            let grid = BeatGrid(
                beats: zip(vector.beats, vector.positions).map { Beat(time: MediaTime(microseconds: $0), position: $1) },
                meter: vector.meter, confidence: 1)
            var walk = PhaseWalk(grid, near: MediaTime(microseconds: vector.phases[0].at))
            for expected in vector.phases {
                let moment = MediaTime(microseconds: expected.at)
                let phase = try #require(grid.phase(at: moment))
                #expect(walk.phase(at: moment) == phase)
                #expect(phase.beat == expected.beat && phase.position == expected.position, "at \(expected.at)")
                #expect(abs(phase.fraction - expected.fraction) < 1e-9, "at \(expected.at)")
                #expect(abs(phase.tempo - expected.tempo) < 1e-9, "at \(expected.at)")
            }
        }
    }
}
