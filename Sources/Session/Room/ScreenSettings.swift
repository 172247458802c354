/// What people have set for one screen beside its name, its offset and its place: a room remembers it and tells it to the screen.
package struct ScreenSettings: Hashable, Sendable, Codable {
    /// Most settings of a screen's own look, so that a list of 200 screens stays small.
    package static let mostLookSettings = 16
    /// Degrees by which a picture can be turned clockwise, for a display that hangs on its side.
    package static let rotations = [0, 90, 180, 270]

    /// Whether it plays the room's sound; nil until somebody has set it.
    package var isOn: Bool?
    /// 0...1; nil until somebody has set it.
    package var volume: Double?
    /// Its own visual settings, which override the room's; nil while it follows the room.
    package var look: [String: LookValue]?
    package var rotation = 0
    /// Count the changes, so that a screen obeys each once: later a person may have changed it at the screen itself.
    package var soundEdition = 0
    package var lookEdition = 0
    /// The name that it suggested for itself.
    package var device: String?

    package init() {}

    /// Within the bounds of what a command may set.
    var isWithinBounds: Bool {
        (0...1).contains(volume ?? 0) && Self.rotations.contains(rotation) && device?.utf8.count ?? 0 <= Hello.longestName
            && [soundEdition, lookEdition].allSatisfy(ClosedRange<Int>.numbers.contains)
            && look?.count ?? 0 <= Self.mostLookSettings && look?.allSatisfy { $0.value.isWithinBounds($0.key) } ?? true
    }

    mutating func apply(_ change: ScreenChange) throws(Refusal) {
        switch change {
        case .sound(let isOn, let volume):
            if let isOn { self.isOn = isOn }
            if let volume { self.volume = min(max(volume, 0), 1) }
            soundEdition += 1
        case .look(nil):
            look = nil
            lookEdition += 1
        case .look(let change?):
            var after = look ?? [:]
            for (name, value) in change { after[name] = value }
            guard after.count <= Self.mostLookSettings else { throw .tooManyOwnSettings }
            look = after.isEmpty ? nil : after
            lookEdition += 1
        case .rotation(let degrees): rotation = degrees
        case .device(let name): device = name
        }
    }
}

/// A change of what is set for a screen.
package enum ScreenChange: Hashable, Sendable, Codable {
    /// Nil leaves one as it is.
    case sound(isOn: Bool?, volume: Double?)
    /// Nil lets the screen follow the room; a setting that is nil is removed.
    case look([String: LookValue?]?)
    case rotation(Int)
    /// The name that the screen suggests for itself.
    case device(String)
}

extension LookValue {
    /// Whether a command could have set it.
    func isWithinBounds(_ name: String) -> Bool {
        guard (1...Self.longestName).contains(name.utf8.count) else { return false }
        return if case .text(let text) = self { text.utf8.count <= Self.longestText } else { true }
    }
}
