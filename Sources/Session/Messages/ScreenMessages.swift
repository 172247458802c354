package import Music
import Text

/// What a room tells a screen about itself.
package struct You: Hashable, Sendable {
    package let name: String
    package let offsetMs: Double
    /// Its place on the room's wall; nil if it has none.
    package let place: WallPlace?
    /// The whole wall; nil for a screen without a place.
    package let wall: WallPlace?
    /// The finest quality that all screens of the wall can draw; nil for a screen on no wall.
    package let quality: Int?
    /// Whether a screen of its wall cannot draw shaders: then all of them draw what they would instead.
    package let isPlain: Bool
    package let settings: ScreenSettings

    package init(
        name: String, offsetMs: Double = 0, place: WallPlace? = nil, wall: WallPlace? = nil, quality: Int? = nil,
        isPlain: Bool = false, settings: ScreenSettings = ScreenSettings()
    ) {
        self.name = name
        self.offsetMs = offsetMs
        self.place = place
        self.wall = wall
        self.quality = quality
        self.isPlain = isPlain
        self.settings = settings
    }
}

/// Tells a screen about itself after a change.
package struct YouMessage: Encodable, Hashable, Sendable {
    private let you: You
    private let sent: ServerTime

    package init(_ you: You, sent: ServerTime) {
        self.you = you
        self.sent = sent
    }

    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: JSONName.self)
        try object.begin("you", sent: sent)
        try object.encode(you.name, for: "name")
        try object.encode(you.offsetMs, for: "offsetMs")
        try object.encode(you.place, for: "place")
        try object.encode(you.wall, for: "wall")
        try object.encode(you.quality, for: "quality")
        try object.encode(you.isPlain, for: "plain")
        try object.encode(SoundJSON(settings: you.settings), for: "sound")
        try object.encode(you.settings.look.map(LookJSON.init), for: "look")
        try object.encode(you.settings.lookEdition, for: "lookEdition")
        try object.encode(you.settings.rotation, for: "rotation")
    }
}

/// Asks a screen to show its number and its name, so that people can identify it.
package struct IdentifyMessage: Encodable, Hashable, Sendable {
    private let number: Int
    private let name: String
    private let until: ServerTime
    private let sent: ServerTime

    package init(number: Int, name: String, until: ServerTime, sent: ServerTime) {
        self.number = number
        self.name = name
        self.until = until
        self.sent = sent
    }

    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: JSONName.self)
        try object.begin("identify", sent: sent)
        try object.encode(number, for: "number")
        try object.encode(name, for: "name")
        try object.encode(until.microseconds, for: "until")
    }
}

/// What has been set for a screen's sound.
private struct SoundJSON: Encodable {
    let settings: ScreenSettings

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: JSONName.self)
        try object.encode(settings.isOn, for: "on")
        try object.encode(settings.volume, for: "volume")
        try object.encode(settings.soundEdition, for: "edition")
    }
}

/// Visual settings, sorted by name.
package struct LookJSON: Encodable {
    private let look: [String: LookValue]

    package init(look: [String: LookValue]) {
        self.look = look
    }

    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: JSONName.self)
        for (name, value) in look.sorted(by: { $0.key < $1.key }) { try object.encode(value, for: name) }
    }
}

/// Has a page load itself again.
package struct ReloadMessage: Encodable, Hashable, Sendable {
    private let sent: ServerTime

    package init(sent: ServerTime) {
        self.sent = sent
    }

    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: JSONName.self)
        try object.begin("reload", sent: sent)
    }
}

/// A screen that the room remembers and that is not here.
package struct AbsentScreen: Encodable, Hashable, Sendable {
    private let number: Int
    private let name: String
    /// Its place on the wall, if it has one.
    private let place: WallPlace?

    package init(number: Int, name: String, place: WallPlace?) {
        self.number = number
        self.name = name
        self.place = place
    }
}

/// A group of screens that people steer together.
package struct ListedGroup: Encodable, Hashable, Sendable {
    private let name: String
    /// The numbers of those that are here.
    private let screens: [Int]
    /// The numbers of those that the room remembers and that are not here.
    private let absent: [Int]

    package init(name: String, screens: [Int], absent: [Int]) {
        self.name = name
        self.screens = screens
        self.absent = absent
    }
}

/// The clients in a room; if there are very many, only the first are listed. Then the absent screens that the room remembers.
package struct ScreensMessage: Encodable, Hashable, Sendable {
    private let screens: [Screen]
    private let total: Int
    private let absent: [AbsentScreen]
    private let groups: [ListedGroup]
    private let sent: ServerTime

    package init(
        _ screens: [Screen], total: Int, absent: [AbsentScreen] = [], groups: [ListedGroup] = [], sent: ServerTime
    ) {
        self.screens = screens
        self.total = total
        self.absent = absent
        self.groups = groups
        self.sent = sent
    }

    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: JSONName.self)
        try object.begin("screens", sent: sent)
        try object.encode(total, for: "total")
        try object.encode(screens, for: "screens")
        try object.encode(absent, for: "absent")
        try object.encode(groups, for: "groups")
    }
}

extension Screen: Encodable {
    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: JSONName.self)
        try object.encode(id, for: "id")
        try object.encode(name, for: "name")
        try object.encode(kind.rawValue, for: "kind")
        try object.encode(address, for: "address")
        try object.encode(role, for: "role")
        try object.encode(isVisible, for: "visible")
        try object.encode(report.errorMs, for: "errorMs")
        try object.encode(report.fps, for: "fps")
        try object.encode(report.latencyMs, for: "latencyMs")
        try object.encode(report.width, for: "width")
        try object.encode(report.height, for: "height")
        try object.encode(report.quality, for: "quality")
        try object.encode(report.isOnWall, for: "onWall")
        try object.encode(place, for: "place")
        try object.encode(offsetMs, for: "offsetMs")
        try object.encode(report.sound?.rawValue, for: "sound")
        try object.encode(report.volume, for: "volume")
        try object.encode(report.style, for: "style")
        try object.encode(report.instead, for: "instead")
        try object.encode(settings.look.map(LookJSON.init), for: "look")
        try object.encode(settings.rotation, for: "rotation")
        try object.encode(streams.names.map(\.rawValue), for: "streams")
    }
}
