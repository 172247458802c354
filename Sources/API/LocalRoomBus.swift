package import Rooms
package import Web

/// Delivers what rooms say over this server's sockets and event streams.
package struct LocalRoomBus: RoomBus {
    private let server: Server
    private let events: EventStreams

    package init(_ server: Server, _ events: EventStreams) {
        self.server = server
        self.events = events
    }

    package func publish(_ message: StreamMessage, in room: String) {
        let (topic, policy) = (Self.topic(message.stream, room), message.stream.policy)
        // A thousand screens that get half a second of frames must not delay a lamp's live frame, nor may a hundred that get a
        // queue of a megabyte.
        if policy.isEarly || policy.isLong {
            server.spread(message.encoded, to: topic, as: policy.delivery)
        } else {
            server.publish(message.encoded, to: topic, as: policy.delivery)
        }
        if !policy.isBinary { events.publish(message, to: topic) }
    }

    package func seat(
        _ subscriber: Subscriber, in room: String, leaving: Set<RoomStream>, joining: Set<RoomStream>, first: [StreamMessage]
    ) {
        let (left, joined) = (leaving.map { Self.topic($0, room) }, joining.map { Self.topic($0, room) })
        switch subscriber {
        case .events(let number): events.seat(number, leaving: left, joining: joined, first: first)
        case .socket(let client):
            let short = first.filter { !$0.stream.policy.isLong }
            server.reach(client) { socket in
                for topic in left { socket.unsubscribe(from: topic) }
                for message in short { socket.send(message.encoded, as: message.stream.policy.delivery) }
                for topic in joined { socket.subscribe(to: topic) }
            }
            for message in first where message.stream.policy.isLong {
                server.spread(
                    message.encoded, to: Self.topic(message.stream, room), for: client, as: message.stream.policy.delivery)
            }
        }
    }

    package func tell(_ client: ConnectionID, _ bytes: [UInt8]) {
        server.send(EncodedMessage(text: bytes), to: client)
    }

    package func dismiss(_ subscriber: Subscriber) {
        switch subscriber {
        case .socket(let client): server.close(client, .goingAway, reason: "The room begins to count anew.")
        case .events(let number): events.end(number)
        }
    }

    private static func topic(_ stream: RoomStream, _ room: String) -> Topic { Topic("\(room)/\(stream.name)") }
}
