/// Why a message was not obeyed: a word to tell the cases apart by, and one plain sentence for people.
package struct MessageProblem: Error, Hashable, Sendable {
    /// The words that the protocol has for what can go wrong.
    package enum Code: String, CaseIterable, Sendable {
        case badJSON = "bad-json"
        /// JSON, but no message: something is missing, or there is too much of it.
        case badMessage = "bad-message"
        case unknownType = "unknown-type"
        case unknownCommand = "unknown-command"
        /// A field is not what it should be; the sentence names it.
        case badValue = "bad-value"
        case tokenNeeded = "token-needed"
        case tokenWrong = "token-wrong"
        case noRoom = "no-room"
        case tooMany = "too-many"
        case notFound = "not-found"
        case conflict
        case notPlaying = "not-playing"
        case noGrid = "no-grid"
        case slowDown = "slow-down"
        /// It was obeyed, and would be lost if the server ended now.
        case notKept = "not-kept"
        /// A version that is not spoken here.
        case otherProtocol = "protocol"
        case helloFirst = "hello-first"
    }

    /// More of a wrong word than this tells nobody more.
    private static let longestQuote = 40

    package let code: Code
    package let message: String
    /// The number that the sender gave the command, where it gave one that can be read.
    package var id: Int?

    package init(_ code: Code, _ message: String, id: Int? = nil) {
        self.code = code
        self.message = message
        self.id = id
    }

    /// What somebody else wrote, short enough to say back.
    static func quote(_ text: String) -> String {
        text.count > longestQuote ? "\"\(text.prefix(longestQuote))…\"" : "\"\(text)\""
    }
}
