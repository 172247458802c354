import Music
import Text

/// What people set in a room, to take it to another server: settings, visuals, and the names and places of its screens. What plays there, its
/// queue and its history stay behind.
package struct RoomSheet: Hashable, Sendable {
    /// What a room remembers of one screen.
    package struct Screen: Hashable, Sendable {
        /// The key by which the room recognizes it.
        package let client: String
        package var memory: RoomState.Memory
    }

    /// Most rooms of a file; a server has fewer.
    package static let mostRooms = 200

    package let name: String
    package var settings: RoomSettings
    package var screens: [Screen]
    package var groups: [ScreenGroup]

    /// Nil for a room in which nobody has set anything.
    package init?(of state: RoomState, named name: String) {
        self.name = name
        settings = state.settings
        // The demo is the server's own choice.
        if settings.autoplay == .demo { settings.autoplay = RoomSettings().autoplay }
        groups = state.groups
        let grouped = Set(groups.flatMap(\.clients))
        screens = state.memoryOrder.sorted().compactMap { client in
            guard let memory = state.memories[client], !memory.isEmpty || grouped.contains(client) else { return nil }
            return Screen(client: client, memory: memory)
        }
        guard settings != RoomSettings() || !screens.isEmpty || !groups.isEmpty else { return nil }
    }
}

extension RoomState.Memory {
    /// Whether a person has set nothing: what a screen says of itself is not a setting.
    fileprivate var isEmpty: Bool {
        var settings = settings ?? ScreenSettings()
        (settings.device, settings.soundEdition, settings.lookEdition) = (nil, 0, 0)
        return name == nil && offset == 0 && place == nil && settings == ScreenSettings()
    }
}

/// The JSON form. Visual settings are in the order of their names, so that the same room always gives the same bytes.
extension RoomSheet: Codable {
    private enum Key: String, CodingKey {
        case name, label, repeating, autoplay, skipsSilence, normalizes, crossfade, volume, voteShare, switchTo, look, screens,
            groups
    }

    package init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: Key.self)
        name = try object.decode(String.self, forKey: .name)
        settings = try RoomSettings(from: decoder)
        screens = try object.decode([Screen].self, forKey: .screens)
        groups = try object.decode([ScreenGroup].self, forKey: .groups)
        do throws(StoredRoomProblem) {
            try RoomBounds.check(settings)
            try RoomBounds.check(screens.map { ($0.client, $0.memory) }, groups)
            guard RoomName.allows(name) else { throw StoredRoomProblem(description: "its name is not valid") }
            guard Set(screens.map(\.client)).count == screens.count else {
                throw StoredRoomProblem(description: "two of its screens have one key")
            }
        } catch {
            throw DecodingError.dataCorruptedError(
                forKey: .name, in: object, debugDescription: "of this room, \(error.description)")
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(name, forKey: .name)
        try object.encode(settings.label, forKey: .label)
        try object.encode(settings.repeating, forKey: .repeating)
        try object.encode(settings.autoplay, forKey: .autoplay)
        try object.encode(settings.skipsSilence, forKey: .skipsSilence)
        try object.encode(settings.normalizes, forKey: .normalizes)
        try object.encode(settings.crossfade, forKey: .crossfade)
        try object.encode(settings.volume, forKey: .volume)
        try object.encode(settings.voteShare, forKey: .voteShare)
        try object.encodeIfPresent(settings.switchTo, forKey: .switchTo)
        try object.encode(Look(settings: settings.look), forKey: .look)
        try object.encode(screens, forKey: .screens)
        try object.encode(groups, forKey: .groups)
    }
}

extension RoomSheet.Screen: Codable {
    private enum Key: String, CodingKey { case client, name, offset, place, isOn, volume, look, rotation }

    package init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: Key.self)
        client = try object.decode(String.self, forKey: .client)
        memory = RoomState.Memory()
        memory.name = try object.decodeIfPresent(String.self, forKey: .name)
        memory.offset = try object.decode(Double.self, forKey: .offset)
        memory.place = try object.decodeIfPresent(WallPlace.self, forKey: .place)
        var settings = ScreenSettings()
        settings.isOn = try object.decodeIfPresent(Bool.self, forKey: .isOn)
        settings.volume = try object.decodeIfPresent(Double.self, forKey: .volume)
        settings.look = try object.decodeIfPresent([String: LookValue].self, forKey: .look)
        settings.rotation = try object.decode(Int.self, forKey: .rotation)
        if settings != ScreenSettings() { memory.settings = settings }
    }

    package func encode(to encoder: any Encoder) throws {
        let settings = memory.settings ?? ScreenSettings()
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(client, forKey: .client)
        try object.encode(memory.name, forKey: .name)
        try object.encode(memory.offset, forKey: .offset)
        try object.encode(memory.place, forKey: .place)
        try object.encode(settings.isOn, forKey: .isOn)
        try object.encode(settings.volume, forKey: .volume)
        try object.encode(settings.look.map(Look.init), forKey: .look)
        try object.encode(settings.rotation, forKey: .rotation)
    }
}
