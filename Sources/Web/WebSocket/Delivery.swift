/// What becomes of a message for a client that cannot take it at once.
package enum Delivery: Sendable, Equatable {
    /// It waits its turn; a client that lets too many bytes of these pile up is closed with 1013.
    case always
    /// It waits, but the next one under the same key takes its place: only the newest state matters.
    case latest(key: Int)
    /// It waits among at most `keep` others of its lane; the oldest makes room. For frames, which are worthless when late.
    case fresh(keep: Int, lane: Int = 0)
}

/// What a slow client is still owed. Clients that keep up have none.
struct Backlog {
    /// What it takes to keep a message beside its bytes: without it, tiny ones would pile up by the hundred thousand.
    static let messageCost = 64

    private var control: [EncodedMessage] = []
    private var states: [(key: Int, message: EncodedMessage)] = []
    private var frames: [(lane: Int, message: EncodedMessage)] = []
    /// The memory that control messages take while they wait, in bytes.
    private(set) var controlBytes = 0

    enum Outcome {
        case kept
        /// An older message was given up for this one.
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

    /// What goes out next: control before states before frames, each in order; frames only if `withFrames`.
    func next(withFrames: Bool) -> EncodedMessage? {
        control.first ?? states.first?.message ?? (withFrames ? frames.first?.message : nil)
    }

    /// Takes away what `next` showed.
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
