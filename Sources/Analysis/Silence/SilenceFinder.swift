package import Music

/// Finds where the sound of a mono mix begins and ends, in steps of 2 ms.
///
/// A step is loud if it swings by more than −60 dBFS around its own middle, so neither a constant offset nor dither counts. Sound
/// must last: at least 10 of the 40 ms after its start (and before its end) are loud, so the pops of a lead-in groove do not count
/// unless there is nothing else. At a hard edge, steps more than 30 dB below the loudest of those 40 ms are left out, since
/// codecs smear sound over an edge at such levels.
package struct SilenceFinder {
    /// Half the distance from the lowest to the highest sample of a loud step; 1 is full scale.
    private static let threshold: Float = 0.001
    private static let smear: Float = 0.03
    private static let stepsPerSecond = 500
    private static let window = 20
    private static let loudSteps = 5

    private let sampleRate: Int
    /// Samples a step.
    private let step: Int
    private var extremes = Extremes()
    /// Samples pushed so far.
    private var count = 0
    /// The swing of each of the last steps, the newest last, and the number of steps so far.
    private var swings = [Float](repeating: 0, count: window)
    private var stepCount = 0
    /// How many of `swings` are loud, and the greatest swing of all steps.
    private var loudCount = 0
    private var loudest: Float = 0
    /// Range of lasting sound in steps: the first, and the one after the last.
    private var start: Int?
    private var end = 0
    /// Range of all loud steps: the first, and the one after the last.
    private var firstLoud: Int?
    private var loudEnd = 0

    package init(sampleRate: Int) {
        self.sampleRate = sampleRate
        step = max(sampleRate / Self.stepsPerSecond, 1)
    }

    /// Takes the next samples.
    package mutating func push(_ mono: Span<Float>) {
        var taken = 0
        while taken < mono.count {
            let length = min(step - count % step, mono.count - taken)
            extremes.include(mono.extracting(taken..<taken + length))
            taken += length
            count += length
            if count % step == 0 { endStep() }
        }
    }

    /// Ends the stream and returns where its sound is; nil if nothing was loud.
    package mutating func finish() -> SoundBounds? {
        if count % step != 0 { endStep() }
        for _ in 1..<Self.window { add(0) }
        guard let firstLoud else { return nil }
        let first = start ?? firstLoud
        let last = start == nil ? loudEnd : max(end, first + 1)
        return SoundBounds(start: time(first * step), end: time(min(last * step, count)))
    }

    private func time(_ sample: Int) -> MediaTime { MediaTime(seconds: Double(sample) / Double(sampleRate)) }

    private mutating func endStep() {
        add((extremes.highest - extremes.lowest) / 2)
        extremes = Extremes()
    }

    private mutating func add(_ swing: Float) {
        let oldest = swings.removeFirst()
        swings.append(swing)
        loudCount += (swing > Self.threshold ? 1 : 0) - (oldest > Self.threshold ? 1 : 0)
        loudest = max(loudest, swing)
        stepCount += 1
        if swing > Self.threshold {
            if firstLoud == nil { firstLoud = stepCount - 1 }
            loudEnd = stepCount
        }
        findEdges()
    }

    private mutating func findEdges() {
        let opens = start == nil && swings[0] > Self.threshold
        let closes = swings[Self.window - 1] > Self.threshold
        guard opens || closes, loudCount >= Self.loudSteps else { return }
        // A step above the highest floor that can be needs no look at the others: so it is all through most music.
        if !opens, swings[Self.window - 1] > loudest * Self.smear {
            end = stepCount
            return
        }
        let floor = max(Self.threshold, swings.reduce(0, max) * Self.smear)
        let first = stepCount - Self.window
        if opens, let place = swings.firstIndex(where: { $0 > floor }) { start = first + place }
        if closes, let place = swings.lastIndex(where: { $0 > floor }) { end = max(end, first + place + 1) }
    }
}
