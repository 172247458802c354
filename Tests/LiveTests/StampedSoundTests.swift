import Testing

@testable import Live

@Suite("Sound that says when it is heard")
struct StampedSoundTests {
    /// 20 ms with the sample 1 at some places.
    private func chunk(_ rate: Int, _ places: Set<Int> = []) -> (left: [Float], right: [Float]) {
        let samples = (0..<rate / 50).map { places.contains($0) ? 1 : Float(0) }
        return (samples, samples)
    }

    private func peaks(_ sound: [Float]) -> [Int] {
        sound.indices.filter { index in
            sound[index] > 0.4 && sound[index] >= sound[max(0, index - 1)] && sound[index] > sound[min(sound.count - 1, index + 1)]
        }
    }

    @Test("it is where it is due, at all rates, however it is asked for", arguments: [44_100, 48_000, 96_000, 22_050])
    func places(rate: Int) {
        for seed in UInt64(0)..<6 {
            var (chance, stamped) = (SeededGenerator(seed: seed), StampedSound(rate: rate))
            let begun = Double.random(in: 0...300_000, using: &chance)
            for number in 0..<50 {
                stamped.add(chunk(rate, number % 10 == 0 ? [rate / 100] : []), due: 5e6 + begun + Double(number) * 20_000)
            }
            var (sound, end) = ([Float](), 0)
            while sound.count < 65_000 {
                end += Int.random(in: 1...3_000, using: &chance)
                sound += stamped.sound(sound.count..<max(sound.count, end), heardFrom: 5e6, silentTo: end - 10_000).left
            }
            let peaks = peaks(sound)
            #expect(peaks.count == 5, "seed \(seed)")
            for (number, peak) in peaks.enumerated() {
                let due = (begun + Double(number) * 200_000 + Double(rate / 100) * 1e6 / Double(rate)) * 0.048
                #expect(abs(Double(peak) - due) <= 1.5, "seed \(seed)")
            }
        }
    }

    @Test("a clock that differs is followed without a jump", arguments: [-300.0, -100, 100, 300])
    func drift(ppm: Double) {
        var stamped = StampedSound(rate: 48_000)
        var (sound, last) = ([Float](), 0)
        for number in 0..<1_000 {
            stamped.add(chunk(48_000, number % 50 == 0 ? [480] : []), due: Double(number) * 20_000 * (1 + ppm * 1e-6))
            sound += stamped.sound(sound.count..<sound.count + 2_000, heardFrom: 0, silentTo: 0).left
        }
        let peaks = peaks(sound)
        #expect(peaks.count == 20)
        for (number, peak) in peaks.enumerated() {
            #expect(abs(Double(peak) - (Double(number) * 1e6 * (1 + ppm * 1e-6) + 10_000) * 0.048) <= 45, "\(number)")
            if number > 0 { #expect(abs(peak - last - 48_000) <= 50) }
            last = peak
        }
    }

    @Test("where stamps jump there is silence, or what is late is left out")
    func jumps() {
        var stamped = StampedSound(rate: 48_000)
        for number in 0..<10 { stamped.add(chunk(48_000, [480]), due: Double(number) * 20_000) }
        for number in 0..<10 { stamped.add(chunk(48_000, [480]), due: 600_000 + Double(number) * 20_000) }
        for number in 0..<10 { stamped.add(chunk(48_000, [480]), due: 700_000 + Double(number) * 20_000) }
        let peaks = peaks(stamped.sound(0..<48_000, heardFrom: 0, silentTo: 48_000).left)
        let first = (0..<10).map { $0 * 960 + 480 }
        #expect(Array(peaks.prefix(10)).elementsEqual(first) { abs($0 - $1) <= 1 })
        #expect(peaks.dropFirst(10).prefix(10).elementsEqual(first.map { $0 + 28_800 }) { abs($0 - $1) <= 1 })
        // Half of the last ten were due before.
        #expect(peaks.dropFirst(20).elementsEqual(first.suffix(5).map { $0 + 33_600 }) { abs($0 - $1) <= 1 })
    }

    @Test("nothing is said of what may still come, and silence of what does not")
    func waits() {
        var stamped = StampedSound(rate: 48_000)
        #expect(stamped.sound(0..<1_000, heardFrom: 0, silentTo: -5).left.isEmpty)
        #expect(stamped.sound(0..<1_000, heardFrom: 0, silentTo: 200).left == [Float](repeating: 0, count: 200))
        stamped.add(chunk(48_000, [480]), due: 100_000)
        #expect(stamped.sound(200..<1_000, heardFrom: 0, silentTo: 0).left == [Float](repeating: 0, count: 800))
        stamped.shift(by: -50_000)
        let sound = stamped.sound(1_000..<4_000, heardFrom: 0, silentTo: 4_000).left
        #expect(sound.count == 3_000 && peaks(sound) == [50 * 48 + 480 - 1_000])
        // The input stood still.
        #expect(stamped.sound(90_000..<90_100, heardFrom: 0, silentTo: 90_100).left.count == 100)
    }

    @Test("what nobody asks for is dropped, the oldest first")
    func bounds() {
        var stamped = StampedSound(rate: 48_000)
        for number in 0..<1_200 { stamped.add(chunk(48_000, [480]), due: Double(number) * 20_000) }
        let sound = stamped.sound(0..<48_000 * 24, heardFrom: 0, silentTo: 0).left
        #expect((999...1_001).contains(peaks(sound).count) && peaks(sound).first.map { $0 > 3 * 48_000 } == true)
    }
}
