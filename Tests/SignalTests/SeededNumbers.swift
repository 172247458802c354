/// Numbers between -1 and 1; the same seed gives the same numbers.
struct SeededNumbers {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> Float {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Float(Int32(truncatingIfNeeded: state >> 32)) / 2_147_483_648
    }

    mutating func numbers(_ count: Int) -> [Float] {
        (0..<count).map { _ in next() }
    }

    /// A whole number from a range.
    mutating func integer(in range: ClosedRange<Int>) -> Int {
        let share = Double(next() / 2 + 0.5)
        return min(range.upperBound, range.lowerBound + Int(share * Double(range.count)))
    }
}
