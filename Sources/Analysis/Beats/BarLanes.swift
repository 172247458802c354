/// The positions of a beat in a bar, for all metres at once: one lane for every beat of every metre.
struct BarLanes: Sendable {
    /// Lanes are processed in vectors of four, so their number is rounded up; padding lanes are never reached.
    static let width = 4
    /// The metres that are looked for.
    static let music = BarLanes(metres: [2, 3, 4, 5, 7], preference: [-20, 0, 0, -20, -25].map { $0 / 30 })

    let metres: [Int]
    /// Log-prior of each metre, per second of music.
    let preference: [Float]
    let count: Int
    let vectors: Int
    /// For each lane: the index of its metre, its position in the bar from 0, and the lanes of the beats before and after.
    let metre: [Int]
    let place: [Int]
    let before: [Int]
    let after: [Int]
    /// The first and the last lane of each metre; the last one precedes the first one of the next bar.
    let turns: [(opening: Int, closing: Int)]
    /// For each vector, which of its lanes are downbeats.
    let downbeats: [SIMDMask<SIMD4<Int32>>]

    init(metres: [Int], preference: [Float]) {
        precondition(metres.count == preference.count)
        self.metres = metres
        self.preference = preference
        var metre: [Int] = []
        var place: [Int] = []
        var before: [Int] = []
        var after: [Int] = []
        for (index, beats) in metres.enumerated() {
            let first = place.count
            for beat in 0..<beats {
                metre.append(index)
                place.append(beat)
                before.append(first + (beat + beats - 1) % beats)
                after.append(first + (beat + 1) % beats)
            }
        }
        count = place.count
        let openings = place.indices.filter { place[$0] == 0 }
        turns = openings.map { ($0, before[$0]) }
        let vectors = (count + Self.width - 1) / Self.width
        self.vectors = vectors
        self.metre = metre
        self.place = place
        self.before = before
        self.after = after
        downbeats = (0..<vectors).map { vector in
            var mask = SIMDMask<SIMD4<Int32>>()
            for lane in 0..<Self.width {
                let index = vector * Self.width + lane
                mask[lane] = index < place.count && place[index] == 0
            }
            return mask
        }
    }
}
