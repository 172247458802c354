/// The name of something clients subscribe to.
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
    /// Counts up with every subscription of the loop: tells those that were there at some moment from later ones.
    let number: UInt64
}

/// Who of one loop's clients wants what.
struct TopicTable {
    private var members: [Topic: ContiguousArray<WebSocket>] = [:]
    private(set) var lastNumber: UInt64 = 0

    mutating func add(_ socket: WebSocket, to topic: Topic) -> Subscription {
        let position = members[topic, default: []].count
        members[topic, default: []].append(socket)
        lastNumber += 1
        return Subscription(topic: topic, position: position, number: lastNumber)
    }

    /// Takes a client out; the last of the list moves into its place.
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
