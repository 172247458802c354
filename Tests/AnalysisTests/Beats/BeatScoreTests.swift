import Testing
import Yardstick

struct BeatScoreTests {
    private let truth = (0..<40).map { Double($0) * 0.5 }

    private func score(_ found: [Double]) -> BeatScore {
        BeatScore(truth: truth, trueDownbeats: [0, 2, 4], found: found, foundDownbeats: [0, 2.05, 5])
    }

    @Test("the exact beats have the best score")
    func perfect() throws {
        let score = score(truth)
        #expect(score.f == 1 && score.f25 == 1 && score.cmlt == 1 && score.amlt == 1 && score.accuracy1 == 1)
        #expect(score.error == 0)
        let downbeats = try #require(score.downbeatF)
        #expect(abs(downbeats - 2 / 3.0) < 1e-12)
    }

    @Test("a late grid keeps its F-measure, fails at the narrow tolerance and has its bias")
    func late() throws {
        let score = score(truth.map { $0 + 0.04 })
        #expect(score.f == 1 && score.f25 == 0)
        let bias = try #require(score.bias)
        #expect(abs(bias - 40) < 1e-6)
    }

    @Test("every other beat scores two thirds, and 1 if metrical levels are allowed")
    func halved() {
        let score = score(stride(from: 0, to: 40, by: 2).map { truth[$0] })
        #expect(abs(score.f - 2 / 3.0) < 1e-12)
        #expect(score.cmlt == 0 && score.amlt == 1 && score.accuracy1 == 0 && score.accuracy2 == 1)
    }

    @Test("no beats score 0")
    func empty() {
        let score = score([])
        #expect(score.f == 0 && score.amlt == 0 && score.error == nil)
    }
}
