import Catalog
import Guardian
import Library
import Music
import Session
import System

/// Writes rooms to disk when their `RoomKeeper` decides so.
extension Rooms {
    /// What people read if a change cannot be stored.
    private static let trouble = "The room cannot be kept on the disk now."

    /// What people read while nothing can be stored.
    static let fullDisk = "The server's disk is full: nothing new is kept."

    /// Says in all rooms when the disk has become full, and no more when it has room.
    func tellDisk() {
        let isFull = library.isDiskFull
        guard isFull != saysFull else { return }
        saysFull = isFull
        for name in names(where: { _ in true }) {
            with(name) { room, _ in
                if isFull { room.report(Self.fullDisk) } else { room.withdraw(Self.fullDisk) }
            }
        }
    }

    /// Stores a room as it is now, and then answers; at once if nothing has changed since it was stored.
    func keep(_ name: String, _ answer: Answer? = nil) {
        guard let revision = rooms[name]?.state.revision else { return }
        guard keepers[name, default: RoomKeeper()].take(revision, answer) else {
            answer?(self, .success(revision))
            return
        }
        write(name)
    }

    /// Retries rooms that could not be stored.
    func keepAgain() {
        for (name, keeper) in keepers where keeper.hasTrouble { keep(name) }
    }

    private func write(_ name: String) {
        guard let state = rooms[name]?.state, keepers[name]?.begin() == true else { return }
        let (kept, now, wall, epoch) = (keepers[name]?.kept, now, clock.wall, guarded?.epoch)
        // The difference is computed on the store's thread, since frames are due on this one.
        store.keep(room: name) {
            KeptChange(of: state, since: kept, now: now, wall: wall, epoch: epoch)
        } then: { trouble in
            self.post { $0.written(name, state, trouble) }
        }
    }

    private func written(_ name: String, _ state: RoomState, _ trouble: CatalogError?) {
        guard let outcome = keepers[name]?.ended(state, isKept: trouble == nil) else { return }
        if let trouble {
            if outcome.isNews { log.warning("a room cannot be stored", ["room": name, "reason": "\(trouble)"]) }
            // The music continues even if the disk is full; the room's state shows the problem.
            with(name) { room, _ in room.report(Self.trouble) }
        } else if outcome.isNews {
            log.info("a room can be stored again", ["room": name])
            with(name) { room, _ in room.withdraw(Self.trouble) }
        }
        let notKept = MessageProblem(.notKept, "The change is in force, but the server could not keep it on its disk.")
        for (revision, answer) in outcome.answers { answer(self, trouble == nil ? .success(revision) : .failure(notKept)) }
        write(name)
        tellIfSettled()
    }

    /// Moves a room that cannot be restored out of the way, so that the other rooms are restored and a new room of its name does
    /// not overwrite it.
    func setAside(_ name: String, because reason: any Error) async {
        log.warning("a room could not be restored and is set aside", ["room": name, "reason": "\(reason)"])
        do {
            try await store.setAside(room: name)
        } catch {
            log.warning("a room could not be set aside", ["room": name, "reason": "\(error)"])
        }
    }
}
