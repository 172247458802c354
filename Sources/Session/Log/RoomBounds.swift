import Music
import Text

/// Why a stored room cannot be restored.
package struct StoredRoomProblem: Error, CustomStringConvertible {
    package let description: String

    package init(description: String) {
        self.description = description
    }
}

/// A stored room is checked when it is read, since the disk or a person may have changed it.
enum RoomBounds {
    /// Counts up to this are exact in every JSON number, and far below overflow of sums.
    static let counts = 0...(1 << 52)
    /// Longest key of a screen in bytes: an address and a name, or the client's own id.
    private static let longestKey = 256

    static func check(
        _ screens: [(client: String, memory: RoomState.Memory)], _ groups: [ScreenGroup]
    ) throws(StoredRoomProblem) {
        try hold(screens.count <= RoomState.mostMemories, "it remembers \(screens.count) screens")
        for (client, memory) in screens {
            try hold(client.utf8.count <= longestKey, "the key of a screen is too long")
            try hold(memory.name?.utf8.count ?? 0 <= Hello.longestName, "the name of a screen is too long")
            try hold(Wish.offsets.contains(memory.offset), "the offset of a screen is \(memory.offset) ms")
            try hold(memory.settings?.isWithinBounds ?? true, "the settings of a screen are out of bounds")
            try hold(memory.place?.isWithinBounds ?? true, "the place of a screen is out of bounds")
        }
        try hold(groups.count <= ScreenGroup.most, "it has \(groups.count) groups of screens")
        try hold(groups.allSatisfy(\.isWithinBounds), "a group of screens is out of bounds")
        try hold(Set(groups.map(\.name)).count == groups.count, "two groups of screens have one name")
    }

    static func check(_ settings: RoomSettings) throws(StoredRoomProblem) {
        try hold(settings.label?.utf8.count ?? 0 <= RoomName.longest && settings.label?.isOneLine ?? true, "its label is not valid")
        try hold(RoomSettings.crossfades.contains(settings.crossfade), "its crossfade is \(settings.crossfade) s")
        try hold((0...1).contains(settings.volume), "its volume is \(settings.volume)")
        try hold((0...1).contains(settings.voteShare), "its share of votes is \(settings.voteShare)")
        try hold(settings.switchTo.map(LiveSource.isName) ?? true, "its input is none")
        try hold(settings.look.count <= LookValue.mostSettings, "its look has \(settings.look.count) settings")
        for (name, value) in settings.look {
            try hold(name.utf8.count <= LookValue.longestName, "the name of a setting is too long")
            if case .text(let text) = value { try hold(text.utf8.count <= LookValue.longestText, "a setting is too long") }
        }
    }

    static func hold(_ isSo: Bool, _ problem: @autoclosure () -> String) throws(StoredRoomProblem) {
        guard isSo else { throw StoredRoomProblem(description: problem()) }
    }
}

extension RoomState {
    private static let mostChanges = 100

    /// Throws if no commands could have made this state, which only damaged data is. Times, the queue, rhythms and names of live sources are
    /// checked as they are read.
    func checkBounds() throws(StoredRoomProblem) {
        try RoomBounds.hold(RoomBounds.counts.contains(revision), "its revision is \(revision)")
        try RoomBounds.check(memories.map { ($0.key, $0.value) }, groups)
        let isInOrder = memoryOrder.count == memories.count && Set(memoryOrder) == Set(memories.keys)
        try RoomBounds.hold(isInOrder, "the order of its screens is damaged")
        try RoomBounds.check(settings)
        try RoomBounds.hold(history.count <= Self.mostPlayed, "its history has \(history.count) lines")
        try RoomBounds.hold(party?.isWithinBounds ?? true, "its party is out of bounds")
        if let following { try RoomBounds.hold(following.isWithinBounds, "what it follows is out of bounds") }
        if case .click(let click) = program {
            try RoomBounds.hold(click.changes.count <= Self.mostChanges, "its metronome is out of bounds")
        }
    }
}

extension Following {
    /// Whether the server could have kept it.
    fileprivate var isWithinBounds: Bool {
        let names = [target.server, target.user, target.player].compactMap(\.self)
        let texts = [song?.id, song?.title, song?.artist, song?.album].compactMap(\.self)
        return rate.isFinite && (song?.piece?.duration ?? .zero) >= .zero
            && names.allSatisfy { $0.utf8.count <= Target.longestName } && texts.allSatisfy { $0.utf8.count <= Song.longestText }
    }
}

extension Following.Target {
    /// Longest name of a server, a user or a player in bytes.
    package static let longestName = 256
}

extension Following.Song {
    /// Longest text in bytes: a thousand letters of any script.
    package static let longestText = 4_000
}
