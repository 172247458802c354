import Music
import Session
import Synchronization
import Web

/// Sends a room's messages over sockets and event streams. Each message is encoded once for all subscribers.
final class RoomOutlet {
    /// The streams of a room that clients can subscribe to.
    enum Stream: Hashable {
        case timeline, state, queue, screens, grid, audio
        case feed(Feed.Key)
    }

    /// One message, and how it is to be delivered.
    struct Letter {
        let stream: Stream
        let bytes: [UInt8]
        let isBinary: Bool
        /// The encoded message, if there is one already.
        private var shared: EncodedMessage?

        /// A message for one client only.
        init(_ bytes: [UInt8]) {
            self.init(.timeline, bytes)
        }

        init(_ bytes: [UInt8], of key: Feed.Key) {
            self.init(.feed(key), bytes, isBinary: key.isBinary)
        }

        private init(_ stream: Stream, _ bytes: [UInt8], isBinary: Bool = false) {
            self.stream = stream
            self.bytes = bytes
            self.isBinary = isBinary
        }

        static func timeline(_ bytes: [UInt8]) -> Letter { Letter(.timeline, bytes) }
        static func state(_ bytes: [UInt8]) -> Letter { Letter(.state, bytes) }
        static func queue(_ sheet: QueueSheet) -> Letter {
            var letter = Letter(.queue, sheet.bytes)
            letter.shared = sheet.message
            return letter
        }
        static func screens(_ bytes: [UInt8]) -> Letter { Letter(.screens, bytes) }
        static func grid(_ bytes: [UInt8]) -> Letter { Letter(.grid, bytes) }
        static func audio(_ bytes: [UInt8]) -> Letter { Letter(.audio, bytes, isBinary: true) }

        var event: String { stream.postage.event }
        fileprivate var message: EncodedMessage {
            shared ?? (isBinary ? EncodedMessage(binary: bytes) : EncodedMessage(text: bytes))
        }
    }

    /// Most bytes of an event stream that its client has not read.
    static let backlog = 256 << 10
    private let room: String
    private let server: Server
    /// Number of subscribers of each stream.
    private var wanted: [Stream: Int] = [:]
    private var listeners: [Int: (stream: BodyStream, to: Set<Stream>, asker: Asker)] = [:]
    private var lastListener = 0
    /// Cache of the topics.
    private var topics: [Stream: Topic] = [:]
    let figures: RoomFigures

    init(_ room: String, _ server: Server, _ figures: RoomFigures) {
        self.room = room
        self.server = server
        self.figures = figures
    }

    var hasListeners: Bool { !listeners.isEmpty }
    var listenerCount: Int { listeners.count }

    func isWanted(_ stream: Stream) -> Bool { wanted[stream] != nil }
    func isWanted(_ key: Feed.Key) -> Bool { isWanted(.feed(key)) }

    /// Sends a message to all subscribers of its stream.
    func send(_ letter: Letter) {
        guard isWanted(letter.stream) else { return }
        figures.count(letter)
        let (message, topic, postage) = (letter.message, topic(letter.stream), letter.stream.postage)
        // A thousand screens that get half a second of frames must not delay a lamp's live frame, nor may a hundred that get a
        // queue of a megabyte.
        if postage.isEarly || postage.isLong {
            server.spread(message, to: topic, as: postage.delivery)
        } else {
            server.publish(message, to: topic, as: postage.delivery)
        }
        guard !letter.isBinary else { return }
        for listener in listeners.values where listener.to.contains(letter.stream) {
            listener.stream.send(Self.event(letter.event, letter.bytes))
        }
    }

    /// Replaces a client's streams after sending it some messages first; nil stands for a client that is not in the room.
    func change(_ client: ConnectionID, from before: Streams?, to after: Streams?, first: [Letter]) {
        let old = before.map(Self.streams) ?? []
        let new = after.map(Self.streams) ?? []
        let (left, joined) = (old.subtracting(new).map(topic), new.subtracting(old).map(topic))
        count(old, -1)
        count(new, 1)
        let letters = first.filter { !$0.stream.postage.isLong }.map { ($0.message, $0.stream.postage.delivery) }
        server.reach(client) { socket in
            for topic in left { socket.unsubscribe(from: topic) }
            for (message, delivery) in letters { socket.send(message, as: delivery) }
            for topic in joined { socket.subscribe(to: topic) }
        }
        for letter in first where letter.stream.postage.isLong {
            server.spread(letter.message, to: topic(letter.stream), for: client, as: letter.stream.postage.delivery)
        }
    }

    /// Sends a message to one client.
    func send(_ bytes: [UInt8], to client: ConnectionID) {
        server.send(EncodedMessage(text: bytes), to: client)
    }

    /// Adds an event stream; returns its id.
    func listen(
        _ stream: BodyStream, to streams: Streams, asker: Asker, first: [(event: String, bytes: [UInt8])]
    ) -> Int {
        lastListener += 1
        let heard = Self.streams(streams)
        listeners[lastListener] = (stream, heard, asker)
        count(heard, 1)
        for (event, bytes) in first { stream.send(Self.event(event, bytes)) }
        return lastListener
    }

    func forget(listener: Int) {
        guard let (_, heard, _) = listeners.removeValue(forKey: listener) else { return }
        count(heard, -1)
    }

    /// The forms that an asker's event streams subscribe to.
    func forms(of asker: Asker) -> Set<Feed.Key> {
        listeners.values.reduce(into: []) { forms, listener in
            guard listener.asker == asker else { return }
            for case .feed(let key) in listener.to { forms.insert(key) }
        }
    }

    /// Keeps quiet event streams open.
    func beat() {
        for listener in listeners.values { listener.stream.send(Array(":\n\n".utf8)) }
    }

    func close() {
        for listener in listeners.values { listener.stream.finish() }
    }

    private func count(_ streams: Set<Stream>, _ step: Int) {
        for stream in streams {
            let count = wanted[stream, default: 0] + step
            wanted[stream] = count > 0 ? count : nil
            if count <= 0 { topics[stream] = nil }
        }
    }

    private func topic(_ stream: Stream) -> Topic {
        if let topic = topics[stream] { return topic }
        let topic = Topic("\(room)/\(stream)")
        topics[stream] = topic
        return topic
    }

    private static func streams(_ streams: Streams) -> Set<Stream> {
        var wanted: Set<Stream> = [.timeline]
        if streams.state { wanted.insert(.state) }
        if streams.queue { wanted.insert(.queue) }
        if streams.screens { wanted.insert(.screens) }
        if streams.grid { wanted.insert(.grid) }
        if streams.audio != nil { wanted.insert(.audio) }
        return wanted.union(streams.feeds.map { .feed($0) })
    }

    private static func event(_ name: String, _ json: [UInt8]) -> [UInt8] {
        Array("event: \(name)\ndata: ".utf8) + json + Array("\n\n".utf8)
    }
}

/// How a stream's messages are sent.
private struct Postage {
    /// Their name in event streams and in `/metrics`.
    let event: String
    let delivery: Delivery
    /// They are sent long before they are due.
    var isEarly = false
    /// They can be so long that they are sent to a few clients at a time. They may be late, since each replaces the one before.
    var isLong = false
}

extension RoomOutlet.Stream {
    /// Frame messages that are queued for a slow client beyond those of its lead.
    private static let spareFrames = 4
    /// Sound chunks that are queued for a slow client: two seconds, and some more.
    private static let soundChunks = 48

    /// The table of all streams.
    fileprivate var postage: Postage {
        switch self {
        case .timeline: Postage(event: "timeline", delivery: .always)
        case .grid: Postage(event: "grid", delivery: .always)
        case .state: Postage(event: "state", delivery: .latest(key: 0))
        case .queue: Postage(event: "queue", delivery: .latest(key: 1), isLong: true)
        case .screens: Postage(event: "screens", delivery: .latest(key: 2), isLong: true)
        case .audio: Postage(event: "audio", delivery: .fresh(keep: Self.soundChunks, lane: 1), isEarly: true)
        case .feed(let key):
            switch (key.content, key.timing) {
            case (.beats, let timing): Postage(event: "beat", delivery: .always, isEarly: timing != .live)
            case (.frames, .live): Postage(event: "frames", delivery: .fresh(keep: 1))
            case (.frames, .ahead(let lead)):
                Postage(
                    event: "frames",
                    delivery: .fresh(keep: Int((lead + key.back).seconds / Feed.batch.seconds) + Self.spareFrames), isEarly: true)
            }
        }
    }
}

extension Feed.Key {
    var isBinary: Bool {
        if case .frames(let form) = content { !form.isText } else { false }
    }
}

extension Streams {
    /// The streams that exist in many forms.
    var feeds: [Feed.Key] {
        var keys: [Feed.Key] = []
        if let frames { keys.append(Feed.Key(content: .frames(frames.form), timing: frames.timing, back: frames.back)) }
        if let beats { keys.append(Feed.Key(content: .beats, timing: beats)) }
        return keys
    }
}

/// Counts what rooms send, obey and refuse, for `/metrics`.
package final class RoomFigures: Sendable {
    package struct Counts {
        var messages: [String: Int] = [:]
        var bytes = 0
        var commands = 0
        var refusals = 0
        package var refused: [RoomRefusal: UInt64] = [:]
    }

    private let counts = Mutex(Counts())

    package var now: Counts { counts.withLock { $0 } }

    func count(_ letter: RoomOutlet.Letter) {
        counts.withLock {
            $0.messages[letter.event, default: 0] += 1
            $0.bytes += letter.bytes.count
        }
    }

    func count(command isObeyed: Bool) {
        counts.withLock { if isObeyed { $0.commands += 1 } else { $0.refusals += 1 } }
    }

    /// Counts a refusal because of a limit, of one asker or of all.
    package func refuse(_ kind: RoomRefusal) {
        counts.withLock { $0.refused[kind, default: 0] += 1 }
    }
}

/// What the rooms refuse because of a limit, beside what the web server counts.
package enum RoomRefusal: String, CaseIterable {
    case rooms
    case commands
    /// Messages of sockets.
    case messages
    /// Subscriptions that begin with much data.
    case openings
}
