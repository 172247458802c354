import Session
package import Web

/// A socket or an event stream that streams of a room are sent to.
package enum Subscriber: Hashable, Sendable {
    case socket(ConnectionID)
    /// An event stream, by its number.
    case events(Int)
}

/// Who hears which streams of a room.
struct Audience {
    private struct Seat {
        let asker: Asker
        var heard: Set<RoomStream>
    }

    private var seats: [Subscriber: Seat] = [:]
    /// How many hear each stream.
    private var counts: [RoomStream: Int] = [:]
    /// What observers in this process hear. They are no audience: a room is empty without others.
    private let observed: Set<RoomStream>

    init(observed: Set<RoomStream> = []) {
        self.observed = observed
    }

    var isEmpty: Bool { seats.isEmpty }
    var all: [Subscriber] { Array(seats.keys) }

    var eventStreams: Int {
        seats.keys.count { if case .events = $0 { true } else { false } }
    }

    /// Whether anybody hears a stream.
    func hears(_ stream: RoomStream) -> Bool { counts[stream] != nil || observed.contains(stream) }
    func hears(_ key: Feed.Key) -> Bool { hears(.feed(key)) }
    var hearsLyrics: Bool {
        observed.union(counts.keys).contains { if case .feed(let key) = $0 { key.content == .lyrics } else { false } }
    }
    var hearsSound: Bool { hears(.audio(hasClicks: true)) || hears(.audio(hasClicks: false)) }

    /// Lets somebody hear these streams from now on; nil for someone who leaves. Returns those that it no longer hears, and the
    /// new ones.
    mutating func seat(
        _ subscriber: Subscriber, of asker: Asker, _ heard: Set<RoomStream>?
    ) -> (leaving: Set<RoomStream>, joining: Set<RoomStream>) {
        let before = seats[subscriber]?.heard ?? []
        let after = heard ?? []
        seats[subscriber] = heard.map { Seat(asker: asker, heard: $0) }
        let (leaving, joining) = (before.subtracting(after), after.subtracting(before))
        for stream in leaving {
            let count = counts[stream, default: 0] - 1
            counts[stream] = count > 0 ? count : nil
        }
        for stream in joining { counts[stream, default: 0] += 1 }
        return (leaving, joining)
    }

    /// The forms of frames and beats that all subscribers of an asker hear, but for one of them.
    func forms(of asker: Asker, except subscriber: Subscriber) -> Set<Feed.Key> {
        var forms: Set<Feed.Key> = []
        for (other, seat) in seats where seat.asker == asker && other != subscriber {
            for case .feed(let key) in seat.heard { forms.insert(key) }
        }
        return forms
    }
}
