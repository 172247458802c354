import Catalog
import Guardian
import Library
import Music
import Session
import System

/// Writes rooms to the disk when their `RoomLog` decides so.
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

    /// Answers once all that has changed a room is on the disk.
    func answer(_ answer: @escaping Answer, whenKept name: String) {
        guard let revision = rooms[name]?.state.revision else { return }
        if logs[name]?.wait({ rooms, trouble in answer(rooms, trouble.map { .failure($0) } ?? .success(revision)) }) == true {
            return
        }
        answer(self, .success(revision))
    }

    /// Retries rooms that could not be written.
    func keepAgain() {
        for name in logs.keys where logs[name]?.hasTrouble == true {
            logs[name]?.retry()
            write(name)
        }
    }

    /// Writes what is due of a room's log.
    func write(_ name: String) {
        guard let state = rooms[name]?.state else { return }
        while let work = logs[name]?.next(ofQueue: state.queue.entries.count) {
            let (now, wall, epoch) = (now, clock.wall, guarded?.epoch)
            // Encoded on the store's thread, since frames are due on this one.
            switch work {
            case .entries(let entries, let first):
                write(work, of: name) { .entries(entries.map { StoredEntry($0, wall: wall).text }, first: first) }
            case .snapshot(let through, let isWhole):
                let snapshot = RoomSnapshot(state, through: through, at: now, wall: wall, epoch: epoch)
                if isWhole { return write(work, of: name) { .snapshot(snapshot.text, through: through, isWhole: true) } }
                // No command waits for this one, nor for a long queue to be encoded.
                Task { [self] in
                    let text = snapshot.text
                    write(work, of: name) { .snapshot(text, through: through, isWhole: false) }
                }
            }
        }
    }

    private nonisolated func write(_ work: RoomLog<LogAnswer>.Work, of name: String, _ make: @escaping @Sendable () -> RoomWriting)
    {
        store.write(room: name, make) { trouble in self.post { $0.written(name, work, trouble) } }
    }

    private func written(_ name: String, _ work: RoomLog<LogAnswer>.Work, _ trouble: CatalogError?) {
        guard let outcome = logs[name]?.ended(work, isKept: trouble == nil) else { return }
        if let trouble {
            if outcome.isNews { log.warning("a room cannot be stored", ["room": name, "reason": "\(trouble)"]) }
            // The music continues even if the disk is full; the room's state shows the problem.
            with(name) { room, _ in room.report(Self.trouble) }
        } else if outcome.isNews {
            log.info("a room can be stored again", ["room": name])
            with(name) { room, _ in room.withdraw(Self.trouble) }
        }
        let notKept = MessageProblem(.notKept, "The change is in force, but the server could not keep it on its disk.")
        for answer in outcome.answers { answer(self, trouble == nil ? nil : notKept) }
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
