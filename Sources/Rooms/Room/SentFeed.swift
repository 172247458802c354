import Music
import Session

/// A feed with what it sent, each message encoded once: for those who hear it, and for those who come while it is not over.
struct SentFeed {
    private let key: Feed.Key
    private var feed: Feed
    private var sent: [Int: StreamMessage] = [:]

    init(_ key: Feed.Key, at now: ServerTime) {
        self.key = key
        feed = Feed(key, at: now)
    }

    mutating func restart(at now: ServerTime) {
        feed.restart(at: now)
        sent = [:]
    }

    /// The messages to send now.
    mutating func next(_ room: RoomState, _ scores: Feed.Scores, at now: ServerTime) -> [StreamMessage] {
        let messages = feed.next(room, scores, at: now).map { encoded($0) }
        let first = feed.firstKept
        sent = sent.filter { $0.key >= first }
        return messages
    }

    /// The messages for a new client that has been told the timelines of `generation` and later ones.
    mutating func recent(since generation: Generation?, at now: ServerTime) -> [StreamMessage] {
        feed.recent(since: generation, at: now).map { encoded($0) }
    }

    func wake(_ room: RoomState, _ scores: Feed.Scores, after now: ServerTime) -> ServerTime? {
        feed.wake(room, scores, after: now)
    }

    private mutating func encoded(_ message: Feed.Message) -> StreamMessage {
        if let sent = sent[message.number] { return sent }
        let encoded = StreamMessage(.feed(key), .item(message.item), message.item.bytes(sent: message.made))
        sent[message.number] = encoded
        return encoded
    }
}
