import FoundationEssentials

/// What is kept of a room beside its short text: all of it, or what has changed since it was kept last.
package struct KeptRows: Hashable, Sendable {
    package struct Entry: Hashable, Sendable {
        package let number: Int
        package let track: Int

        package init(number: Int, track: Int) {
            self.number = number
            self.track = track
        }
    }

    package struct Screen: Hashable, Sendable {
        package let client: String
        package let name: String?
        package let offset: Double

        package init(client: String, name: String?, offset: Double) {
            self.client = client
            self.name = name
            self.offset = offset
        }
    }

    /// The entries' numbers in the order in which they are played, as `KeptOrder` writes them.
    package var order: [UInt8] = []
    /// The same in the order without shuffling; nil where nothing is shuffled.
    package var places: [UInt8]?
    package var entries: [Entry] = []
    /// JSON; nil where there is none.
    package var look: [UInt8]?
    /// Those remembered first come first.
    package var screens: [Screen] = []

    package init() {}
}

/// What has to be written so that a room is kept.
package struct KeptChange: Sendable {
    /// The short text, which changes every time.
    package let state: String
    /// Whether everything that was kept before is void.
    package let isWhole: Bool
    /// Entries, screens and orders that are new or other than before.
    package private(set) var rows = KeptRows()
    package private(set) var changesOrder = false
    package private(set) var changesLook = false
    /// Numbers of entries that are gone.
    package private(set) var removed: [Int] = []
    /// Screens that were forgotten.
    package private(set) var forgotten: [String] = []

    /// The change from a room as it was kept, or from none, to the room as it is at a moment. Costs little where the queue is the same.
    package init(of room: RoomState, since kept: RoomState?, now: ServerTime, wall: Int64, epoch: String? = nil) {
        state = KeptRoom(room, now: now, wall: wall, epoch: epoch).text
        isWhole = kept == nil
        takeQueue(room.queue, since: kept?.queue)
        takeScreens(room, since: kept)
        guard room.settings.look != kept?.settings.look ?? [:] else { return }
        changesLook = true
        if !room.settings.look.isEmpty { rows.look = Self.look(room.settings.look) }
    }

    private mutating func takeQueue(_ queue: RoomQueue, since kept: RoomQueue?) {
        guard queue.edition != kept?.edition else { return }
        let entries = queue.entries
        changesOrder = true
        rows.order = KeptOrder.bytes(entries.map(\.number))
        if queue.isShuffled { rows.places = KeptOrder.bytes(entries.sorted { $0.place < $1.place }.map(\.number)) }
        // Numbers only ever count up, so whoever came since has a greater one.
        let last = kept?.lastNumber ?? 0
        rows.entries = entries.filter { $0.number > last }.map { KeptRows.Entry(number: $0.number, track: $0.track.track) }
        guard let kept, kept.entries.count + rows.entries.count > entries.count else { return }
        removed = kept.entries.map(\.number).filter { queue.index(of: $0) == nil }
    }

    private mutating func takeScreens(_ room: RoomState, since kept: RoomState?) {
        let before = kept?.memories ?? [:]
        guard room.memories != before else { return }
        for client in room.memoryOrder {
            guard let memory = room.memories[client], before[client] != memory else { continue }
            rows.screens.append(KeptRows.Screen(client: client, name: memory.name, offset: memory.offset))
        }
        forgotten = (kept?.memoryOrder ?? []).filter { room.memories[$0] == nil }
    }

    private static func look(_ look: [String: LookValue]) -> [UInt8] {
        do {
            return Array(try JSONEncoder().encode(look))
        } catch {
            // All numbers are finite, since what clients send is checked.
            preconditionFailure("\(error)")
        }
    }
}
