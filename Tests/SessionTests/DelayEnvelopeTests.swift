import Testing

@testable import Yardstick

@Suite("A delay envelope")
struct DelayEnvelopeTests {
    @Test("keeps the smallest value of each quarter second for a minute")
    func window() {
        var numbers = SeededGenerator(seed: 5)
        var envelope = DelayEnvelope()
        var smallest: [Double: Double] = [:]
        for time in stride(from: 0.0, to: 200_000_000, by: 16_667) {
            let value = Double.random(in: 0...10_000, using: &numbers)
            let slot = (time / 250_000).rounded(.down)
            let news = envelope.add(time, value)
            #expect(news == (value < smallest[slot, default: .infinity]))
            smallest[slot] = min(value, smallest[slot, default: .infinity])
            #expect(envelope.points.count <= 240)
        }
        #expect(envelope.points.map(\.value) == smallest.keys.sorted().suffix(240).compactMap { smallest[$0] })
        // After a long silence all samples are too old.
        let news = envelope.add(400_000_000, 1)
        #expect(news && envelope.points.count == 1)
    }

    @Test("ignores a sample out of order")
    func order() {
        var envelope = DelayEnvelope()
        _ = envelope.add(1_000_000, 5)
        let early = envelope.add(500_000, 1)
        #expect(!early && envelope.points.count == 1)
    }

    @Test("its hull has the same minimum as its points for a line of any slope")
    func hull() {
        var numbers = SeededGenerator(seed: 6)
        for _ in 0..<100 {
            var envelope = DelayEnvelope()
            for slot in 0..<Int.random(in: 1...200, using: &numbers) {
                _ = envelope.add(Double(slot) * 300_000, .random(in: 0...20_000, using: &numbers))
            }
            let slope = Double.random(in: -1e-3...1e-3, using: &numbers)
            func lowest(_ points: [DelayEnvelope.Point]) -> Double? { points.map { $0.value - slope * $0.time }.min() }
            #expect(lowest(envelope.hull) == lowest(envelope.points))
        }
    }
}
