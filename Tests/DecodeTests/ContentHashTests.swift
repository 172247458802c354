import Testing

@testable import Decode

@Suite("The content hash", .serialized)
struct ContentHashTests {
    private struct Value: Hashable {
        let high: UInt64
        let low: UInt64

        init(_ bytes: [UInt8]) {
            let hash = ContentHash(of: bytes)
            (high, low) = (hash.high, hash.low)
        }

        func distance(to other: Value) -> Int { (high ^ other.high).nonzeroBitCount + (low ^ other.low).nonzeroBitCount }
    }

    @Test("each bit of the input changes half the bits of the output", arguments: [3, 8, 15, 16, 17, 40])
    func avalanche(length: Int) {
        var generator = Sound.Generator(seed: 11)
        let inputs = (0..<64).map { _ in (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) } }
        for place in 0..<length * 8 {
            var sum = 0
            for input in inputs {
                var other = input
                other[place / 8] ^= 1 << (place % 8)
                let distance = Value(input).distance(to: Value(other))
                // Of 128 coin flips 64 ± 5.7 are heads; so far off is none in a million trials.
                #expect(30...98 ~= distance, "bit \(place): \(distance)")
                sum += distance
            }
            let mean = Double(sum) / Double(inputs.count)
            #expect(abs(mean - 64) < 4.5, "bit \(place): \(mean)")
        }
    }

    @Test("zeros at the end change the hash, and so does their number")
    func zeros() {
        var seen: Set<Value> = []
        for length in 0..<2_000 { seen.insert(Value([UInt8](repeating: 0, count: length))) }
        for length in 0..<200 { seen.insert(Value([1, 2, 3] + [UInt8](repeating: 0, count: length))) }
        #expect(seen.count == 2_200)
    }

    @Test("a million numbers give a million hashes, also in either half")
    func counters() {
        var high = Set<UInt64>(minimumCapacity: 1_000_000)
        var low = Set<UInt64>(minimumCapacity: 1_000_000)
        var bytes: [UInt8] = [0, 0, 0]
        for number in 0..<1_000_000 {
            bytes[0] = UInt8(truncatingIfNeeded: number)
            bytes[1] = UInt8(truncatingIfNeeded: number >> 8)
            bytes[2] = UInt8(truncatingIfNeeded: number >> 16)
            let hash = ContentHash(of: bytes)
            high.insert(hash.high)
            low.insert(hash.low)
        }
        #expect(high.count == 1_000_000)
        #expect(low.count == 1_000_000)
    }

    @Test("it is the same on every machine")
    func known() {
        let hash = ContentHash(of: Array("a sound of twenty-odd letters".utf8))
        #expect(String(hash.high, radix: 16) == "3747254de69ec24d")
        #expect(String(hash.low, radix: 16) == "ed9d4876ad50c867")
    }
}
