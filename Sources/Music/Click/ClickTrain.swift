/// The clicks of a metronome from its start, or from its last change, on: without end.
///
/// Each is computed from its number in whole numbers and rounded once, so that nothing drifts.
package struct ClickTrain: Hashable, Sendable {
    /// Pulses are clamped to this far from the start: a thousand years.
    private static let farthest = 1 << 31

    package let rhythm: Rhythm
    /// The name of the sounds.
    package let kit: String
    /// The place in its bar of the pulse at position 0, from 0 on.
    package let firstPulse: Int
    /// The number of that bar since the metronome was started, from 1 on.
    package let firstBar: Int
    /// Pulses until the tempo changes by itself; nil if it does not.
    package let pulsesToStep: Int?

    /// A start with a bar.
    package init(_ rhythm: Rhythm, kit: String) {
        self.init(rhythm, kit: kit, firstPulse: 0, firstBar: 1, pulsesToStep: rhythm.ramp?.every)
    }

    package init(_ rhythm: Rhythm, kit: String, firstPulse: Int, firstBar: Int, pulsesToStep: Int?) {
        self.rhythm = rhythm
        self.kit = kit
        self.firstPulse = firstPulse
        self.firstBar = firstBar
        let isRamping = rhythm.ramp.flatMap { $0.next(after: rhythm.tempo) } != nil
        self.pulsesToStep = isRamping ? pulsesToStep ?? rhythm.ramp?.every : nil
    }

    // Time

    /// When a pulse is due.
    package func time(ofPulse pulse: Int) -> MediaTime { time(ofPulse: pulse, plus: 0, of: 1) }

    /// When a part of a pulse is due; the part is a fraction below 1.
    func time(ofPulse pulse: Int, plus part: Int, of parts: Int) -> MediaTime {
        let (span, tenths) = (microsecondsTimesTenths, rhythm.tempo.tenths)
        let pulse = min(max(pulse, -Self.farthest), Self.farthest)
        // Apart, so that no product overflows.
        let (whole, rest) = ((pulse * span).quotient(by: tenths), (pulse * span).remainder(of: tenths))
        let more = (rest * parts + part * span + parts * tenths / 2).quotient(by: parts * tenths)
        return MediaTime(microseconds: Int64(whole + more))
    }

    /// The last pulse at or before a position.
    package func pulse(at position: MediaTime) -> Int {
        let limit = Int64(Self.farthest) * 1_000_000
        let microseconds = Int(clamping: min(max(position.microseconds, -limit), limit))
        let near = (microseconds * rhythm.tempo.tenths).quotient(by: microsecondsTimesTenths)
        // Rounding may have moved its time by half a microsecond.
        return time(ofPulse: near + 1) <= position ? near + 1 : time(ofPulse: near) <= position ? near : near - 1
    }

    /// The first pulse at or after a position.
    package func pulse(atOrAfter position: MediaTime) -> Int {
        pulse(at: MediaTime(microseconds: position.microseconds - 1)) + 1
    }

    /// The length of a pulse in microseconds, times the tempo in tenths: a whole number.
    private var microsecondsTimesTenths: Int { rhythm.unit == .quarter ? 600_000_000 : 300_000_000 }

    // Bars

    /// The place of a pulse in its bar, from 0 on.
    package func place(ofPulse pulse: Int) -> Int { (firstPulse + pulse).remainder(of: rhythm.pulses) }

    /// The number of its bar.
    package func bar(ofPulse pulse: Int) -> Int { firstBar + (firstPulse + pulse).quotient(by: rhythm.pulses) }

    // Changes

    /// What follows by itself, and with which pulse; nil if this goes on without end.
    package var next: (train: ClickTrain, pulse: Int)? {
        guard let pulsesToStep, let tempo = rhythm.ramp?.next(after: rhythm.tempo) else { return nil }
        var rhythm = rhythm
        rhythm.tempo = tempo
        return (changed(to: rhythm, kit: kit, at: pulsesToStep), pulsesToStep)
    }

    /// The train that takes over with a pulse, at the same place in the bar if the new bar has it.
    package func changed(to rhythm: Rhythm, kit: String, at pulse: Int) -> ClickTrain {
        let (place, bar) = (place(ofPulse: pulse), bar(ofPulse: pulse))
        let fits = place < rhythm.pulses
        let left = pulsesToStep.map { $0 - pulse }.flatMap { $0 > 0 && rhythm.ramp == self.rhythm.ramp ? $0 : nil }
        return ClickTrain(
            rhythm, kit: kit, firstPulse: fits ? place : 0, firstBar: fits ? bar : bar + 1, pulsesToStep: left)
    }
}

extension ClickTrain {
    /// 64 bits as hexadecimal digits, the same on every server: other clicks have others.
    package var fingerprint: String {
        var hash = StableHash()
        hash.add("\(rhythm.stored) \(kit) \(firstPulse) \(firstBar) \(pulsesToStep ?? 0)".utf8)
        return StableHash.digits(hash.value)
    }
}

extension ClickTrain: Codable {
    private enum Key: String, CodingKey { case rhythm, kit, firstPulse, firstBar, pulsesToStep }

    /// More than a metronome counts in a thousand years; sums of a few do not overflow.
    private static let counts = 0...(1 << 40)

    /// Throws if a value is out of its bounds, which only damaged data has.
    package init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: Key.self)
        let kit = try object.decode(String.self, forKey: .kit)
        let (pulse, bar) = (try object.decode(Int.self, forKey: .firstPulse), try object.decode(Int.self, forKey: .firstBar))
        let step = try object.decodeIfPresent(Int.self, forKey: .pulsesToStep)
        guard KitName.isValid(kit), Self.counts.contains(pulse), Self.counts.contains(bar), step.map(Self.counts.contains) ?? true
        else {
            throw DecodingError.dataCorruptedError(forKey: .kit, in: object, debugDescription: "the clicks are out of bounds")
        }
        self.init(
            try object.decode(Rhythm.self, forKey: .rhythm), kit: kit, firstPulse: pulse, firstBar: bar, pulsesToStep: step)
    }

    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(rhythm, forKey: .rhythm)
        try object.encode(kit, forKey: .kit)
        try object.encode(firstPulse, forKey: .firstPulse)
        try object.encode(firstBar, forKey: .firstBar)
        try object.encodeIfPresent(pulsesToStep, forKey: .pulsesToStep)
    }
}
