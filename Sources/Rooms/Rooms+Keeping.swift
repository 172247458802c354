import Catalog
import Guardian
import Library
import Music
import Session
import System

/// Obeys what each room's `RoomKeeper` decides.
extension Rooms {
    /// What people read where a change cannot be kept.
    private static let trouble = "The room cannot be kept on the disk now."

    /// Keeps a room as it is now, and then answers; at once where nothing has changed since it was kept.
    func keep(_ room: Room, _ answer: Answer? = nil) {
        let revision = room.state.revision
        guard keepers[room.name, default: RoomKeeper()].take(revision, answer) else {
            answer?(self, .success(revision))
            return
        }
        write(room)
    }

    /// Tries again to keep rooms that could not be kept.
    func keepAgain() {
        for (name, keeper) in keepers where keeper.hasTrouble { with(name) { room, _ in keep(room) } }
    }

    private func write(_ room: Room) {
        let name = room.name
        guard keepers[name]?.begin() == true else { return }
        let (state, kept, now, wall, epoch) = (room.state, keepers[name]?.kept, Self.now, Self.wall, guarded?.epoch)
        // What has changed is found on the store's thread: here frames are due.
        library.rooms.keep(room: name, at: Moment.now) {
            KeptChange(of: state, since: kept, now: now, wall: wall, epoch: epoch)
        } then: { trouble in
            self.post { $0.written(name, state, trouble) }
        }
    }

    private func written(_ name: String, _ state: RoomState, _ trouble: CatalogError?) {
        guard let outcome = keepers[name]?.ended(state, isKept: trouble == nil) else { return }
        if let trouble {
            if outcome.isNews { log.warning("a room is not kept", ["room": name, "reason": "\(trouble)"]) }
            // Without room on the disk the music goes on all the same; whoever looks at the room learns of it.
            with(name) { room, _ in room.report(Self.trouble) }
        } else if outcome.isNews {
            log.info("a room is kept again", ["room": name])
            with(name) { room, _ in room.withdraw(Self.trouble) }
        }
        let notKept = MessageProblem(.notKept, "The change is in force, but the server could not keep it on its disk.")
        for (revision, answer) in outcome.answers { answer(self, trouble == nil ? .success(revision) : .failure(notKept)) }
        with(name) { room, _ in write(room) }
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
}
