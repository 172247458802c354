/// Seeded random bytes.
struct SeededBytes {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt8 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt8(truncatingIfNeeded: state >> 56)
    }

    mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in next() }
    }
}
