/// Numbers between -1 and 1 that the same seed gives again.
struct SeededNumbers {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> Float {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Float(Int32(truncatingIfNeeded: state >> 32)) / 2_147_483_648
    }

    /// A whole number from 0 up to but not including `limit`.
    mutating func whole(below limit: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % limit
    }

    mutating func numbers(_ count: Int) -> [Float] {
        (0..<count).map { _ in next() }
    }
}
