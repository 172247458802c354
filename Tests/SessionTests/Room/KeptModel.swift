import Music
import Session

/// An in-memory model of how the catalog stores the changes of a room.
struct KeptModel {
    private var rows = KeptRows(state: "")
    private var entries: [Int: KeptRows.Entry] = [:]
    /// The number of written entries, screens and bytes of orders.
    private(set) var written = (entries: 0, removed: 0, screens: 0, bytes: 0)

    init(_ room: RoomState, since kept: RoomState? = nil, now: ServerTime, wall: Int64) {
        keep(room, since: kept, now: now, wall: wall)
    }

    mutating func keep(_ room: RoomState, since kept: RoomState?, now: ServerTime, wall: Int64) {
        let change = KeptChange(of: room, since: kept, now: now, wall: wall)
        if change.isWhole { (rows, entries) = (KeptRows(state: ""), [:]) }
        rows.state = change.rows.state
        for number in change.removedEntries { entries[number] = nil }
        for entry in change.rows.entries { entries[entry.number] = entry }
        rows.screens.removeAll { change.removedScreens.contains($0.client) }
        for screen in change.rows.screens {
            if let index = rows.screens.firstIndex(where: { $0.client == screen.client }) {
                rows.screens[index] = screen
            } else {
                rows.screens.append(screen)
            }
        }
        for part in change.removedParts { rows.parts[part] = nil }
        rows.parts.merge(change.rows.parts) { $1 }
        let orders = ["order", "places"].map { change.rows.parts[$0]?.count ?? 0 }
        written = (
            change.rows.entries.count, change.removedEntries.count, change.rows.screens.count, orders.reduce(0, +)
        )
    }

    /// The kept entries, unordered.
    var numbers: Set<Int> { Set(entries.keys) }

    /// The room as the store would return it.
    func read() throws -> KeptRoom {
        var rows = rows
        rows.entries = Array(entries.values)
        return try KeptRoom(rows)
    }
}
