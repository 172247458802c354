/// The JSON form: {"steps":[{"do":"double"},{"do":"shift","milliseconds":-12.5}]}, times in seconds.
extension GridCorrection: Codable {
    private enum Key: String, CodingKey { case steps }

    package init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: Key.self)
        steps = try object.decode([Step].self, forKey: .steps)
        guard steps.count <= Self.mostSteps else {
            throw DecodingError.dataCorruptedError(
                forKey: .steps, in: object, debugDescription: "a grid takes \(Self.mostSteps) steps, not \(steps.count)")
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(steps, forKey: .steps)
    }
}

extension GridCorrection.Step: Codable {
    /// Longest quote of a wrong word, in characters.
    private static let longestQuote = 40

    private enum Key: String, CodingKey {
        case name = "do"
        case milliseconds, at, beats, bpm, times, from
    }

    package init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: Key.self)
        let name = try object.decode(String.self, forKey: .name)
        switch name {
        case "double": self = .double
        case "half": self = .half
        case "shift": self = .shift(milliseconds: try object.decode(Double.self, forKey: .milliseconds))
        case "downbeat": self = .downbeat(at: try Self.time(try object.decode(Double.self, forKey: .at), object, .at))
        case "meter": self = .meter(try object.decode(Int.self, forKey: .beats))
        case "tempo":
            self = .tempo(
                bpm: try object.decode(Double.self, forKey: .bpm),
                anchoredAt: try Self.time(try object.decode(Double.self, forKey: .at), object, .at))
        case "taps":
            let times = try object.decode([Double].self, forKey: .times)
            self = .taps(try times.map { try Self.time($0, object, .times) }.sorted())
        default:
            throw DecodingError.dataCorruptedError(
                forKey: .name, in: object,
                debugDescription:
                    "a step is double, half, shift, downbeat, meter, tempo or taps, not \"\(name.prefix(Self.longestQuote))\"")
        }
        if let start = try object.decodeIfPresent(Double.self, forKey: .from) {
            self = .from(try Self.time(start, object, .from), self)
        }
        if let problem {
            throw DecodingError.dataCorruptedError(forKey: .name, in: object, debugDescription: problem)
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        try encode(into: &object)
    }

    private func encode(into object: inout KeyedEncodingContainer<Key>) throws {
        if case .from(let start, let step) = self {
            try step.encode(into: &object)
            return try object.encode(start.seconds, forKey: .from)
        }
        try object.encode(name, forKey: .name)
        switch self {
        case .double, .half, .from: break
        case .shift(let milliseconds): try object.encode(milliseconds, forKey: .milliseconds)
        case .downbeat(let time): try object.encode(time.seconds, forKey: .at)
        case .meter(let beats): try object.encode(beats, forKey: .beats)
        case .tempo(let bpm, let anchor):
            try object.encode(bpm, forKey: .bpm)
            try object.encode(anchor.seconds, forKey: .at)
        case .taps(let times): try object.encode(times.map(\.seconds), forKey: .times)
        }
    }

    private var name: String {
        switch self {
        case .double: "double"
        case .half: "half"
        case .shift: "shift"
        case .downbeat: "downbeat"
        case .meter: "meter"
        case .tempo: "tempo"
        case .taps: "taps"
        case .from(_, let step): step.name
        }
    }

    /// Checked before the conversion to microseconds, which a huge number would overflow.
    private static func time(_ seconds: Double, _ object: KeyedDecodingContainer<Key>, _ key: Key) throws -> MediaTime {
        guard GridCorrection.times.contains(seconds), let time = MediaTime(checking: seconds) else {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: object, debugDescription: "a time is 0 to 86400 seconds, not \(seconds)")
        }
        return time
    }
}
