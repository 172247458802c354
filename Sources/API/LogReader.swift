import Synchronization
import System
import Web

/// Sends the log to one event stream, as fast as its client reads: what the log has forgotten meanwhile is counted and told.
final class LogReader: Sendable {
    /// Lines that are made ready at a time.
    private static let atOnce = 50
    /// Room that stays for keep-alive comments.
    private static let reserve = 4 << 10

    private let history: LogHistory
    private let wantsDebug: Bool
    private let body: BodyStream
    private let place: Mutex<LogHistory.Place>

    private init(_ history: LogHistory, _ place: LogHistory.Place, debug: Bool, _ body: BodyStream) {
        self.history = history
        wantsDebug = debug
        self.body = body
        self.place = Mutex(place)
    }

    /// Sends the lines after one number, and then each new one, until the stream ends.
    static func follow(_ history: LogHistory, after number: Int, debug: Bool, on body: BodyStream) {
        let reader = LogReader(history, history.place(after: number), debug: debug, body)
        let stop = history.follow(debug: debug) { reader.flow() }
        body.onDelivery { reader.flow() }
        body.onEnd(stop)
        reader.flow()
    }

    private func flow() {
        place.withLock { place in
            while true {
                var next = place
                let piece = history.read(from: &next, debug: wantsDebug, atMost: Self.atOnce)
                guard next != place else { return }
                let events = Self.events(piece)
                // What does not fit waits in the log, until the client has read or the log has forgotten it.
                guard body.hasRoom(for: events.count + Self.reserve), body.send(events) else { return }
                place = next
            }
        }
    }

    private static func events(_ piece: LogHistory.Piece) -> [UInt8] {
        let gap = piece.forgotten > 0 ? "event: forgotten\ndata: {\"lines\":\(piece.forgotten)}\n\n" : ""
        let lines = piece.lines.map { "event: line\nid: \($0.number)\ndata: \($0.json)\n\n" }
        return Array((gap + lines.joined()).utf8)
    }
}
