import System

/// What one loop has counted; the sum over loops is what `/metrics` shows.
package struct Metrics: Sendable {
    package var connectionsAccepted: UInt64 = 0
    package var refusedConnections: UInt64 = 0
    package var acceptPauses: UInt64 = 0
    package var connections = 0
    package var webSockets = 0
    /// Answers that are being made while they are sent.
    package var streams = 0
    /// Streams whose peer fell too far behind.
    package var streamCuts: UInt64 = 0
    package var turns: UInt64 = 0
    package var bytesReceived: UInt64 = 0
    package var requests: UInt64 = 0
    /// Answers by the hundreds of their status, 1xx to 5xx.
    package private(set) var answers: [UInt64] = [0, 0, 0, 0, 0]
    package var messagesReceived: UInt64 = 0
    package var messagesSent: UInt64 = 0
    /// Frames that a slow client did not get because fresher ones had come.
    package var framesDropped: UInt64 = 0
    /// States that a slow client did not get because the next one replaced them.
    package var statesCoalesced: UInt64 = 0
    /// Clients closed because their control messages piled up.
    package var overrunCloses: UInt64 = 0
    /// Clients that stopped answering and were held back until they did again.
    package var stalls: UInt64 = 0

    /// Requests and connections that were refused because a limit was reached.
    package var refusals: [QuotaKind: UInt64] = [:]
    /// What clients hold now of what is limited.
    package var holdings: [QuotaKind: Int] = [:]

    package init() {}

    mutating func count(_ status: Status) {
        answers[min(max(status.code / 100, 1), 5) - 1] += 1
    }

    package static func + (a: Metrics, b: Metrics) -> Metrics {
        var sum = a
        sum.connectionsAccepted += b.connectionsAccepted
        sum.refusedConnections += b.refusedConnections
        sum.acceptPauses += b.acceptPauses
        sum.connections += b.connections
        sum.webSockets += b.webSockets
        sum.streams += b.streams
        sum.streamCuts += b.streamCuts
        sum.turns += b.turns
        sum.bytesReceived += b.bytesReceived
        sum.requests += b.requests
        for index in sum.answers.indices { sum.answers[index] += b.answers[index] }
        sum.messagesReceived += b.messagesReceived
        sum.messagesSent += b.messagesSent
        sum.framesDropped += b.framesDropped
        sum.statesCoalesced += b.statesCoalesced
        sum.overrunCloses += b.overrunCloses
        sum.stalls += b.stalls
        return sum
    }

    /// All of it as Prometheus reads it.
    package var exposition: String {
        var exposition = Exposition()
        func counter(_ name: String, _ help: String, _ value: UInt64) {
            exposition.add(name, "counter", help, [("", "\(value)")])
        }
        exposition.add("connections", "gauge", "Open connections, HTTP and WebSocket.", [("", "\(connections)")])
        exposition.add("websockets", "gauge", "Open WebSocket connections.", [("", "\(webSockets)")])
        exposition.add("streams", "gauge", "Open answers that are made while they are sent.", [("", "\(streams)")])
        counter("stream_cuts_total", "Streams cut because their reader fell too far behind.", streamCuts)
        counter("connections_accepted_total", "Connections taken in.", connectionsAccepted)
        counter("connections_refused_total", "Connections turned away because there were too many.", refusedConnections)
        exposition.add(
            "held", "gauge", "What clients hold now of what is limited.",
            QuotaKind.allCases.map { ("{kind=\"\($0.rawValue)\"}", "\(holdings[$0] ?? 0)") })
        exposition.add(
            "refused_total", "counter", "Refusals because an address or all together hold as much as they may.",
            QuotaKind.allCases.map { ("{kind=\"\($0.rawValue)\"}", "\(refusals[$0] ?? 0)") })
        counter("accept_pauses_total", "Times the process had no descriptor left for a new connection.", acceptPauses)
        counter("http_requests_total", "Requests whose head was read.", requests)
        exposition.add(
            "http_answers_total", "counter", "Answers by class of status.",
            answers.enumerated().map { ("{class=\"\($0.offset + 1)xx\"}", "\($0.element)") })
        counter("received_bytes_total", "Bytes read from all connections.", bytesReceived)
        counter("websocket_messages_received_total", "Messages read from WebSocket clients.", messagesReceived)
        counter("websocket_messages_sent_total", "Messages written to WebSocket clients.", messagesSent)
        counter("websocket_frames_dropped_total", "Frames skipped for clients that read too slowly.", framesDropped)
        counter("websocket_states_coalesced_total", "States skipped because a newer one replaced them.", statesCoalesced)
        counter("websocket_overrun_closes_total", "Clients closed because control messages piled up.", overrunCloses)
        counter("websocket_stalls_total", "Times a client stopped answering and was held back.", stalls)
        counter("loop_turns_total", "Turns of the event loops.", turns)
        return exposition.text
    }
}
