import System

/// The counters of one loop; `/metrics` shows the sum over all loops.
package struct Metrics: Sendable {
    package var connectionsAccepted: UInt64 = 0
    package var refusedConnections: UInt64 = 0
    package var acceptPauses: UInt64 = 0
    /// Complete TLS handshakes, and those of them that resumed a session.
    package var handshakes: UInt64 = 0
    package var resumptions: UInt64 = 0
    package var failedHandshakes: UInt64 = 0
    package var connections = 0
    package var webSockets = 0
    /// Open streamed answers.
    package var streams = 0
    /// Streams whose peer fell too far behind.
    package var streamCuts: UInt64 = 0
    package var turns: UInt64 = 0
    /// Turns of the loops that took more than 50 ms.
    package var slowTurns: UInt64 = 0
    /// Microseconds.
    package var longestTurn: UInt64 = 0
    package var bytesReceived: UInt64 = 0
    package var requests: UInt64 = 0
    /// Answers by status class, 1xx to 5xx.
    package private(set) var answers: [UInt64] = [0, 0, 0, 0, 0]
    package var messagesReceived: UInt64 = 0
    package var messagesSent: UInt64 = 0
    /// Frames dropped for a slow client because newer ones had come.
    package var framesDropped: UInt64 = 0
    /// States that a newer one replaced in a slow client's queue.
    package var statesCoalesced: UInt64 = 0
    /// Clients closed because their queue of control messages was full.
    package var overrunCloses: UInt64 = 0
    /// Times a client stopped answering pings and got no frames until it answered again.
    package var stalls: UInt64 = 0

    /// Requests and connections refused because a quota was used up.
    package var refusals: [QuotaKind: UInt64] = [:]
    /// Refusals outside the web server, by kind.
    package var otherRefusals: [(kind: String, count: UInt64)] = []
    /// How often a share of each quota was taken.
    package var takings: [QuotaKind: UInt64] = [:]
    /// How much of each quota is in use.
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
        sum.handshakes += b.handshakes
        sum.resumptions += b.resumptions
        sum.failedHandshakes += b.failedHandshakes
        sum.connections += b.connections
        sum.webSockets += b.webSockets
        sum.streams += b.streams
        sum.streamCuts += b.streamCuts
        sum.turns += b.turns
        sum.slowTurns += b.slowTurns
        sum.longestTurn = max(a.longestTurn, b.longestTurn)
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

    /// All metrics in the Prometheus text format.
    package var exposition: String {
        var exposition = Exposition()
        func counter(_ name: String, _ help: String, _ value: UInt64) {
            exposition.add(name, "counter", help, [("", "\(value)")])
        }
        exposition.add("connections", "gauge", "Open connections, HTTP and WebSocket.", [("", "\(connections)")])
        exposition.add("websockets", "gauge", "Open WebSocket connections.", [("", "\(webSockets)")])
        exposition.add("streams", "gauge", "Open streamed answers.", [("", "\(streams)")])
        counter("stream_cuts_total", "Streams cut because their reader fell too far behind.", streamCuts)
        counter("connections_accepted_total", "Connections accepted.", connectionsAccepted)
        counter("connections_refused_total", "Connections refused because there were too many.", refusedConnections)
        exposition.add(
            "held", "gauge", "How much of each quota is in use.",
            QuotaKind.allCases.map { ("{kind=\"\($0.rawValue)\"}", "\(holdings[$0] ?? 0)") })
        exposition.add(
            "taken_total", "counter", "How often a share of each quota was taken.",
            QuotaKind.allCases.map { ("{kind=\"\($0.rawValue)\"}", "\(takings[$0] ?? 0)") })
        exposition.add(
            "refused_total", "counter", "Refusals because a quota, per address or in total, was used up.",
            QuotaKind.allCases.map { ("{kind=\"\($0.rawValue)\"}", "\(refusals[$0] ?? 0)") }
                + otherRefusals.map { ("{kind=\"\($0.kind)\"}", "\($0.count)") })
        counter("accept_pauses_total", "Times the process had no descriptor left for a new connection.", acceptPauses)
        counter("tls_handshakes_total", "Complete TLS handshakes.", handshakes)
        counter("tls_resumptions_total", "TLS handshakes that resumed an earlier session.", resumptions)
        counter("tls_failures_total", "TLS handshakes that failed.", failedHandshakes)
        counter("http_requests_total", "Requests whose head was read.", requests)
        exposition.add(
            "http_answers_total", "counter", "Answers by status class.",
            answers.enumerated().map { ("{class=\"\($0.offset + 1)xx\"}", "\($0.element)") })
        counter("received_bytes_total", "Bytes read from all connections.", bytesReceived)
        counter("websocket_messages_received_total", "Messages read from WebSocket clients.", messagesReceived)
        counter("websocket_messages_sent_total", "Messages written to WebSocket clients.", messagesSent)
        counter("websocket_frames_dropped_total", "Frames skipped for clients that read too slowly.", framesDropped)
        counter("websocket_states_coalesced_total", "States skipped because a newer one replaced them.", statesCoalesced)
        counter("websocket_overrun_closes_total", "Clients closed because control messages piled up.", overrunCloses)
        counter("websocket_stalls_total", "Times a client stopped answering pings and got no frames until it did.", stalls)
        counter("loop_turns_total", "Turns of the event loops.", turns)
        counter("loop_slow_turns_total", "Turns of the event loops that took more than 50 ms.", slowTurns)
        exposition.add(
            "loop_longest_turn_microseconds", "gauge", "The longest turn of an event loop.", [("", "\(longestTurn)")]
        )
        return exposition.text
    }
}
