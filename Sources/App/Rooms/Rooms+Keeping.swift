import Catalog
import Session
import Web

/// Who waits for a room to be kept, and how far that is.
struct RoomKeeper {
    var isWriting = false
    var waiting: [(revision: Int, answer: Rooms.Answer)] = []
    /// Trouble is told once until it is gone.
    var hasTrouble = false
}

/// Keeps rooms in the catalog, one writing at a time for each: while it goes on, later changes gather.
extension Rooms {
    /// Keeps a room as it is now, and then answers.
    func keep(_ room: Room, _ answer: @escaping Answer = { _, _ in }) {
        keepers[room.name, default: RoomKeeper()].waiting.append((room.state.revision, answer))
        write(room)
    }

    private func write(_ room: Room) {
        let name = room.name
        guard let keeper = keepers[name], !keeper.isWriting, !keeper.waiting.isEmpty else { return }
        keepers[name]?.isWriting = true
        let revision = room.state.revision
        let kept = KeptRoom(room.state, now: Self.now, wall: Self.wall, epoch: guarded?.epoch)
        let catalog = library.catalog
        Task {
            var trouble: String?
            do {
                try await catalog.keep(room: name, state: kept.text, queue: kept.tracks, at: Moment.now)
            } catch {
                trouble = "\(error)"
            }
            let outcome = trouble
            post { $0.written(name, through: revision, outcome) }
        }
    }

    private func written(_ name: String, through revision: Int, _ trouble: String?) {
        guard var keeper = keepers[name] else { return }
        keeper.isWriting = false
        let done = keeper.waiting.filter { $0.revision <= revision }
        keeper.waiting.removeAll { $0.revision <= revision }
        if let trouble, !keeper.hasTrouble { log.warning("a room is not kept", ["room": name, "reason": trouble]) }
        keeper.hasTrouble = trouble != nil
        keepers[name] = keeper
        // Without room on the disk the music goes on all the same; whoever looks at the room learns of it.
        if trouble != nil { with(name) { room, _ in room.report("The room cannot be kept on the disk now.") } }
        for (revision, answer) in done { answer(self, .success(revision)) }
        with(name) { room, _ in write(room) }
    }
}
