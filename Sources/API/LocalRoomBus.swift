package import Music
package import Rooms
package import Web

/// Delivers what rooms say over this server's sockets and event streams.
package struct LocalRoomBus: RoomBus {
    private let server: Server
    private let events: EventStreams
    private let push: CompanionPush

    package init(_ server: Server, _ events: EventStreams, _ push: CompanionPush) {
        self.server = server
        self.events = events
        self.push = push
    }

    package func publish(_ letter: Letter, in room: String) {
        let (topic, postage) = (Self.topic(letter.stream, room), letter.stream.postage)
        // A thousand screens that get half a second of frames must not delay a lamp's live frame, nor may a hundred that get a
        // queue of a megabyte.
        if postage.isEarly || postage.isLong {
            server.spread(letter.message, to: topic, as: postage.delivery)
        } else {
            server.publish(letter.message, to: topic, as: postage.delivery)
        }
        if !postage.isBinary { events.publish(letter, to: topic) }
    }

    package func seat(
        _ subscriber: Subscriber, in room: String, leaving: Set<RoomStream>, joining: Set<RoomStream>, first: [Letter]
    ) {
        let (left, joined) = (leaving.map { Self.topic($0, room) }, joining.map { Self.topic($0, room) })
        switch subscriber {
        case .events(let number): events.seat(number, leaving: left, joining: joined, first: first)
        case .socket(let client):
            let short = first.filter { !$0.stream.postage.isLong }
            server.reach(client) { socket in
                for topic in left { socket.unsubscribe(from: topic) }
                for letter in short { socket.send(letter.message, as: letter.stream.postage.delivery) }
                for topic in joined { socket.subscribe(to: topic) }
            }
            for letter in first where letter.stream.postage.isLong {
                server.spread(
                    letter.message, to: Self.topic(letter.stream, room), for: client, as: letter.stream.postage.delivery)
            }
        }
    }

    package func tell(_ client: ConnectionID, _ bytes: [UInt8]) {
        server.send(EncodedMessage(text: bytes), to: client)
    }

    package func begins(_ piece: Piece, in room: String) {
        push.hear(.begins(piece, room: room))
    }

    package func dismiss(_ subscriber: Subscriber) {
        switch subscriber {
        case .socket(let client): server.close(client, .goingAway, reason: "The room begins to count anew.")
        case .events(let number): events.end(number)
        }
    }

    private static func topic(_ stream: RoomStream, _ room: String) -> Topic { Topic("\(room)/\(stream.name)") }
}
