/// One click: when it is due, and how it sounds.
package struct ClickTick: Hashable, Sendable {
    /// A sound of a kit.
    package enum Voice: String, CaseIterable, Sendable {
        case strong, normal, soft, alternate, second
    }

    package let time: MediaTime
    package let voice: Voice
    /// The pulse that it belongs to.
    package let pulse: Int
    /// Whether it is the pulse itself, not a part of it.
    package let isPulse: Bool
    /// Whether it is shown, even if it is not heard.
    package let isHeard: Bool
}

extension ClickTrain {
    /// The clicks within a range of positions, in order; those that are only shown, too.
    package func ticks(in range: Range<MediaTime>) -> [ClickTick] {
        guard !range.isEmpty else { return [] }
        var ticks: [ClickTick] = []
        for pulse in pulse(at: range.lowerBound)...pulse(at: range.upperBound) {
            let bar = bar(ofPulse: pulse)
            let isHeard = rhythm.gap.map { !$0.silences(bar: bar) } ?? true
            guard isHeard || rhythm.gap?.isShown == true else { continue }
            add(pulse, isHeard, to: &ticks)
        }
        return ticks.filter { range.contains($0.time) }.sorted { $0.time < $1.time }
    }

    private func add(_ pulse: Int, _ isHeard: Bool, to ticks: inout [ClickTick]) {
        let place = place(ofPulse: pulse)
        func add(_ part: Int, of parts: Int, _ voice: ClickTick.Voice, isPulse: Bool = false) {
            ticks.append(
                ClickTick(
                    time: time(ofPulse: pulse, plus: part, of: parts), voice: voice, pulse: pulse, isPulse: isPulse,
                    isHeard: isHeard))
        }
        if let voice = rhythm.accents[place].voice {
            add(0, of: 1, voice, isPulse: true)
            for part in 1..<max(rhythm.subdivision, 1) {
                let isOdd = part % 2 == 1
                let (numerator, denominator) = share(ofPart: part)
                add(
                    numerator, of: denominator,
                    rhythm.alternates && rhythm.subdivision == 4 && isOdd ? .alternate : .soft)
            }
        }
        if let polyrhythm = rhythm.polyrhythm {
            // Click k of the second voice is k · first / second pulses after the start of the bar.
            let (first, second) = (polyrhythm.first, polyrhythm.second)
            for click in 0..<second where click * first / second == place { add(click * first % second, of: second, .second) }
        }
    }

    /// Where a part of a pulse begins, as a fraction of the pulse.
    private func share(ofPart part: Int) -> (Int, Int) {
        switch (rhythm.subdivision, part % 2) {
        case (2, 1): (rhythm.swing, 100)
        case (4, 1): (100 * (part / 2) + rhythm.swing, 200)
        default: (part, rhythm.subdivision)
        }
    }
}

extension Rhythm.Accent {
    /// Nil if it is silent.
    package var voice: ClickTick.Voice? {
        switch self {
        case .strong: .strong
        case .normal: .normal
        case .soft: .soft
        case .silent: nil
        }
    }
}
