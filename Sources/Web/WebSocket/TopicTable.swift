/// The name of a topic that clients subscribe to.
package struct Topic: Hashable, Sendable {
    package let name: String

    package init(_ name: String) {
        self.name = name
    }
}

/// A client's place in a topic's list; kept up to date when others leave.
struct Subscription {
    let topic: Topic
    var position: Int
    /// Increases with every subscription of the loop, so that later subscriptions can be told from earlier ones.
    let number: UInt64
}

/// The subscribers of each topic among one loop's clients.
struct TopicTable {
    private var members: [Topic: ContiguousArray<WebSocket>] = [:]
    private(set) var lastNumber: UInt64 = 0

    mutating func add(_ socket: WebSocket, to topic: Topic) -> Subscription {
        let position = members[topic, default: []].count
        members[topic, default: []].append(socket)
        lastNumber += 1
        return Subscription(topic: topic, position: position, number: lastNumber)
    }

    /// Removes a client; the last of the list moves into its place.
    mutating func remove(_ subscription: Subscription) {
        guard var list = members.removeValue(forKey: subscription.topic) else { return }
        list.swapAt(subscription.position, list.count - 1)
        list.removeLast()
        if subscription.position < list.count {
            list[subscription.position].moved(in: subscription.topic, to: subscription.position)
        }
        if !list.isEmpty { members[subscription.topic] = list }
    }

    func subscribers(of topic: Topic) -> ContiguousArray<WebSocket> {
        members[topic] ?? []
    }
}
