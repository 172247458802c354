package import Music

/// A piece that was played in a room.
package struct Played: Hashable, Sendable, Codable {
    package let piece: Piece
    /// When it ended, or was left.
    package let end: ServerTime
}

extension RoomState {
    /// Most pieces in the history: an evening of music.
    static let mostPlayed = 100
    /// What is left sooner was skipped, not played.
    private static let leastPlayed = MediaTime(seconds: 10)

    /// Notes in the history what plays, as it ends or is left.
    mutating func note(_ run: QueueRun, at now: ServerTime) {
        guard !run.isNoted, let entry = queue.entry(run.entry) ?? removedEntry(run.entry) else { return }
        let start = entry.queued.start(skippingSilence: settings.skipsSilence)
        let end = entry.queued.end(skippingSilence: settings.skipsSilence) ?? .zero
        let position = run.timeline.position(at: now)
        guard position - start >= Self.leastPlayed || position >= end && end > start else { return }
        noteParty(entry, at: now)
        // A piece that repeats is one line.
        if history.last?.piece == entry.queued.piece { history.removeLast() }
        history.append(Played(piece: entry.queued.piece, end: now))
        if history.count > Self.mostPlayed { history.removeFirst() }
    }

    /// Notes for the end of a party what was played, and who asked for it.
    private mutating func noteParty(_ entry: RoomQueue.Entry, at now: ServerTime) {
        guard var open = openParty else { return }
        let person = open.playing.flatMap { $0.entry == entry.number ? $0.person : nil }
        open.songs.append(PartySong(piece: entry.queued.piece, person: person, end: now))
        if open.songs.count > Party.mostSongs { open.songs.removeFirst() }
        party = open
    }

    /// Puts what was played before a restart in front of what ended during it.
    ///
    /// While the server was gone nobody heard anything: only what played when it ended counts.
    mutating func resume(_ earlier: [Played]) {
        var ended = Array(history.prefix(1))
        if let last = earlier.last, last.piece == ended.first?.piece { ended = [] }
        history = Array((earlier + ended).suffix(Self.mostPlayed))
    }

    private func removedEntry(_ number: Int) -> RoomQueue.Entry? {
        queue.removals.last?.entries.first { $0.entry.number == number }?.entry
    }
}
