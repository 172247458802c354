package import Music

/// A part of a track that a room repeats: at its end the music goes on at its start.
package struct Loop: Hashable, Sendable, Codable {
    /// Shorter ones would be announced more often than tracks can be.
    package static let shortest = MediaTime(seconds: 0.25)

    package let from: MediaTime
    package let to: MediaTime

    func contains(_ position: MediaTime) -> Bool { from <= position && position < to }
}

extension QueueRun {
    /// The loop that it runs in; nil if it has left it behind.
    var loopAhead: Loop? { loop.flatMap { run.timeline.anchor < $0.to ? $0 : nil } }
}

extension RoomState {
    /// The repeated part of what plays.
    package var loop: Loop? { queueRun?.loop }

    /// Repeats a part of what plays, from its start unless the position is inside.
    mutating func repeatPart(from: MediaTime, to: MediaTime, at now: ServerTime) throws(Refusal) {
        try checkQueue()
        guard let run = queueRun, let entry = queue.entry(run.entry) else { throw .nothingPlays }
        let from = max(.zero, from)
        let to = min(to, entry.queued.end(skippingSilence: false) ?? to)
        guard to - from >= Loop.shortest else { throw .loopTooShort }
        let loop = Loop(from: from, to: to)
        if !loop.contains(run.timeline.position(at: now)) { try seek(to: from, at: now) }
        setLoop(loop)
    }

    mutating func setLoop(_ loop: Loop?) {
        guard var run = queueRun else { return }
        run.loop = loop
        program = .queue(run)
    }

    /// Drops a loop that the music has left.
    mutating func dropLoop(at now: ServerTime) {
        guard let run = queueRun, let loop = run.loop, !loop.contains(run.timeline.position(at: now)) else { return }
        setLoop(nil)
    }
}
