/// A message on its way to many subscribers, a few at a time.
struct Spreading {
    /// A longer message counts as several in the share of a turn.
    private static let shortMessage = 4 << 10

    private let message: EncodedMessage
    private let topic: Topic
    private let delivery: Delivery
    /// Who was subscribed when it was published.
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

    /// Sends it to as many more as the rest of a turn's share allows, to one at least, and returns what that took of the share.
    /// Who has left the topic since is passed over.
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
