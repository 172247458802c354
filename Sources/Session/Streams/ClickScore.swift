package import Music

/// What a metronome looks like: computed, and known without end.
///
/// Each click lights the spectrum, as a short drum would, and fades.
package struct ClickScore: Score {
    private struct Light {
        /// The middle of the lit bands, and the level at the click.
        let band: Double
        let level: Double
    }

    /// When a click has faded.
    private static let fade = MediaTime(seconds: 0.5)
    /// Level steps lost in a second: half of the picture in a tenth.
    private static let decay = 620.0
    /// How steeply the spectrum falls around its middle, in level steps per band.
    private static let slope = 1.6
    /// The level at the top of the picture: that of the loudest click.
    private static let top: UInt8 = 190
    /// It has none, but numbers have.
    private static let end = MediaTime.furthest
    /// Most beats that are given at a time.
    private static let mostBeats = 2000

    package let train: ClickTrain

    package init(_ train: ClickTrain) {
        self.train = train
    }

    package var duration: MediaTime? { nil }
    package var known: Range<MediaTime> { .zero..<Self.end }
    package var isComplete: Bool { true }
    package var mayWait: Bool { false }
    package var knownBeats: KnownBeats? { .all }
    package var isDamaged: Bool { false }
    package var frames: Range<Int> { 0..<Int(Self.end.microseconds / 1_000_000) * SpectrumFrame.perSecond }

    package func beats(around positions: Range<MediaTime>) -> ScoreBeats {
        // What was before pulse 0 is another score's.
        let first = max(0, train.pulse(at: positions.lowerBound) - 1)
        let last = min(train.pulse(at: positions.upperBound) + 2, first + Self.mostBeats)
        let pulses = Array(first...max(first + 2, last))
        let beats = pulses.map { Beat(time: train.time(ofPulse: $0), position: UInt8(clamping: train.place(ofPulse: $0) + 1)) }
        let tempo = train.rhythm.tempo.beatsPerMinute * (train.rhythm.unit == .eighth ? 2 : 1)
        return ScoreBeats(
            BeatGrid(beats: beats, meter: train.rhythm.pulses, confidence: 1), first: first,
            bars: pulses.map { train.bar(ofPulse: $0) }, tempo: tempo)
    }

    package func tops(of frames: Range<Int>) -> [UInt8] { [UInt8](repeating: Self.top, count: frames.count) }

    package func withFrames<Result>(_ range: Range<Int>, _ body: (Span<UInt8>) -> Result) -> Result {
        precondition(range.lowerBound >= 0 && range.upperBound <= frames.upperBound)
        let (start, end) = (SpectrumFrame.time(of: range.lowerBound), SpectrumFrame.time(of: range.upperBound))
        let ticks = train.ticks(in: start - Self.fade..<end)
        var bytes = [UInt8](repeating: 0, count: range.count * SpectrumFrame.byteCount)
        var next = 0
        for frame in range {
            let time = SpectrumFrame.time(of: frame)
            let after = SpectrumFrame.time(of: frame + 1)
            while next < ticks.count, ticks[next].time + Self.fade < time { next += 1 }
            var tick = next
            while tick < ticks.count, ticks[tick].time < after {
                draw(ticks[tick], at: time, into: &bytes, from: (frame - range.lowerBound) * SpectrumFrame.byteCount)
                tick += 1
            }
        }
        return body(bytes.span)
    }

    /// Adds what is left of a click at the time of a frame; a click within the frame is as bright as can be.
    private func draw(_ tick: ClickTick, at time: MediaTime, into bytes: inout [UInt8], from start: Int) {
        let age = max(0, (time - tick.time).seconds)
        let light = Self.light(tick.voice)
        let level = light.level - Self.decay * age
        guard level > 0 else { return }
        for band in 0..<SpectrumFrame.bandCount {
            let lean = Double(PictureTops.lean) * (1 - Double(band) / Double(SpectrumFrame.bandCount))
            let shown = level + lean - Self.slope * abs(Double(band) - light.band)
            raise(&bytes[start + band], to: shown)
        }
        raise(&bytes[start + SpectrumFrame.loudness], to: level)
        if tick.time >= time { raise(&bytes[start + SpectrumFrame.onset], to: light.level * 1.3) }
    }

    private func raise(_ byte: inout UInt8, to level: Double) {
        byte = max(byte, UInt8(min(max(level, 0), 255)))
    }

    private static func light(_ voice: ClickTick.Voice) -> Light {
        switch voice {
        case .strong: Light(band: 40, level: 185)
        case .normal: Light(band: 30, level: 165)
        case .soft: Light(band: 22, level: 130)
        case .alternate: Light(band: 52, level: 130)
        case .second: Light(band: 12, level: 160)
        }
    }
}
