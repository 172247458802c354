package import Music

extension ClickKit {
    /// The greatest sample of 16 bits.
    private static let full: Float = 1 - 1 / ClickSound.fullScale

    /// How much softer the clicks of a rhythm must be so that all that sound at once stay within full scale; 1 where they do anyway.
    ///
    /// Adds what each may still reach, for each millisecond of a bar and of what rings into it. The page has the same in
    /// `audio/headroom.js`.
    package func headroom(for rhythm: Rhythm) -> Float {
        var steady = rhythm
        (steady.gap, steady.ramp) = (nil, nil)
        let train = ClickTrain(steady, kit: name)
        var hulls: [ClickTick.Voice: [Float]] = [:]
        for voice in ClickTick.Voice.allCases { hulls[voice] = sound(of: voice)?.hull }
        let longest = hulls.values.reduce(0) { max($0, $1.count) }
        let end = train.time(ofPulse: steady.pulses) + MediaTime(microseconds: 1_000 * Int64(longest))
        var sums = [Double](repeating: 0, count: Int(end.microseconds / 1_000) + 1 + longest)
        for tick in train.ticks(in: .zero..<end) {
            let start = Int(tick.time.microseconds / 1_000)
            for (block, magnitude) in (hulls[tick.voice] ?? []).enumerated() { sums[start + block] += Double(magnitude) }
        }
        let most = Float(sums.reduce(0, max)).nextUp
        return most > Self.full ? Self.full / most : 1
    }
}

extension ClickSound {
    private static let perMillisecond = perSecond / 1_000

    /// The greatest magnitude from each millisecond on, or from the one before it, so that it does not matter where in a millisecond the
    /// sound begins.
    fileprivate var hull: [Float] {
        var hull = [Float](repeating: 0, count: samples.count / Self.perMillisecond + 2)
        var most: Float = 0
        for (index, sample) in samples.enumerated().reversed() {
            most = max(most, abs(sample))
            let block = index / Self.perMillisecond
            (hull[block], hull[block + 1]) = (most, most)
        }
        return hull
    }
}
