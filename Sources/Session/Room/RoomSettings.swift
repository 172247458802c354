/// How a room plays, whatever it plays.
package struct RoomSettings: Hashable, Sendable, Codable {
    /// What comes again when it is over.
    package enum Repeat: String, CaseIterable, Sendable, Codable {
        case off, one, all
    }

    /// What plays when nothing is left in the queue.
    package enum Autoplay: String, CaseIterable, Sendable, Codable {
        case off
        /// Tracks that the server makes itself, with known beats.
        case demo
        case library
    }

    /// Seconds that two tracks may overlap.
    package static let crossfades = 0.0...12.0

    package var repeating = Repeat.off
    package var autoplay = Autoplay.off
    /// Tracks begin where their sound does, and end where it does.
    package var skipsSilence = false
    /// All tracks are about as loud.
    package var normalizes = true
    /// Seconds.
    package var crossfade = 0.0
    /// 0...1, for those who listen.
    package var volume = 1.0
    /// How the room looks: what screens make of the names is theirs.
    package var look: [String: LookValue] = [:]

    package init() {}
}

/// A change of some settings; those that are nil stay.
package struct SettingsChange: Hashable, Sendable {
    package var autoplay: RoomSettings.Autoplay?
    package var skipsSilence: Bool?
    package var normalizes: Bool?
    package var crossfade: Double?
    package var volume: Double?

    package init() {}
}

/// One setting of a room's look.
package enum LookValue: Hashable, Sendable {
    case text(String)
    case number(Double)
    case truth(Bool)

    /// A look has at most so many settings.
    package static let mostSettings = 32
    /// Bytes of a setting's name.
    package static let longestName = 64
    /// Bytes of a text.
    package static let longestText = 200
}

extension LookValue: Codable {
    package init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let truth = try? value.decode(Bool.self) {
            self = .truth(truth)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else {
            self = .text(try value.decode(String.self))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .text(let text): try value.encode(text)
        case .number(let number): try value.encode(number)
        case .truth(let truth): try value.encode(truth)
        }
    }
}
