/// What a metronome plays: the tempo, the bar, and how each part of it sounds.
///
/// A bar is a list of pulses, each a quarter or an eighth. The tempo always counts quarters.
package struct Rhythm: Hashable, Sendable {
    /// The note that a pulse stands for.
    package enum Unit: Int, Sendable {
        case quarter = 4
        case eighth = 8
    }

    package enum Accent: String, CaseIterable, Sendable {
        case strong, normal, soft, silent
    }

    /// Bars that are heard and bars that are silent, in turn, from the start.
    package struct Gap: Hashable, Sendable {
        package static let lengths = 1...16

        package var heard: Int
        package var silent: Int
        /// Whether the picture goes on in silent bars.
        package var isShown: Bool

        package init(heard: Int, silent: Int, isShown: Bool = true) {
            (self.heard, self.silent, self.isShown) = (heard, silent, isShown)
        }

        /// Whether a bar is silent; the first bar is 1.
        package func silences(bar: Int) -> Bool { (bar - 1).remainder(of: heard + silent) >= heard }
    }

    /// A tempo that changes by itself, up to an end.
    package struct Ramp: Hashable, Sendable {
        package static let steps = [-10, -5, -2, -1, 1, 2, 5, 10]
        package static let distances = [4, 8, 16, 32, 48, 64]

        /// Beats a minute.
        package var step: Int
        /// Pulses from one step to the next.
        package var every: Int
        package var end: ClickTempo

        package init(step: Int = 2, every: Int = 8, end: ClickTempo) {
            (self.step, self.every, self.end) = (step, every, end)
        }

        /// The tempo after a step; nil at the end.
        package func next(after tempo: ClickTempo) -> ClickTempo? {
            let next = tempo.tenths + 10 * step
            if step > 0 { return tempo < end ? ClickTempo(tenths: min(next, end.tenths)) : nil }
            return tempo > end ? ClickTempo(tenths: max(next, end.tenths)) : nil
        }
    }

    /// Two rhythms at once: `second` clicks spread evenly over a bar of `first` pulses.
    package struct Polyrhythm: Hashable, Sendable {
        package static let counts = 1...15

        package var second: Int
        package var first: Int

        package init(second: Int, first: Int) {
            (self.second, self.first) = (second, first)
        }
    }

    package static let mostPulses = 32
    package static let subdivisions = 1...4
    /// Per cent of a pair of subdivisions that its first part takes.
    package static let swings = 50...75

    package var tempo: ClickTempo
    /// The number of pulses in each group of the bar.
    package private(set) var groups: [Int]
    package private(set) var unit: Unit
    /// Clicks in a pulse.
    package var subdivision: Int
    package var swing: Int
    /// Whether every second sixteenth has a sound of its own.
    package var alternates: Bool
    /// One for each pulse of the bar.
    package private(set) var accents: [Accent]
    package private(set) var polyrhythm: Polyrhythm?
    package var gap: Gap?
    package var ramp: Ramp?

    /// Four quarters at 120.
    package init() {
        (tempo, groups, unit, subdivision, swing) = (ClickTempo(clamping: 120), [4], .quarter, 1, 50)
        (alternates, accents) = (false, Self.accents(of: [4]))
    }

    /// Pulses in a bar.
    package var pulses: Int { accents.count }

    /// The accents that a bar has by itself: its start is strong; in a bar of several groups, only their starts stand out.
    package static func accents(of groups: [Int]) -> [Accent] {
        groups.enumerated().flatMap { index, length in
            (0..<length).map { pulse in
                if pulse == 0 { return index == 0 ? .strong : .normal }
                return groups.count > 1 ? .soft : .normal
            }
        }
    }

    /// Whether these groups make a bar.
    package static func isBar(_ groups: [Int]) -> Bool {
        !groups.isEmpty && groups.count <= mostPulses && groups.allSatisfy { (1...mostPulses).contains($0) }
            && groups.reduce(0, +) <= mostPulses
    }

    /// Changes the bar, and gives it the accents that it has by itself. It ends a polyrhythm.
    package mutating func setBar(_ groups: [Int], unit: Unit) {
        precondition(Self.isBar(groups))
        (self.groups, self.unit, polyrhythm) = (groups, unit, nil)
        accents = Self.accents(of: groups)
    }

    /// False if there is not one for each pulse.
    package mutating func setAccents(_ accents: [Accent]) -> Bool {
        guard accents.count == pulses else { return false }
        self.accents = accents
        return true
    }

    /// The bar becomes the polyrhythm's cycle.
    package mutating func setPolyrhythm(_ polyrhythm: Polyrhythm?) {
        guard polyrhythm != self.polyrhythm else { return }
        if let polyrhythm { setBar([polyrhythm.first], unit: .quarter) }
        self.polyrhythm = polyrhythm
    }
}

/// A tempo in tenths of a quarter a minute.
package struct ClickTempo: Hashable, Comparable, Sendable {
    package static let range = 30.0...240.0
    static let tenths = 300...2400

    package let tenths: Int

    package init(tenths: Int) {
        self.tenths = min(max(tenths, Self.tenths.lowerBound), Self.tenths.upperBound)
    }

    /// The nearest tempo within the range.
    package init(clamping beatsPerMinute: Double) {
        let bounded = min(max(beatsPerMinute, Self.range.lowerBound), Self.range.upperBound)
        self.init(tenths: Int(exactly: (bounded * 10).rounded()) ?? Self.tenths.lowerBound)
    }

    /// Nil out of the range.
    package init?(checking beatsPerMinute: Double) {
        guard Self.range.contains(beatsPerMinute) else { return nil }
        self.init(clamping: beatsPerMinute)
    }

    package var beatsPerMinute: Double { Double(tenths) / 10 }

    package static func < (left: ClickTempo, right: ClickTempo) -> Bool { left.tenths < right.tenths }
}

extension Int {
    /// The remainder that is never negative.
    func remainder(of divisor: Int) -> Int {
        let rest = self % divisor
        return rest < 0 ? rest + divisor : rest
    }

    /// The quotient rounded down.
    func quotient(by divisor: Int) -> Int {
        (self - remainder(of: divisor)) / divisor
    }
}
