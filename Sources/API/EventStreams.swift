import Rooms
import Synchronization
import Web

/// The event streams over HTTP, by number, and what each of them hears.
package final class EventStreams: Sendable {
    private struct Streams {
        var last = 0
        var bodies: [Int: BodyStream] = [:]
        var subscribers: [Topic: Set<Int>] = [:]
    }

    /// Most bytes of an event stream that its client has not read.
    private static let backlog = 256 << 10

    private let streams = Mutex(Streams())

    package init() {}

    /// A new event stream, which hears nothing yet, and its number.
    func open() -> (number: Int, body: BodyStream) {
        let body = BodyStream(limit: Self.backlog)
        // Tells the client to reconnect two seconds after a break, and gives people something to see at once.
        body.send(Array("retry: 500\n: listening\n\n".utf8))
        let number = streams.withLock { streams in
            streams.last += 1
            streams.bodies[streams.last] = body
            return streams.last
        }
        return (number, body)
    }

    /// Forgets an event stream that has ended; its room takes its topics from it.
    func forget(_ number: Int) {
        streams.withLock { $0.bodies[number] = nil }
    }

    /// Sends a message to all event streams that hear a topic.
    func publish(_ message: StreamMessage, to topic: Topic) {
        let bodies = streams.withLock { streams in streams.subscribers[topic]?.compactMap { streams.bodies[$0] } ?? [] }
        guard !bodies.isEmpty else { return }
        let event = Self.event(message)
        for body in bodies { body.send(event) }
    }

    /// Sends one event stream some messages; then lets it hear other topics.
    func seat(_ number: Int, leaving: [Topic], joining: [Topic], first: [StreamMessage]) {
        let body = streams.withLock { streams in
            for topic in leaving {
                streams.subscribers[topic]?.remove(number)
                if streams.subscribers[topic]?.isEmpty == true { streams.subscribers[topic] = nil }
            }
            let body = streams.bodies[number]
            if body != nil { for topic in joining { streams.subscribers[topic, default: []].insert(number) } }
            return body
        }
        for message in first { body?.send(Self.event(message)) }
    }

    func end(_ number: Int) {
        streams.withLock { $0.bodies[number] }?.finish()
    }

    /// Keeps quiet event streams open.
    package func beat() {
        for body in streams.withLock({ Array($0.bodies.values) }) { body.send(Array(":\n\n".utf8)) }
    }

    private static func event(_ message: StreamMessage) -> [UInt8] {
        Array("event: \(message.stream.policy.event)\ndata: ".utf8) + message.encoded.payload + Array("\n\n".utf8)
    }
}
