/// The playback settings of a room.
package struct RoomSettings: Hashable, Sendable, Codable {
    /// What repeats.
    package enum Repeat: String, CaseIterable, Sendable, Codable {
        case off, one, all
    }

    /// What plays after the end of the queue.
    package enum Autoplay: String, CaseIterable, Sendable, Codable {
        case off
        /// Tracks that the server makes itself, with known beats.
        case demo
        case library
    }

    /// Seconds that two tracks may overlap.
    package static let crossfades = 0.0...12.0
    /// Seconds of a sleep timer; 0 is none. Nobody falls asleep for longer.
    package static let sleeps = 0.0...43_200.0

    /// What people call the room; nil where that is its name.
    package var label: String?
    package var repeating = Repeat.off
    package var autoplay = Autoplay.library
    /// Trim silence at the start and the end of tracks.
    package var skipsSilence = false
    /// Volume normalization.
    package var normalizes = true
    /// Seconds.
    package var crossfade = 0.0
    /// Volume of the sound stream, 0...1.
    package var volume = 1.0
    /// A track is skipped when more than this share of the guests present have voted for it.
    package var voteShare: Double {
        get { keptVoteShare ?? 0.5 }
        set { keptVoteShare = newValue }
    }
    /// Nil in a room kept by a version without votes.
    private var keptVoteShare: Double?
    /// The live input that the room switches to while it sounds; nil for none.
    package var switchTo: String?
    /// The visual settings, whose meaning is up to the screens.
    package var look: [String: LookValue] = [:]

    private enum CodingKeys: String, CodingKey {
        case label, repeating, autoplay, skipsSilence, normalizes, crossfade, volume, switchTo, look
        case keptVoteShare = "voteShare"
    }

    package init() {}
}

/// A change of settings; nil leaves one as it is.
package struct SettingsChange: Hashable, Sendable, Codable {
    /// An empty one takes the label away.
    package var label: String?
    package var autoplay: RoomSettings.Autoplay?
    package var skipsSilence: Bool?
    package var normalizes: Bool?
    package var crossfade: Double?
    package var volume: Double?
    package var voteShare: Double?
    /// An empty one switches to none.
    package var switchTo: String?
    /// Seconds until the music pauses; 0 for never.
    package var sleep: Double?

    package init() {}
}

/// A visual setting of a room.
package enum LookValue: Hashable, Sendable {
    case text(String)
    case number(Double)
    case truth(Bool)

    /// Most visual settings of a room.
    package static let mostSettings = 32
    /// Longest name of a setting in bytes.
    package static let longestName = 64
    /// Longest text value in bytes.
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
