import Catalog
import Session
import System

/// Who waits for a room to be kept, and how far that is.
struct RoomKeeper {
    /// Commands of one room that wait for the disk at a time; more are refused.
    static let mostWaiting = 1_000

    /// The room as the disk has it; nil if the whole room must be written.
    var kept: RoomState?
    var isWriting = false
    var waiting: [(revision: Int, answer: Rooms.Answer)] = []
    /// Trouble is told once until it is gone.
    var hasTrouble = false

    /// Whether the disk has a room of this revision; a room that nobody changed needs no keeping.
    func has(_ revision: Int) -> Bool { revision == kept?.revision ?? 0 }
}

/// Keeps rooms on the disk, one writing at a time for each: while it goes on, later changes gather.
extension Rooms {
    /// What people read where a change cannot be kept.
    private static let trouble = "The room cannot be kept on the disk now."
    /// The parts of a room, by the names that the store has for them.
    private static let (orderPart, placesPart, lookPart) = ("order", "places", "look")

    /// Keeps a room as it is now, and then answers; at once where nothing has changed since it was kept.
    func keep(_ room: Room, _ answer: @escaping Answer = { _, _ in }) {
        let revision = room.state.revision
        guard !(keepers[room.name] ?? RoomKeeper()).has(revision) else { return answer(self, .success(revision)) }
        keepers[room.name, default: RoomKeeper()].waiting.append((revision, answer))
        write(room)
    }

    /// Tries again to keep rooms that could not be kept.
    func keepAgain() {
        for (name, keeper) in keepers where keeper.hasTrouble { with(name) { room, _ in keep(room) } }
    }

    private func write(_ room: Room) {
        let name = room.name
        guard let keeper = keepers[name], !keeper.isWriting, !keeper.waiting.isEmpty else { return }
        keepers[name]?.isWriting = true
        let (state, kept, now, wall) = (room.state, keeper.kept, Self.now, Self.wall)
        let epoch = guarded?.epoch
        let store = library.rooms
        Task {
            var trouble: String?
            do {
                // What has changed is found on the store's thread: here frames are due.
                try await store.keep(room: name, at: Moment.now) {
                    Self.rows(KeptChange(of: state, since: kept, now: now, wall: wall, epoch: epoch))
                }
            } catch {
                trouble = "\(error)"
            }
            let outcome = trouble
            post { $0.written(name, state, outcome) }
        }
    }

    private func written(_ name: String, _ state: RoomState, _ trouble: String?) {
        guard var keeper = keepers[name] else { return }
        keeper.isWriting = false
        let done = keeper.waiting.filter { $0.revision <= state.revision }
        keeper.waiting.removeAll { $0.revision <= state.revision }
        if let trouble, !keeper.hasTrouble { log.warning("a room is not kept", ["room": name, "reason": trouble]) }
        if trouble == nil, keeper.hasTrouble {
            log.info("a room is kept again", ["room": name])
            with(name) { room, _ in room.withdraw(Self.trouble) }
        }
        keeper.hasTrouble = trouble != nil
        if trouble == nil { keeper.kept = state }
        keepers[name] = keeper
        // Without room on the disk the music goes on all the same; whoever looks at the room learns of it.
        if trouble != nil { with(name) { room, _ in room.report(Self.trouble) } }
        let notKept = MessageProblem(.notKept, "The change is in force, but the server could not keep it on its disk.")
        for (revision, answer) in done { answer(self, trouble == nil ? .success(revision) : .failure(notKept)) }
        with(name) { room, _ in write(room) }
    }

    private nonisolated static func rows(_ change: KeptChange) -> RoomChange {
        var rows = RoomRows(state: change.state)
        rows.entries = change.rows.entries.map { RoomRows.Entry(number: $0.number, track: $0.track) }
        rows.screens = change.rows.screens.map { RoomRows.Screen(client: $0.client, name: $0.name, delay: $0.offset) }
        if change.changesOrder { rows.parts[orderPart] = change.rows.order }
        rows.parts[placesPart] = change.rows.places
        rows.parts[lookPart] = change.rows.look
        var all = RoomChange(rows, isWhole: change.isWhole)
        all.removedEntries = change.removed
        all.removedScreens = change.forgotten
        if change.changesOrder, change.rows.places == nil { all.removedParts.append(placesPart) }
        if change.changesLook, change.rows.look == nil { all.removedParts.append(lookPart) }
        return all
    }

    /// Moves a room that cannot be restored out of the way: the other rooms are restored, and a new room of its name does not overwrite it.
    func setAside(_ name: String, because reason: any Error) async {
        log.warning("a room could not be brought back, and is set aside", ["room": name, "reason": "\(reason)"])
        do {
            guard let kept = try await library.rooms.text(of: name) else { return }
            try await library.catalog.setAside(room: name, as: kept.text, changedAt: kept.changedAt)
            try await library.rooms.forget(room: name)
        } catch {
            log.warning("a room could not be set aside", ["room": name, "reason": "\(error)"])
        }
    }

    /// A room as the store gives it back.
    nonisolated static func kept(_ rows: RoomRows) throws -> KeptRoom {
        var beside = KeptRows()
        beside.order = rows.parts[orderPart] ?? []
        beside.places = rows.parts[placesPart]
        beside.look = rows.parts[lookPart]
        beside.entries = rows.entries.map { KeptRows.Entry(number: $0.number, track: $0.track) }
        beside.screens = rows.screens.map { KeptRows.Screen(client: $0.client, name: $0.name, offset: $0.delay) }
        var room = try KeptRoom(text: rows.state)
        try room.take(beside)
        return room
    }
}
