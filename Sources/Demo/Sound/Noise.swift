/// White noise from a seed, by eight parallel generators (Marsaglia's xorshift).
struct Noise {
    private var state: SIMD8<UInt32>

    init(seed: Int) {
        var dice = Dice(seed: UInt64(truncatingIfNeeded: seed))
        state = SIMD8()
        for lane in 0..<8 { state[lane] = UInt32(truncatingIfNeeded: dice.next()) | 1 }
    }

    /// Evenly spread in -1..<1.
    @inline(__always)
    mutating func next() -> Eight {
        state ^= state &<< 13
        state ^= state &>> 17
        state ^= state &<< 5
        return Eight(SIMD8<Int32>(truncatingIfNeeded: state)) * 4.656_612_9e-10
    }
}
