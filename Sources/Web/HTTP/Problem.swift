import System

/// An error that is told to the client as a problem.
package protocol ProblemConvertible: Error {
    var problem: Problem { get }
}

/// What went wrong with a request, for machines and people (RFC 9457); handlers throw it.
package struct Problem: ProblemConvertible, Sendable, Equatable {
    /// A member of its own that a problem carries, such as how far a job has come.
    package enum Member: Sendable, Equatable {
        case text(String)
        case number(Double)
        case integer(Int)
    }

    package var status: Status
    /// One or two plain sentences about this very case.
    package var detail: String
    /// A word or address that programs tell the kind of problem by; nil when the status says it all.
    package var type: String?
    /// Members besides the standard ones, whose names they must not take.
    package var extras: [String: Member]
    /// Whether a wrong key was shown: then the answer takes its time.
    package var isGuess = false

    package init(_ status: Status, _ detail: String, type: String? = nil, extras: [String: Member] = [:]) {
        self.status = status
        self.detail = detail
        self.type = type
        self.extras = extras
    }

    /// The problem that a broken rule of HTTP is.
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
        // JSON has no word for what is no finite number.
        case .number(let number): number.isFinite ? "\(number)" : "null"
        }
    }
}
