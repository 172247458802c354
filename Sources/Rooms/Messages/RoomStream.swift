import Music
package import Session
package import Web

/// A stream of a room that clients can subscribe to.
package enum RoomStream: Hashable, Sendable {
    case timeline, state, queue, screens, party, grid, plan
    case audio(hasClicks: Bool)
    case feed(Feed.Key)

    /// Its name, unlike that of any other stream of the room.
    package var name: String {
        switch self {
        case .timeline, .state, .queue, .screens, .party, .grid, .plan: policy.event
        case .audio(let hasClicks): hasClicks ? "audio" : "audio without clicks"
        case .feed(let key):
            switch key.content {
            case .beats: "beats \(Self.name(key.timing))"
            case .lyrics: "lyrics \(Self.name(key.timing))"
            case .cues: "cues \(Self.name(key.timing))"
            case .frames(let form):
                "frames \(Self.name(key.timing)) \(form.rate) \(form.bands) \(form.isText) \(key.back.microseconds)"
            }
        }
    }

    private static func name(_ timing: Timing) -> String {
        switch timing {
        case .live: "live"
        case .ahead(let lead): "ahead \(lead.microseconds)"
        }
    }

    /// How a stream's messages are sent over sockets and as events.
    package struct Policy {
        /// Their name in event streams and in `/metrics`.
        package let event: String
        package let delivery: Delivery
        /// They are sent long before they are due.
        package var isEarly = false
        /// They can be so long that they are sent to a few clients at a time. They may be late, since each replaces the one
        /// before.
        package var isLong = false
        package var isBinary = false
    }

    /// Frame messages that are queued for a slow client beyond those of its lead.
    private static let spareFrames = 4
    /// Sound chunks that are queued for a slow client: two seconds, and some more.
    private static let soundChunks = 48

    /// The table of all streams.
    package var policy: Policy {
        switch self {
        case .timeline: Policy(event: "timeline", delivery: .always)
        case .grid: Policy(event: "grid", delivery: .always)
        case .plan: Policy(event: "plan", delivery: .always)
        case .state: Policy(event: "state", delivery: .latest(key: 0))
        case .queue: Policy(event: "queue", delivery: .latest(key: 1), isLong: true)
        case .screens: Policy(event: "screens", delivery: .latest(key: 2), isLong: true)
        case .party: Policy(event: "party", delivery: .latest(key: 3), isLong: true)
        case .audio: Policy(event: "audio", delivery: .fresh(keep: Self.soundChunks, lane: 1), isEarly: true, isBinary: true)
        case .feed(let key): Self.policy(of: key)
        }
    }

    private static func policy(of key: Feed.Key) -> Policy {
        switch (key.content, key.timing) {
        case (.beats, let timing): return Policy(event: "beat", delivery: .always, isEarly: timing != .live)
        case (.lyrics, let timing): return Policy(event: "line", delivery: .always, isEarly: timing != .live)
        case (.cues, let timing): return Policy(event: "cue", delivery: .always, isEarly: timing != .live)
        case (.frames(let form), .live): return Policy(event: "frames", delivery: .fresh(keep: 1), isBinary: !form.isText)
        case (.frames(let form), .ahead(let lead)):
            let batches = Int((lead + key.back).seconds / Feed.batch.seconds)
            return Policy(
                event: "frames", delivery: .fresh(keep: batches + spareFrames), isEarly: true, isBinary: !form.isText)
        }
    }
}

extension Streams {
    /// The streams that exist in many forms.
    var feeds: [Feed.Key] {
        var keys: [Feed.Key] = []
        if let frames { keys.append(Feed.Key(content: .frames(frames.form), timing: frames.timing, back: frames.back)) }
        if let beats { keys.append(Feed.Key(content: .beats, timing: beats)) }
        if let lyrics { keys.append(Feed.Key(content: .lyrics, timing: lyrics)) }
        if let cues { keys.append(Feed.Key(content: .cues, timing: cues)) }
        return keys
    }

    /// What a client with these streams hears.
    var heard: Set<RoomStream> {
        var heard: Set<RoomStream> = [.timeline]
        if state { heard.insert(.state) }
        if queue { heard.insert(.queue) }
        if screens { heard.insert(.screens) }
        if party { heard.insert(.party) }
        if grid { heard.insert(.grid) }
        if plan { heard.insert(.plan) }
        if let audio { heard.insert(.audio(hasClicks: audio.hasClicks)) }
        return heard.union(feeds.map { .feed($0) })
    }
}
