import Music
import Synchronization
import Testing

@testable import Session

@Suite("The tops of frames that are being made")
struct GrowingTopsTests {
    /// Frames of which the same are read again and again, and how many were read.
    private final class Counted: FrameStore {
        private static let most = 4_600
        private let bytes = (0..<most * SpectrumFrame.byteCount).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 / 977) }
        private let state = Mutex((count: 0, read: 0))

        var frames: Range<Int> { 0..<state.withLock { $0.count } }
        var read: Int { state.withLock { $0.read } }

        func grow(by count: Int) { state.withLock { $0.count += count } }

        func withFrames<Result>(_ range: Range<Int>, _ body: (Span<UInt8>) -> Result) -> Result {
            state.withLock { $0.read += range.count }
            let bytes = Array(bytes[..<(range.count * SpectrumFrame.byteCount)])
            return body(bytes.span)
        }
    }

    @Test("a day that grows every five seconds costs as much in its last hour as in its first")
    func day() {
        let store = Counted()
        let tops = GrowingTops()
        let hour = 3600 * SpectrumFrame.perSecond
        var costs: [Int] = []
        for _ in 0..<24 {
            let before = store.read
            for _ in 0..<hour / 300 {
                store.grow(by: 300)
                tops.grow(in: store)
            }
            costs.append(store.read - before)
        }
        // Each frame is read when its level is made, and as a neighbour of the levels made before and after: 210 at each growth.
        let least = costs.min() ?? 0
        #expect(costs.allSatisfy { $0 <= hour * 510 / 300 && $0 >= hour }, "\(costs)")
        #expect(costs.dropFirst().allSatisfy { $0 == costs[1] } && least > 0)
        #expect(tops.levels(of: 24 * hour - 200..<24 * hour - 150).count == 50)
    }
}
