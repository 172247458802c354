import Session

/// What the catalog does with the changes of a room, in memory.
struct KeptModel {
    private var state = ""
    private var rows = KeptRows()
    private var entries: [Int: KeptRows.Entry] = [:]
    /// Entries, screens and bytes of orders that were written.
    private(set) var written = (entries: 0, removed: 0, screens: 0, bytes: 0)

    init(_ room: RoomState, since kept: RoomState? = nil, now: ServerTime, wall: Int64) {
        keep(room, since: kept, now: now, wall: wall)
    }

    mutating func keep(_ room: RoomState, since kept: RoomState?, now: ServerTime, wall: Int64) {
        let change = KeptChange(of: room, since: kept, now: now, wall: wall)
        if change.isWhole { (rows, entries) = (KeptRows(), [:]) }
        state = change.state
        for number in change.removed { entries[number] = nil }
        for entry in change.rows.entries { entries[entry.number] = entry }
        rows.screens.removeAll { change.forgotten.contains($0.client) }
        for screen in change.rows.screens {
            if let index = rows.screens.firstIndex(where: { $0.client == screen.client }) {
                rows.screens[index] = screen
            } else {
                rows.screens.append(screen)
            }
        }
        if change.changesOrder { (rows.order, rows.places) = (change.rows.order, change.rows.places) }
        if change.changesLook { rows.look = change.rows.look }
        written = (
            change.rows.entries.count, change.removed.count, change.rows.screens.count,
            change.rows.order.count + (change.rows.places?.count ?? 0)
        )
    }

    /// The entries that are kept, in no order.
    var numbers: Set<Int> { Set(entries.keys) }

    /// As the catalog would give it back; entries whose tracks it does not know have the track 0.
    func read(knows: (Int) -> Bool = { _ in true }) throws -> KeptRoom {
        var rows = rows
        rows.entries = entries.values.map { KeptRows.Entry(number: $0.number, track: knows($0.track) ? $0.track : 0) }
        var room = try KeptRoom(text: state)
        try room.take(rows)
        return room
    }
}
