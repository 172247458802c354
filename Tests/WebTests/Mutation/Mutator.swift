/// Mutates inputs like a fuzzer, but deterministically for a seed.
struct Mutator {
    /// Longer inputs only take longer: inputs that break parsers are short.
    private static let longestInput = 2048
    /// Bytes with a meaning for one of the parsers.
    private static let telling = Array("\r\n :;,=/.%&\"-0aF\u{7F}\u{0}".utf8) + [0x80, 0xC3, 0xED, 0xFF, 0x7E]

    private var random: SeededGenerator
    private let seeds: [[UInt8]]

    init(seed: UInt64, seeds: [[UInt8]]) {
        random = SeededGenerator(seed: seed)
        self.seeds = seeds
    }

    /// One of the seeds, with one to six things changed.
    mutating func next() -> [UInt8] {
        var bytes = pick()
        for _ in 0..<Int.random(in: 1...6, using: &random) { mutate(&bytes) }
        return bytes
    }

    private mutating func pick() -> [UInt8] {
        Array(seeds[Int.random(in: seeds.indices, using: &random)].prefix(Self.longestInput))
    }

    private mutating func mutate(_ bytes: inout [UInt8]) {
        let place = Int.random(in: 0...bytes.count, using: &random)
        let end = min(bytes.count, place + Int.random(in: 1...8, using: &random))
        switch Int.random(in: 0..<8, using: &random) {
        case 0 where place < bytes.count: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 1 where place < bytes.count: bytes[place] = byte()
        case 2: bytes.insert(byte(), at: place)
        case 3: bytes.removeSubrange(place..<end)
        case 4: bytes.insert(contentsOf: bytes[place..<end], at: place)
        case 5: bytes.removeSubrange(place...)
        case 6:
            let other = pick()
            bytes.replaceSubrange(place..., with: other[Int.random(in: 0...other.count, using: &random)...])
        default: bytes.insert(contentsOf: pick().prefix(20), at: place)
        }
    }

    private mutating func byte() -> UInt8 {
        if Bool.random(using: &random) { return Self.telling.randomElement(using: &random) ?? 0 }
        return UInt8.random(in: 0...255, using: &random)
    }
}
