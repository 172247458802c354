import Library
import System
import Web

/// The log over HTTP, for owners only.
extension LibraryAPI {
    /// The highest number that JavaScript knows exactly.
    private static let highestNumber = 1 << 53

    func addLog(to routes: inout Routes) {
        let history = library.log.history
        change(.get, "/log", .tendServer, in: &routes) { _ in
            var place = history.place(after: 0)
            let piece = history.read(from: &place, debug: true, atMost: .max)
            let lines = piece.lines.map(\.json).joined(separator: ",\n")
            return Response(.ok, "{\"lines\":[\(lines)]}\n", type: "application/json").uncached
        }
        change(.get, "/log/events", .tendServer, in: &routes) { request in
            let query = QueryReader(request)
            let (debug, after) = (try query.flag("debug") ?? false, try query.int("after", in: 0...Self.highestNumber) ?? 0)
            let (number, body) = events.open()
            body.onEnd { [events] in events.forget(number) }
            access.bind(body, to: request.caller)
            LogReader.follow(history, after: after, debug: debug, on: body)
            return Response(events: body)
        }
    }
}
