/// Why a rhythm from outside is none: the field, and what it must be.
package struct RhythmProblem: Error, Hashable, CustomStringConvertible {
    package let field: String
    package let expected: String

    package init(_ field: String, _ expected: String) {
        (self.field, self.expected) = (field, expected)
    }

    package var description: String { "\(field) must be \(expected)" }
}

/// The JSON form, in which every field may be left out: {"bpm":120.5,"groups":[2,2,3],"unit":8,…}.
extension Rhythm: Codable {
    private enum Key: String, CodingKey {
        case bpm, groups, unit, subdivision, swing, alternate, accents, polyrhythm, gap, ramp
    }

    package init(from decoder: any Decoder) throws {
        self.init()
        let object = try decoder.container(keyedBy: Key.self)
        func value<Value: Decodable>(_ type: Value.Type, _ key: Key, _ expected: String) throws(RhythmProblem) -> Value? {
            do {
                return try object.decodeIfPresent(type, forKey: key)
            } catch {
                throw RhythmProblem(key.rawValue, expected)
            }
        }
        var change = RhythmChange()
        change.bpm = try value(Double.self, .bpm, RhythmChange.bpmText)
        change.groups = try value([Int].self, .groups, RhythmChange.groupsText)
        change.unit = try value(Int.self, .unit, RhythmChange.unitText)
        change.subdivision = try value(Int.self, .subdivision, RhythmChange.subdivisionText)
        change.swing = try value(Int.self, .swing, RhythmChange.swingText)
        change.alternates = try value(Bool.self, .alternate, "true or false")
        change.accents = try value([String].self, .accents, RhythmChange.accentsText)
        change.polyrhythm = .some(try value([Int].self, .polyrhythm, RhythmChange.polyrhythmText))
        change.gap = .some(try value(RhythmChange.Gap.self, .gap, RhythmChange.gapText))
        change.ramp = .some(try value(RhythmChange.Ramp.self, .ramp, RhythmChange.rampText))
        try apply(change)
    }

    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(tempo.beatsPerMinute, forKey: .bpm)
        try object.encode(groups, forKey: .groups)
        try object.encode(unit.rawValue, forKey: .unit)
        try object.encode(subdivision, forKey: .subdivision)
        try object.encode(swing, forKey: .swing)
        try object.encode(alternates, forKey: .alternate)
        try object.encode(accents.map(\.rawValue), forKey: .accents)
        try object.encode(polyrhythm.map { [$0.second, $0.first] }, forKey: .polyrhythm)
        try object.encode(gap.map { RhythmChange.Gap(on: $0.heard, off: $0.silent, picture: $0.isShown) }, forKey: .gap)
        try object.encode(
            ramp.map { RhythmChange.Ramp(step: $0.step, every: $0.every, to: $0.end.beatsPerMinute) }, forKey: .ramp)
    }
}

/// A change of a rhythm as it was sent; what is nil stays as it is.
package struct RhythmChange: Hashable, Sendable {
    package struct Gap: Hashable, Sendable, Codable {
        package var on: Int
        package var off: Int
        package var picture: Bool?

        package init(on: Int, off: Int, picture: Bool?) {
            (self.on, self.off, self.picture) = (on, off, picture)
        }
    }

    package struct Ramp: Hashable, Sendable, Codable {
        package var step: Int?
        package var every: Int?
        package var to: Double

        package init(step: Int?, every: Int?, to: Double) {
            (self.step, self.every, self.to) = (step, every, to)
        }
    }

    package static let bpmText = "a number from 30 to 240"
    package static let groupsText =
        "a list of whole numbers from 1 to \(Rhythm.mostPulses) whose sum is at most \(Rhythm.mostPulses)"
    package static let unitText = "4 or 8"
    package static let subdivisionText = "a whole number from 1 to 4"
    package static let swingText = "a whole number from 50 to 75"
    package static let accentsText = "a list of strong, normal, soft and silent, one for each pulse of the bar"
    package static let polyrhythmText = "null or two whole numbers from 1 to 15"
    package static let gapText = "null or {\"on\": 1 to 16, \"off\": 1 to 16, \"picture\": true or false}"
    package static let rampText =
        "null or {\"step\": 1, 2, 5 or 10, or one of them below zero, \"every\": 4, 8, 16, 32, 48 or 64, \"to\": 30 to 240}"

    package var bpm: Double?
    package var groups: [Int]?
    package var unit: Int?
    package var subdivision: Int?
    package var swing: Int?
    package var alternates: Bool?
    package var accents: [String]?
    /// The inner nil ends it; so do those of the gap and the ramp.
    package var polyrhythm: [Int]??
    package var gap: Gap??
    package var ramp: Ramp??

    package init() {}
}

/// As `Wish` reads it: null ends a part, and what is left out stays.
extension RhythmChange: Codable {
    private enum Key: String, CodingKey {
        case bpm, groups, unit, subdivision, swing, alternates, accents, polyrhythm, gap, ramp
    }

    package init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: Key.self)
        func part<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value?? {
            object.contains(key) ? .some(try object.decodeIfPresent(type, forKey: key)) : nil
        }
        bpm = try object.decodeIfPresent(Double.self, forKey: .bpm)
        groups = try object.decodeIfPresent([Int].self, forKey: .groups)
        unit = try object.decodeIfPresent(Int.self, forKey: .unit)
        subdivision = try object.decodeIfPresent(Int.self, forKey: .subdivision)
        swing = try object.decodeIfPresent(Int.self, forKey: .swing)
        alternates = try object.decodeIfPresent(Bool.self, forKey: .alternates)
        accents = try object.decodeIfPresent([String].self, forKey: .accents)
        polyrhythm = try part([Int].self, .polyrhythm)
        gap = try part(Gap.self, .gap)
        ramp = try part(Ramp.self, .ramp)
    }

    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        try object.encodeIfPresent(bpm, forKey: .bpm)
        try object.encodeIfPresent(groups, forKey: .groups)
        try object.encodeIfPresent(unit, forKey: .unit)
        try object.encodeIfPresent(subdivision, forKey: .subdivision)
        try object.encodeIfPresent(swing, forKey: .swing)
        try object.encodeIfPresent(alternates, forKey: .alternates)
        try object.encodeIfPresent(accents, forKey: .accents)
        if let polyrhythm { try object.encode(polyrhythm, forKey: .polyrhythm) }
        if let gap { try object.encode(gap, forKey: .gap) }
        if let ramp { try object.encode(ramp, forKey: .ramp) }
    }
}

extension Rhythm {
    /// Applies all of a change, or none of it and throws.
    package mutating func apply(_ change: RhythmChange) throws(RhythmProblem) {
        var rhythm = self
        try rhythm.applyBar(change)
        try rhythm.applyParts(change)
        try rhythm.applyPractice(change)
        self = rhythm
    }

    private mutating func applyBar(_ change: RhythmChange) throws(RhythmProblem) {
        if let bpm = change.bpm {
            guard let checked = ClickTempo(checking: bpm) else { throw RhythmProblem("bpm", RhythmChange.bpmText) }
            tempo = checked
        }
        let unit = try change.unit.map { number throws(RhythmProblem) in
            guard let unit = Unit(rawValue: number) else { throw RhythmProblem("unit", RhythmChange.unitText) }
            return unit
        }
        if let groups = change.groups {
            guard Self.isBar(groups) else { throw RhythmProblem("groups", RhythmChange.groupsText) }
            setBar(groups, unit: unit ?? self.unit)
        } else if let unit, unit != self.unit {
            let accents = accents
            setBar(groups, unit: unit)
            _ = setAccents(accents)
        }
        if let polyrhythm = change.polyrhythm {
            guard let pair = polyrhythm else {
                setPolyrhythm(nil)
                return try applyAccents(change)
            }
            guard pair.count == 2, pair.allSatisfy(Polyrhythm.counts.contains) else {
                throw RhythmProblem("polyrhythm", RhythmChange.polyrhythmText)
            }
            setPolyrhythm(Polyrhythm(second: pair[0], first: pair[1]))
        }
        try applyAccents(change)
    }

    private mutating func applyAccents(_ change: RhythmChange) throws(RhythmProblem) {
        guard let words = change.accents else { return }
        let accents = words.compactMap(Accent.init)
        guard accents.count == words.count, setAccents(accents) else {
            throw RhythmProblem("accents", RhythmChange.accentsText)
        }
    }

    private mutating func applyParts(_ change: RhythmChange) throws(RhythmProblem) {
        if let number = change.subdivision {
            guard Self.subdivisions.contains(number) else { throw RhythmProblem("subdivision", RhythmChange.subdivisionText) }
            subdivision = number
        }
        if let share = change.swing {
            guard Self.swings.contains(share) else { throw RhythmProblem("swing", RhythmChange.swingText) }
            swing = share
        }
        alternates = change.alternates ?? alternates
    }

    private mutating func applyPractice(_ change: RhythmChange) throws(RhythmProblem) {
        if let gap = change.gap {
            self.gap = try gap.map { gap throws(RhythmProblem) in
                guard Gap.lengths.contains(gap.on), Gap.lengths.contains(gap.off) else {
                    throw RhythmProblem("gap", RhythmChange.gapText)
                }
                return Gap(heard: gap.on, silent: gap.off, isShown: gap.picture ?? true)
            }
        }
        if let ramp = change.ramp {
            self.ramp = try ramp.map { ramp throws(RhythmProblem) in
                let (step, every) = (ramp.step ?? 2, ramp.every ?? 8)
                guard let end = ClickTempo(checking: ramp.to), Ramp.steps.contains(step), Ramp.distances.contains(every) else {
                    throw RhythmProblem("ramp", RhythmChange.rampText)
                }
                return Ramp(step: step, every: every, end: end)
            }
        }
    }
}
