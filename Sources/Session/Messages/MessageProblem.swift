/// Why a message was refused: a code for programs, and one sentence for people.
package struct MessageProblem: Error, Hashable, Sendable {
    /// The error codes of the protocol.
    package enum Code: String, CaseIterable, Sendable {
        case badJSON = "bad-json"
        /// A field is missing, or fields exclude each other.
        case badMessage = "bad-message"
        case unknownType = "unknown-type"
        case unknownCommand = "unknown-command"
        /// A field has an invalid value; the sentence names it.
        case badValue = "bad-value"
        case tokenNeeded = "token-needed"
        case tokenWrong = "token-wrong"
        /// The link was revoked, or its time is over.
        case tokenEnded = "token-ended"
        /// A token that is right, but not of a sufficient role.
        case roleNeeded = "role-needed"
        case noRoom = "no-room"
        case tooMany = "too-many"
        case notFound = "not-found"
        case conflict
        case notPlaying = "not-playing"
        case noGrid = "no-grid"
        case slowDown = "slow-down"
        /// The command arrived after its `until`.
        case tooLate = "too-late"
        /// The command took effect, but would be lost if the server ended now.
        case notKept = "not-kept"
        /// An unsupported version of the protocol.
        case otherProtocol = "protocol"
        case helloFirst = "hello-first"
    }

    /// Longest quote of a wrong word, in characters.
    private static let longestQuote = 40

    package let code: Code
    package let message: String
    /// The id of the command, if it could be read.
    package var id: Int?

    package init(_ code: Code, _ message: String, id: Int? = nil) {
        self.code = code
        self.message = message
        self.id = id
    }

    /// Quotes foreign text, truncated.
    static func quote(_ text: String) -> String {
        text.count > longestQuote ? "\"\(text.prefix(longestQuote))…\"" : "\"\(text)\""
    }
}
