package import Music
import Text

/// A room's state after the first entries of its log, as it is stored.
package struct RoomSnapshot: Sendable, Codable {
    /// The number of the last entry that is in the state.
    let through: Int
    /// When it was made, by the server's clock and by the wall clock in microseconds since 1970.
    let at: ServerTime
    let wall: Int64
    /// Identifies a start of the server's clock.
    let epoch: String?
    let state: RoomState

    package init(_ state: RoomState, through: Int, at moment: ServerTime, wall: Int64, epoch: String?) {
        (self.state, self.through, at, self.wall, self.epoch) = (state, through, moment, wall, epoch)
    }

    package var text: String { String(decoding: JSON.bytes(self), as: UTF8.self) }
}

/// An entry of a room's log as it is stored.
package struct StoredEntry: Sendable, Codable {
    let entry: LogEntry
    /// The wall clock at the entry, in microseconds since 1970.
    let wall: Int64

    package init(_ entry: LogEntry, wall: Int64) {
        (self.entry, self.wall) = (entry, wall)
    }

    package var text: String { String(decoding: JSON.bytes(self), as: UTF8.self) }
}

/// A stored room, read by the clock of now.
package struct RoomRecord: Sendable {
    /// Longest text in bytes: a full queue and as many entries that can be put back take half of it.
    private static let longest = 1 << 24

    private struct Clock: Decodable {
        let at: Int64
        let wall: Int64
        let epoch: String?
        let through: Int
    }

    private struct EntryClock: Decodable {
        struct Entry: Decodable {
            let at: Int64
        }

        let entry: Entry
        let wall: Int64
    }

    /// The room as it was at the last entry of its log.
    package let state: RoomState

    /// Nil for a text of a version before the log.
    package init?(_ stored: StoredRoom, now: ServerTime, wall: Int64, epoch: String?) throws {
        let text = Array(stored.rows.state.utf8)
        guard let clock = try? JSON.read(Clock.self, from: text, atMost: Self.longest) else { return nil }
        let log = stored.log.filter { $0.number > clock.through }.map { Array($0.text.utf8) }
        let last = try log.last.map { try JSON.read(EntryClock.self, from: $0, atMost: Self.longest) }
        let (at, then) = last.map { ($0.entry.at, $0.wall) } ?? (clock.at, clock.wall)
        for time in [at, then] where MediaTime(checking: time) == nil {
            throw StoredRoomProblem(description: "it was kept at \(time) µs")
        }
        // A wall clock that was set back must not move the music back.
        let later = epoch != nil && epoch == clock.epoch ? 0 : now.microseconds - at - max(0, wall - then)
        let moved = CodingUserInfoKey.later.map { [$0: later as any Sendable] } ?? [:]
        var state = try JSON.read(RoomSnapshot.self, from: text, atMost: Self.longest, moved).state
        try state.checkBounds()
        for line in log {
            let entry = try JSON.read(StoredEntry.self, from: line, atMost: Self.longest, moved).entry
            // A version that refuses what another accepted leaves it out.
            do throws(Refusal) { state = try state.after(entry) } catch {}
        }
        try state.checkBounds()
        self.state = state
    }

    /// The pieces that must be looked up again.
    package var pieces: [Piece] {
        state.queue.entries.map(\.queued.piece) + state.history.map(\.piece)
            + (state.party?.songs.map(\.piece) ?? [])
            + (state.following?.song?.piece.map { [$0.piece] } ?? [])
    }
}

extension RoomState {
    /// The room after its server has started again. Unknown pieces are skipped until they are known. Without its live source the queue comes
    /// back.
    package func restarted(
        _ known: [Piece: QueuedPiece], at now: ServerTime, liveStart: (String) -> LiveStart? = { _ in nil }
    ) -> RoomState {
        var state = self
        state.queue.renew(known)
        state.revision += 1
        state.generation = state.nextGeneration
        switch state.program {
        case .queue(var run?):
            run.run.timeline = run.timeline.renewed()
            run.fade = nil
            state.program = .queue(run)
            // If no piece is known, the catalog may just be new: the music continues when its files are found.
            if let trouble = state.queue.entry(run.entry)?.trouble, state.queue.entries.contains(where: { $0.trouble == nil }) {
                state.passOver(run.timeline.piece, trouble, at: now)
            }
        case .queue(nil): break
        case .click(var click):
            click.run.timeline = click.run.timeline.renewed()
            state.program = .click(click)
        case .followed(let followed):
            state.program = .followed(FollowedRun(followed.following))
            if let piece = followed.following.song?.piece?.piece, let queued = known[piece] { state.learnFollowed(queued) }
            state.showFollowed(at: now)
        case .live(let live):
            let isPlaying = state.isPlaying
            if let start = liveStart(live.live.source.name) {
                state.start(start, resumesQueue: live.resumesQueue, at: now)
                if !isPlaying { try? state.pause(at: now) }
            } else {
                state.comeBack(at: now)
            }
        }
        state.settle()
        if let timeline = state.timeline { state.generation = timeline.generation }
        return state.comingBack(at: now)
    }

    /// The room at a moment, before which the server was gone: nobody heard what ended in that time but what played when the server ended.
    func comingBack(at now: ServerTime) -> RoomState {
        var state = self
        state.history = []
        state = state.advanced(to: now)
        state.resume(history)
        return state
    }
}
