/// How a message is queued for a client that cannot take it at once.
package enum Delivery: Sendable, Equatable {
    /// Queued in order; a client with too many queued bytes is closed with 1013.
    case always
    /// Queued until the next one with the same key replaces it: only the newest state matters.
    case latest(key: Int)
    /// Queued with at most `keep` of its lane, dropping the oldest. For frames, which are worthless when late.
    case fresh(keep: Int, lane: Int = 0)
}

/// The queue of messages for one slow client. Clients that keep up have none.
struct Backlog {
    /// The overhead counted per queued message: without it, the limit would allow hundreds of thousands of tiny ones.
    static let messageCost = 64

    private var control: [EncodedMessage] = []
    private var states: [(key: Int, message: EncodedMessage)] = []
    private var frames: [(lane: Int, message: EncodedMessage)] = []
    /// The memory of the queued control messages, in bytes.
    private(set) var controlBytes = 0

    enum Outcome {
        case kept
        /// This message replaced an older one.
        case replaced
    }

    var isEmpty: Bool { control.isEmpty && states.isEmpty && frames.isEmpty }
    var hasUrgent: Bool { !control.isEmpty || !states.isEmpty }

    mutating func offer(_ message: EncodedMessage, _ delivery: Delivery) -> Outcome {
        switch delivery {
        case .always:
            control.append(message)
            controlBytes += Self.cost(of: message)
            return .kept
        case .latest(let key):
            if let index = states.firstIndex(where: { $0.key == key }) {
                states[index].message = message
                return .replaced
            }
            states.append((key, message))
            return .kept
        case .fresh(let keep, let lane):
            frames.append((lane, message))
            guard frames.count > max(keep, 1), frames.count(where: { $0.lane == lane }) > max(keep, 1),
                let oldest = frames.firstIndex(where: { $0.lane == lane })
            else { return .kept }
            frames.remove(at: oldest)
            return .replaced
        }
    }

    /// The next message to send: control before states before frames, each in order; frames only if `withFrames`.
    func next(withFrames: Bool) -> EncodedMessage? {
        control.first ?? states.first?.message ?? (withFrames ? frames.first?.message : nil)
    }

    /// Removes the message that `next` returned.
    mutating func removeNext() {
        if !control.isEmpty {
            controlBytes -= Self.cost(of: control.removeFirst())
        } else if !states.isEmpty {
            states.removeFirst()
        } else {
            frames.removeFirst()
        }
    }

    private static func cost(of message: EncodedMessage) -> Int { message.plain.count + messageCost }
}
