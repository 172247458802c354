import System

/// An error that is told to the client as a problem.
package protocol ProblemConvertible: Error {
    var problem: Problem { get }
}

/// Problem details of a failed request, for machines and people (RFC 9457); handlers throw it.
package struct Problem: ProblemConvertible, Sendable, Equatable {
    /// The value of an extension member, such as a job's progress.
    package enum Member: Sendable, Equatable {
        case text(String)
        case number(Double)
        case integer(Int)
    }

    package var status: Status
    /// One or two plain sentences about this occurrence.
    package var detail: String
    /// A word or URI that identifies the kind of problem for programs; nil when the status suffices.
    package var type: String?
    /// Extension members; their names must differ from the standard ones.
    package var extras: [String: Member]
    /// Whether the client sent a wrong key: then the answer is delayed.
    package var isGuess = false

    package init(_ status: Status, _ detail: String, type: String? = nil, extras: [String: Member] = [:]) {
        self.status = status
        self.detail = detail
        self.type = type
        self.extras = extras
    }

    /// The problem details of an HTTP error.
    package init(_ error: HTTPError) {
        self.init(error.status, error.sentence)
    }

    package var problem: Problem { self }

    static let mediaType = "application/problem+json"

    /// The JSON text, members in a fixed order.
    var json: String {
        var members = [
            "\"type\":\(JSONString.quoted(type ?? "about:blank"))", "\"title\":\(JSONString.quoted(status.reason))",
            "\"status\":\(status.code)", "\"detail\":\(JSONString.quoted(detail))",
        ]
        for (name, value) in extras.sorted(by: { $0.key < $1.key }) { members.append("\(JSONString.quoted(name)):\(value.json)") }
        return "{" + members.joined(separator: ",") + "}\n"
    }
}

extension Problem.Member {
    fileprivate var json: String {
        switch self {
        case .text(let text): JSONString.quoted(text)
        case .integer(let number): "\(number)"
        // JSON cannot represent NaN and infinity.
        case .number(let number): number.isFinite ? "\(number)" : "null"
        }
    }
}
