import Signal
import Testing

@Suite("Frame reader")
struct FrameReaderTests {
    /// All frames after pushing blocks of these lengths.
    private func frames(of samples: [Float], size: Int, ahead: Int? = nil, rate: Int, pace: Int, runs: [Int]) -> [[Float]] {
        var reader = FrameReader(size: size, ahead: ahead, sampleRate: rate, framesPerSecond: pace)
        var frames: [[Float]] = []
        var place = 0
        for run in runs {
            reader.push(samples.span.extracting(place..<place + run))
            place += run
            while let frame = reader.next() { frames.append(Array(reader.samples[frame])) }
        }
        reader.finish()
        while let frame = reader.next() { frames.append(Array(reader.samples[frame])) }
        return frames
    }

    /// The same frames by definition.
    private func definition(of samples: [Float], size: Int, ahead: Int? = nil, rate: Int, pace: Int) -> [[Float]] {
        var frames: [[Float]] = []
        while true {
            let place = Int((Double(frames.count) * Double(rate) / Double(pace)).rounded())
            guard place <= samples.count else { return frames }
            let end = place + (ahead ?? size / 2)
            frames.append((end - size..<end).map { samples.indices.contains($0) ? samples[$0] : 0 })
        }
    }

    @Test(
        "gives the frames of its definition at any split of the samples",
        arguments: [(44_100, 60), (22_050, 60), (48_000, 60), (8_000, 60), (44_100, 50), (11_025, 60)])
    func splits(rate: Int, pace: Int) {
        for seed in 0..<6 as Range<UInt64> {
            var random = SeededNumbers(seed: seed)
            let samples = random.numbers(random.integer(in: 0...4000))
            let size = 2 * random.integer(in: 1...300)
            var runs: [Int] = []
            var rest = samples.count
            while rest > 0 {
                runs.append(min(random.integer(in: 0...Int(seed) * 150 + 10), rest))
                rest -= runs[runs.count - 1]
            }
            for ahead in [nil, 0, random.integer(in: 0...size)] {
                let got = frames(of: samples, size: size, ahead: ahead, rate: rate, pace: pace, runs: runs)
                #expect(got == definition(of: samples, size: size, ahead: ahead, rate: rate, pace: pace), "seed \(seed)")
            }
        }
    }

    @Test("a frame that ends at its sample needs none after it")
    func soon() {
        var reader = FrameReader(size: 100, ahead: 0, sampleRate: 1000, framesPerSecond: 10)
        reader.push([Float](repeating: 0, count: 500).span)
        var count = 0
        while reader.next() != nil { count += 1 }
        #expect(count == 6)
    }

    @Test("has no drift over hours, and keeps only samples that later frames need")
    func longRuns() {
        var reader = FrameReader(size: 1024, sampleRate: 22_050, framesPerSecond: 60)
        let block = [Float](repeating: 0, count: 50_000)
        var largest = 0
        for _ in 0..<1000 {
            reader.push(block.span)
            while reader.next() != nil {}
            largest = max(largest, reader.samples.count)
        }
        reader.finish()
        while reader.next() != nil {}
        #expect(reader.frameCount == 50_000_000 * 60 / 22_050 + 1)
        #expect(largest <= 52_500)
    }

    @Test("an empty sound is one silent frame")
    func empty() {
        #expect(frames(of: [], size: 8, rate: 44_100, pace: 60, runs: []) == [[Float](repeating: 0, count: 8)])
    }
}
