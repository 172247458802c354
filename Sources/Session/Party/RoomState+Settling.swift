import Music

/// Where requests stand in the queue: after what plays, in their order, before or between the songs of the room's list.
extension RoomState {
    /// Called after each command and whenever an entry begins. Between commands it moves nothing: what follows stays as announced.
    mutating func settle() {
        guard var party = openParty else { return }
        let current = currentEntry
        if let playing = party.playing, playing.entry != current {
            queue.remove([playing.entry])
            party.playing = nil
        }
        if let current, let request = party.request(current) { party.begin(request) }
        party.drop(Set(party.requests.map(\.entry).filter { queue.index(of: $0) == nil }))
        party.renewRing(isPlayable)
        self.party = party
        if !party.requests.isEmpty { arrange(party, after: current) }
    }

    private mutating func arrange(_ party: Party, after current: Int?) {
        let start = current.flatMap { queue.index(of: $0) }.map { $0 + 1 } ?? 0
        let requested = Set(party.requests.map(\.entry))
        let entries = queue.entries
        let head = entries[..<start].filter { !requested.contains($0.number) }
        let list = entries[start...].filter { !requested.contains($0.number) }
        let requests = party.order(isPlayable).compactMap { queue.entry($0.entry) }
        let tail = party.rules.mix == .before ? requests + list : Self.alternating(requests, list, party.playing != nil)
        queue.arrange(head + tail)
    }

    /// One request, one of the list. What cannot be played is passed over, and counts as neither.
    private static func alternating(
        _ requests: [RoomQueue.Entry], _ list: [RoomQueue.Entry], _ isAfterRequest: Bool
    ) -> [RoomQueue.Entry] {
        var merged: [RoomQueue.Entry] = []
        merged.reserveCapacity(requests.count + list.count)
        var (requests, list, wantsList) = (requests[...], list[...], isAfterRequest)
        while true {
            if wantsList || requests.isEmpty, let entry = list.popFirst() {
                merged.append(entry)
                if entry.trouble == nil { wantsList = false }
            } else if let entry = requests.popFirst() {
                merged.append(entry)
                if entry.trouble == nil { wantsList = true }
            } else {
                return merged
            }
        }
    }

    /// Entries that are reached only on the way forward: requests come once, however the list repeats.
    var comesOnce: Set<Int> {
        guard let open = openParty else { return [] }
        return Set(open.requests.map(\.entry) + [open.playing?.entry].compactMap(\.self))
    }

    /// Whether a request plays, or waits behind an entry: then no song repeats itself.
    func hasRequest(from index: Int) -> Bool {
        guard let open = openParty else { return false }
        return open.playing.map { queue.index(of: $0.entry) == index } ?? false
            || open.requests.contains { queue.index(of: $0.entry).map { $0 >= index } ?? false }
    }

    /// Whether what ends at a moment is the last song.
    func isLastSong(endingAt end: ServerTime?) -> Bool {
        guard let call = openParty?.lastCall, let end else { return false }
        return end >= call
    }
}
