/// A message on its way to many subscribers, a few at a time.
struct Spreading {
    private let message: EncodedMessage
    private let topic: Topic
    private let delivery: Delivery
    /// Who was subscribed when it was published.
    private let subscribers: ContiguousArray<WebSocket>
    private let lastSubscription: UInt64
    private var next = 0

    init(_ message: EncodedMessage, to topic: Topic, as delivery: Delivery, in topics: TopicTable) {
        self.message = message
        self.topic = topic
        self.delivery = delivery
        subscribers = topics.subscribers(of: topic)
        lastSubscription = topics.lastNumber
    }

    var isOver: Bool { next == subscribers.count }

    /// Sends it to at most so many more, and returns how many they were. Who has left the topic since is passed over.
    mutating func send(atMost limit: Int) -> Int {
        let end = min(next + limit, subscribers.count)
        for socket in subscribers[next..<end] where socket.isSubscribed(to: topic, through: lastSubscription) {
            socket.send(message, as: delivery)
        }
        defer { next = end }
        return end - next
    }
}
