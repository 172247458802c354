package import Music

/// A part of a track that a room repeats: at its end the music goes on at its start.
package struct Loop: Hashable, Sendable {
    /// Shorter ones would be announced more often than tracks can be.
    package static let shortest = MediaTime(seconds: 0.25)

    package let from: MediaTime
    package let to: MediaTime
    /// The entry of the queue that it belongs to.
    let entry: Int

    func contains(_ position: MediaTime) -> Bool { from <= position && position < to }
}

extension RoomState {
    /// Repeats a part of what plays, from its start unless the position is inside.
    mutating func repeatPart(from: MediaTime, to: MediaTime, at now: ServerTime) throws(Refusal) {
        guard let playing, let entry = queue.entry(playing.entry) else { throw .nothingPlays }
        let from = max(.zero, from)
        let to = min(to, entry.queued.end(skippingSilence: false) ?? to)
        guard to - from >= Loop.shortest else { throw .loopTooShort }
        let loop = Loop(from: from, to: to, entry: entry.number)
        if !loop.contains(playing.timeline.position(at: now)) { try seek(to: from, at: now) }
        self.loop = loop
    }

    /// The loop that a course runs in; nil if it has left it behind.
    func loop(of playing: Playing) -> Loop? {
        guard let loop, loop.entry == playing.entry, playing.timeline.anchor < loop.to else { return nil }
        return loop
    }

    /// Drops a loop that the music has left.
    mutating func dropLoop(at now: ServerTime) {
        guard let loop else { return }
        guard let playing, playing.entry == loop.entry, loop.contains(playing.timeline.position(at: now)) else {
            self.loop = nil
            return
        }
    }
}
