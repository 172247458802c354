/// A message that is sent to many subscribers, a few per turn.
struct Spreading {
    /// A longer message counts as several in a turn's budget.
    private static let shortMessage = 4 << 10

    private let message: EncodedMessage
    private let topic: Topic
    private let delivery: Delivery
    /// The subscribers at the time of publishing.
    private let subscribers: ContiguousArray<WebSocket>
    private let lastSubscription: UInt64
    private var next = 0

    init(_ message: EncodedMessage, to topic: Topic, as delivery: Delivery, in topics: TopicTable, only socket: WebSocket? = nil) {
        self.message = message
        self.topic = topic
        self.delivery = delivery
        subscribers = socket.map { [$0] } ?? topics.subscribers(of: topic)
        lastSubscription = topics.lastNumber
    }

    var isOver: Bool { next == subscribers.count }

    /// Sends to as many more subscribers as the rest of a turn's budget allows, but at least one; returns the cost. Skips those
    /// that have left the topic since.
    mutating func send(share: Int) -> Int {
        let cost = 1 + min(message.plain.count, Outbox.turnShare) / Self.shortMessage
        let end = min(next + max(1, share / cost), subscribers.count)
        for socket in subscribers[next..<end] where socket.isSubscribed(to: topic, through: lastSubscription) {
            socket.send(message, as: delivery)
        }
        defer { next = end }
        return (end - next) * cost
    }
}
