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
        // Most commands move nothing, and a list may be long.
        if !isArranged { queue.arrange(arrangement) }
    }

    /// The waiting requests in their order, and where the entries that come begin.
    private var coming: (requests: [SongRequest], start: Int) {
        let start = currentEntry.flatMap { queue.index(of: $0) }.map { $0 + 1 } ?? 0
        return (requestsInOrder, start)
    }

    /// Whether requests stand where they belong: looks at no more entries than there are requests, or twice as many.
    var isArranged: Bool {
        guard let open = openParty, !open.requests.isEmpty else { return true }
        let (requests, start) = coming
        var (rest, wantsList) = (requests.map(\.entry)[...], open.rules.mix == .between && open.playing != nil)
        for entry in queue.entries[start...] {
            guard let next = rest.first else { return true }
            if entry.number == next {
                // Requests follow one another only before the list, or after it.
                guard !wantsList || queue.entries.last?.number == rest.last && isAfterList(rest) else { return false }
                rest.removeFirst()
                if entry.trouble == nil { wantsList = open.rules.mix == .between }
            } else {
                guard wantsList, open.request(entry.number) == nil else { return false }
                if entry.trouble == nil { wantsList = false }
            }
        }
        return rest.isEmpty
    }

    /// Whether these are the last entries of the queue.
    private func isAfterList(_ requests: ArraySlice<Int>) -> Bool {
        queue.entries.suffix(requests.count).lazy.map(\.number).elementsEqual(requests)
    }

    /// All entries as they belong.
    var arrangement: [RoomQueue.Entry] {
        guard let open = openParty else { return queue.entries }
        let (order, start) = coming
        let requested = Set(order.map(\.entry))
        let head = queue.entries[..<start].filter { !requested.contains($0.number) }
        let list = queue.entries[start...].filter { !requested.contains($0.number) }
        let requests = order.compactMap { queue.entry($0.entry) }
        let tail = open.rules.mix == .before ? requests + list : Self.alternating(requests, list, open.playing != nil)
        return head + tail
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
