package import Library
package import Web

/// Who may change things: those who hold the control token or, where the host said so, everyone on the network.
package struct ControlAccess: Sendable {
    private let token: ControlToken
    let isOpen: Bool
    private let origins: OriginPolicy
    /// Who may read; nil lets everyone.
    let viewers: ViewerAccess?

    package init(token: ControlToken, isOpen: Bool, origins: OriginPolicy, viewers: ViewerAccess? = nil) {
        self.viewers = viewers
        self.token = token
        self.isOpen = isOpen
        self.origins = origins
    }

    /// What a token is worth that a socket shows.
    enum Verdict {
        case controls
        /// It is the viewers' key.
        case reads
        /// It could be no server's token.
        case malformed
        case wrong
    }

    func verdict(_ text: String) -> Verdict {
        if token.matches(text) { return .controls }
        if viewers?.key.matches(text) == true { return .reads }
        return ControlToken(text) == nil ? .malformed : .wrong
    }

    /// Whether whoever sends this may change things, and so see what only the host need know.
    func isHost(_ caller: Caller) -> Bool {
        do {
            try check(caller)
            return true
        } catch {
            return false
        }
    }

    /// Throws unless it comes from a page of ours, or from no page.
    func checkOrigin(_ caller: Caller) throws(Problem) {
        guard origins.allows(caller) else {
            throw Problem(.forbidden, "Pages of other sites may not change anything here.", type: "foreign-origin")
        }
    }

    /// What `authorization: Bearer` says.
    static func bearer(_ head: RequestHead) -> String? {
        let words = head.fields["authorization"]?.split(separator: " ", maxSplits: 1) ?? []
        return words.count == 2 && words[0].lowercased() == "bearer" ? String(words[1]) : nil
    }

    /// Throws unless whoever sends this may change something.
    func check(_ caller: Caller) throws(Problem) {
        // Without a token to steal, the pages of other sites could still send what they like.
        try checkOrigin(caller)
        if isOpen { return }
        guard caller.head.fields["authorization"] != nil else {
            throw Problem(
                .unauthorized, "Changing something needs the control token: authorization: Bearer TOKEN.", type: "token-needed")
        }
        let given = Self.bearer(caller.head) ?? ""
        guard try judge(given, caller) == .controls else { throw Self.wrong(given) }
    }

    /// Throws where a token is shown that is none of this server's: what a host is shown must tell nobody at once who guessed right.
    func checkShown(_ caller: Caller) throws(Problem) {
        guard !isOpen, let given = Self.bearer(caller.head) else { return }
        if try judge(given, caller) == .wrong { throw Self.wrong(given) }
    }

    private func judge(_ given: String, _ caller: Caller) throws(Problem) -> Verdict {
        // What cannot be a token finds none, however often it is tried.
        if ControlToken(given) != nil { try caller.checkGuesses() }
        return verdict(given)
    }

    private static func wrong(_ given: String) -> Problem {
        var problem = Problem(.unauthorized, "This is not the control token of this server.", type: "token-wrong")
        problem.isGuess = ControlToken(given) != nil
        return problem
    }
}
