import FoundationEssentials
package import Music

/// The parts of a room that are stored beside its text.
enum KeptPart: String {
    /// The entries' numbers in play order, as `KeptOrder` writes them.
    case order
    /// The same in the order without shuffling; absent if the queue is not shuffled.
    case places
    /// The visual settings as JSON; absent if there are none.
    case look
    /// The groups of screens as JSON; absent if there are none.
    case groups
    /// What was played, as `KeptHistory` writes it; absent if nothing was.
    case history
    /// Which guest added which entry as JSON; absent if none did.
    case guests
}

extension KeptChange {
    /// The change from the room as it was stored, or from none, to the room at a moment. Cheap if the queue is unchanged.
    package init(of room: RoomState, since kept: RoomState?, now: ServerTime, wall: Int64, epoch: String? = nil) {
        self.init(KeptRows(state: KeptRoom(room, now: now, wall: wall, epoch: epoch).text), isWhole: kept == nil)
        takeQueue(room.queue, since: kept?.queue)
        takeScreens(room, since: kept)
        if room.groups != kept?.groups ?? [] { take(.groups, room.groups.isEmpty ? nil : Self.json(room.groups)) }
        if room.guests.adders != kept?.guests.adders ?? [:] {
            take(.guests, room.guests.adders.isEmpty ? nil : Self.json(room.guests.adders))
        }
        // Compared without the times, since a clock that was set moves those.
        if room.history.map(\.piece) != kept?.history.map(\.piece) ?? [] || room.history.last?.end != kept?.history.last?.end {
            take(.history, room.history.isEmpty ? nil : KeptHistory(room.history, now: now, wall: wall).bytes)
        }
        guard room.settings.look != kept?.settings.look ?? [:] else { return }
        take(.look, room.settings.look.isEmpty ? nil : Self.json(room.settings.look))
    }

    private mutating func take(_ part: KeptPart, _ bytes: [UInt8]?) {
        if let bytes { rows.parts[part.rawValue] = bytes } else { removedParts.append(part.rawValue) }
    }

    private mutating func takeQueue(_ queue: RoomQueue, since kept: RoomQueue?) {
        guard queue.edition != kept?.edition else { return }
        let entries = queue.entries
        take(.order, KeptOrder.bytes(entries.map(\.number)))
        // Moves in a shuffled queue do not change the order without shuffling.
        if queue.isShuffled != kept?.isShuffled || queue.isShuffled && queue.placing != kept?.placing {
            take(.places, queue.isShuffled ? KeptOrder.bytes(entries.sorted { $0.place < $1.place }.map(\.number)) : nil)
        }
        // What can still be put back stays on disk.
        let removed = queue.removals.flatMap(\.entries).map(\.entry)
        let last = kept?.lastNumber ?? 0
        let added = queue.added(since: last) + removed.filter { $0.number > last }
        rows.entries = added.map { KeptRows.Entry(number: $0.number, piece: $0.queued.piece) }
        guard let kept else { return }
        let removedBefore = kept.removals.flatMap(\.entries).map(\.entry.number)
        guard kept.entries.count + removedBefore.count + added.count > entries.count + removed.count else { return }
        let held = Set(removed.map(\.number))
        removedEntries = (kept.entries.map(\.number) + removedBefore).filter { queue.index(of: $0) == nil && !held.contains($0) }
    }

    private mutating func takeScreens(_ room: RoomState, since kept: RoomState?) {
        let before = kept?.memories ?? [:]
        guard room.memories != before else { return }
        for client in room.memoryOrder {
            guard let memory = room.memories[client], before[client] != memory else { continue }
            rows.screens.append(
                KeptRows.Screen(
                    client: client, name: memory.name, offset: memory.offset, place: memory.place,
                    settings: memory.settings.map { String(decoding: Self.json($0), as: UTF8.self) }))
        }
        removedScreens = (kept?.memoryOrder ?? []).filter { room.memories[$0] == nil }
    }

    private static func json(_ value: some Encodable) -> [UInt8] {
        do {
            return Array(try JSONEncoder().encode(value))
        } catch {
            // All numbers are finite, since what clients send is checked.
            preconditionFailure("\(error)")
        }
    }
}
