import Catalog
import Guardian
import Library
import Music
import Session
import Synchronization
import System
import Web

/// How rooms come back when the server starts.
extension Rooms {
    /// Restores the stored rooms, advanced to now. While they cannot be read, they are tried again after each `pause`.
    /// `ready` is called before what was posted meanwhile: from then on the guardian must watch this thread.
    package func restore(pause: Duration = .seconds(1), ready: @Sendable () -> Void = {}) async {
        let unwanted = Set(guarded?.setAside.filter { $0.kind == .room }.map(\.subject) ?? [])
        do {
            for kept in try await patiently(pause, { try await store.rooms() }) {
                do {
                    if unwanted.contains(kept.name) { throw StoredRoomProblem(description: "it ended the server twice") }
                    WorkBoard.mark(WorkBoard.Crumb("room", kept.name))
                    defer { WorkBoard.mark(nil) }
                    guard RoomName.allows(kept.name) else { throw StoredRoomProblem(description: "its name is not valid") }
                    let room = try RestoredRoom(kept.room, now: now, wall: clock.wall, epoch: guarded?.epoch)
                    let selecting = Selecting(reader: library.reader)
                    let (pieces, known) = try await patiently(pause) {
                        let pieces = try await selecting.pieces(ofTracks: Set(room.tracks))
                        return (pieces, try await selecting.known(Set(room.pieces + pieces.values)))
                    }
                    let (queued, cards) = (known.mapValues { QueuedPiece($0) }, known.mapValues { TrackCard($0) })
                    let now = now
                    var state = room.state(
                        queued, tracks: pieces, now: now, wall: clock.wall, epoch: guarded?.epoch, liveStart: liveStart)
                    if library.demo == nil {
                        state = try Self.leavingDemo(state, at: now) { known[$0]?.isAvailable == true }
                    }
                    rooms[kept.name] = Room(kept.name, state, cards: PieceCards(cards), observed: observed, at: now)
                } catch {
                    await setAside(kept.name, because: error)
                }
            }
        } catch {
            log.warning("the rooms could not be restored", ["reason": "\(error)"])
        }
        watchServers()
        watchInputs()
        tellDisk()
        tellParties()
        let waiting = early ?? []
        early = nil
        crowd.store(false, ordering: .relaxed)
        ready()
        for action in waiting {
            timed.loop.goOn()
            action(self)
        }
    }

    /// Reads, again and again while the rooms or the catalog cannot be read: new rooms would overwrite those that are stored.
    private func patiently<Value: Sendable>(_ pause: Duration, _ read: () async throws -> Value) async throws -> Value {
        var tries = 0
        while true {
            do {
                return try await read()
            } catch let error as CatalogError {
                // Another try would find the same.
                if case .corrupt = error { throw error }
                tries += 1
                // Told ever more rarely.
                if tries & (tries - 1) == 0 {
                    log.warning("the rooms cannot be read yet", ["reason": "\(error)", "tries": "\(tries)"])
                }
                try await clock.sleep(for: pause)
            }
        }
    }

    /// Ends the demo in a room that played it, if the server has been given music since: the demo's songs are gone.
    private static func leavingDemo(
        _ state: RoomState, at now: ServerTime, isThere: (Piece) -> Bool
    ) throws -> RoomState {
        guard state.settings.autoplay == .demo else { return state }
        let entries = state.queue.entries.filter { !isThere($0.queued.piece) }.map(\.number)
        var change = SettingsChange()
        change.autoplay = .library
        return try state.after(.set(change), at: now).after(.remove(entries), at: now)
    }
}
