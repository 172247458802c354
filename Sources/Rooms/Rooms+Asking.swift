package import Session
import System
import Web

/// Requests to the rooms that come over HTTP, not over a socket.
extension Rooms {
    struct Entry: Encodable, Sendable {
        let name: String
        /// What people call it; nil where that is its name.
        let label: String?
        let playing: Bool
        let track: Int?
        let title: String?
        let artist: String?
        let screens: Int
        let revision: Int

        private enum Key: String, CodingKey { case name, label, playing, track, title, artist, screens, revision }

        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: Key.self)
            try object.encode(name, forKey: .name)
            try object.encode(label, forKey: .label)
            try object.encode(playing, forKey: .playing)
            try object.encode(track, forKey: .track)
            try object.encode(title, forKey: .title)
            try object.encode(artist, forKey: .artist)
            try object.encode(screens, forKey: .screens)
            try object.encode(revision, forKey: .revision)
        }
    }

    package struct List: Encodable, Sendable {
        let rooms: [Entry]
    }

    package func list() async throws -> List {
        await restored()
        try open(RoomName.main)
        return List(
            rooms: rooms.values.sorted { $0.name < $1.name }.map { room in
                let state = room.state.advanced(to: now)
                let timeline = state.timeline
                let piece = timeline?.piece
                let card = timeline.flatMap { room.cards.part(of: $0.piece, at: $0.position(at: now))?.card }
                return Entry(
                    name: room.name, label: state.settings.label, playing: state.isPlaying, track: piece.flatMap { room.row($0) },
                    title: card?.title, artist: card?.artist, screens: room.members.count, revision: state.revision)
            })
    }

    /// Returns what `show` makes of a room as it is now; throws if there is no such room.
    package func shown<Shown: Sendable>(_ name: String, _ show: @Sendable (Room, ServerTime) -> Shown) async throws -> Shown {
        await restored()
        return show(try existing(name), now)
    }

    /// A room's queue as it is now.
    package func queue(_ name: String) async throws -> QueueSheet {
        await restored()
        let edition = try existing(name).queue.edition
        return await withCheckedContinuation { answer in
            waiters[name, default: []].append((edition, answer))
            with(name) { room, now in room.handQueue(at: now) }
        }
    }

    /// Answers those who wait for a room's queue.
    func hand(_ sheet: QueueSheet, of room: String) {
        for waiter in waiters[room] ?? [] where waiter.edition <= sheet.edition { waiter.answer.resume(returning: sheet) }
        let rest = waiters[room]?.filter { $0.edition > sheet.edition } ?? []
        waiters[room] = rest.isEmpty ? nil : rest
    }

    /// Applies a wish in a room; returns the room's revision once the change is done and stored.
    package func apply(_ wish: Wish, of visitor: Visitor, in room: String) async throws(MessageProblem) -> CommandResult {
        await restored()
        let outcome = await withCheckedContinuation { continuation in
            apply(wish, of: visitor, in: room) { _, outcome in continuation.resume(returning: outcome) }
        }
        return try outcome.get()
    }

    package func exposition() -> String {
        let (counts, all) = (figures.now, rooms.values)
        var exposition = Exposition()
        exposition.add("rooms", "gauge", "Rooms there are.", [("", all.count)])
        exposition.add("rooms_playing", "gauge", "Rooms in which music plays.", [("", all.count { $0.state.isPlaying })])
        exposition.add("room_clients", "gauge", "Clients in all rooms.", [("", all.reduce(0) { $0 + $1.members.count })])
        exposition.add(
            "room_listeners", "gauge", "Event streams of all rooms.", [("", all.reduce(0) { $0 + $1.audience.eventStreams })])
        exposition.add(
            "room_feeds", "gauge", "Different forms in which frames and beats are made.",
            [("", all.reduce(0) { $0 + $1.feeds.count })])
        exposition.add(
            "room_messages_total", "counter", "Messages made once for all who want them.",
            counts.messages.sorted { $0.key < $1.key }.map { ("{stream=\"\($0.key)\"}", $0.value) })
        exposition.add("room_message_bytes_total", "counter", "Bytes of those messages.", [("", counts.bytes)])
        let decoders = seats.now
        exposition.add("room_decoders", "gauge", "Decoders at work for those who listen.", [("", decoders.taken)])
        exposition.add("room_decoders_total", "counter", "Decoders that were started for those who listen.", [("", decoders.ever)])
        exposition.add("room_commands_total", "counter", "Commands that were obeyed.", [("", counts.commands)])
        exposition.add("room_commands_refused_total", "counter", "Commands that were refused.", [("", counts.refusals)])
        exposition.add(
            "room_loop_slow_turns_total", "counter", "Turns of the rooms' thread that took more than 50 ms.",
            [("", timed.loop.slowTurns)])
        exposition.add(
            "room_loop_longest_turn_microseconds", "gauge", "The longest turn of the rooms' thread.",
            [("", timed.loop.longestTurn)])
        return exposition.text
    }
}
