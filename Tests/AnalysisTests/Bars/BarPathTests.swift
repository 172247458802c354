import Testing

@testable import Analysis

struct BarPathTests {
    /// Logits of a row of beats whose downbeats are these.
    private func logits(_ isDownbeat: [Bool], strength: Float = 3) -> [Float] {
        isDownbeat.map { $0 ? strength : -strength }
    }

    @Test("bars of every metre are found, wherever they begin", arguments: [2, 3, 4, 5, 6, 7])
    func metres(beats: Int) {
        for shift in 0..<beats {
            let path = BarPath(logits: logits((0..<42).map { ($0 + shift) % beats == 0 }))
            #expect(path.places == (0..<42).map { ($0 + shift) % beats })
            #expect(path.metre.allSatisfy { $0 == beats })
            #expect(path.probability > 0.95)
        }
    }

    @Test("a metre that changes is followed")
    func change() {
        let places = (0..<24).map { $0 % 4 } + (0..<24).map { $0 % 3 }
        #expect(BarPath(logits: logits(places.map { $0 == 0 })).places == places)
    }

    @Test("a downbeat that is missing, and one too many, do not move the others")
    func noise() {
        var downbeats = (0..<40).map { $0 % 4 == 0 }
        downbeats[16] = false
        downbeats[26] = true
        #expect(BarPath(logits: logits(downbeats, strength: 2)).places == (0..<40).map { $0 % 4 })
    }

    @Test("where every beat is as likely a downbeat, the bars are not sure")
    func unsure() {
        #expect(BarPath(logits: [Float](repeating: -1, count: 60)).probability < 0.5)
    }

    @Test("logits without bound have bounded effect")
    func extremes() {
        let path = BarPath(logits: [.infinity, -.infinity, -1e30, 1e30, .infinity, -.infinity])
        #expect(path.places.count == 6 && path.probability.isFinite)
    }
}
