package import Fetch

/// An answer that is none of a Subsonic server: what came, and what a person can try, who has most likely given a wrong path.
package struct Stranger: Sendable, Equatable, CustomStringConvertible {
    /// Scheme, host and port.
    private let at: String
    private let came: String
    private let hint: String

    package init(_ address: FetchAddress, _ head: AnswerHead, _ body: [UInt8]) {
        at = "\(address)"
        came = Self.came(head, body)
        // The path is not repeated: it may hold a secret.
        hint =
            switch address.path.split(separator: "/") {
            case []: "if it stands below a path, add that to its address, as in \(at)/music"
            case let parts where parts.contains("rest"): "leave out /rest, and what follows it, in its address"
            default: "try its address without the path, or with that of its own web page"
            }
    }

    package var description: String { "\(at) answered with \(came), which no Subsonic server does: \(hint)" }

    private static func came(_ head: AnswerHead, _ body: [UInt8]) -> String {
        let type = head.field("content-type")?.prefix { $0 != ";" }.lowercased() ?? ""
        let start = String(decoding: body.prefix(200), as: UTF8.self).lowercased().drop(while: \.isWhitespace)
        let isPage = type == "text/html" || start.hasPrefix("<!doctype html") || start.hasPrefix("<html")
        let isRefusal = String(decoding: body.prefix(200), as: UTF8.self).contains("subsonic-response")
        let what =
            if isRefusal { "a refusal of the method ping" } else if isPage { "a web page" } else if body.isEmpty {
                "nothing"
            } else if start.hasPrefix("{") {
                "the JSON of another program"
            } else {
                "a text"
            }
        return head.status == 200 ? what : "status \(head.status) and \(what)"
    }
}
