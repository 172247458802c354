package import Library
package import Web

/// Decides who may change things: holders of the control token or, with `isOpen`, everyone on the network.
package struct ControlAccess: Sendable {
    private let token: ControlToken
    let isOpen: Bool
    private let origins: OriginPolicy
    /// Decides who may read; nil lets everyone.
    let viewers: ViewerAccess?

    package init(token: ControlToken, isOpen: Bool, origins: OriginPolicy, viewers: ViewerAccess? = nil) {
        self.viewers = viewers
        self.token = token
        self.isOpen = isOpen
        self.origins = origins
    }

    /// The result of checking the token of a socket.
    enum Verdict {
        case controls
        /// It is the viewers' key.
        case reads
        /// It does not have the form of a token.
        case malformed
        case wrong
    }

    func verdict(_ text: String) -> Verdict {
        if token.matches(text) { return .controls }
        if viewers?.key.matches(text) == true { return .reads }
        return ControlToken(text) == nil ? .malformed : .wrong
    }

    /// Whether the caller may change things, and so see what only hosts are shown.
    func isHost(_ caller: Caller) -> Bool {
        do {
            try check(caller)
            return true
        } catch {
            return false
        }
    }

    /// Throws if the request comes from a page of another site.
    func checkOrigin(_ caller: Caller) throws(Problem) {
        guard origins.allows(caller) else {
            throw Problem(.forbidden, "Pages of other sites may not change anything here.", type: "foreign-origin")
        }
    }

    /// The token in `authorization: Bearer`.
    static func bearer(_ head: RequestHead) -> String? {
        let words = head.fields["authorization"]?.split(separator: " ", maxSplits: 1) ?? []
        return words.count == 2 && words[0].lowercased() == "bearer" ? String(words[1]) : nil
    }

    /// Throws unless the caller may change things.
    func check(_ caller: Caller) throws(Problem) {
        // Needed without a token, too: pages of other sites could still send requests (CSRF).
        try checkOrigin(caller)
        if isOpen { return }
        guard caller.head.fields["authorization"] != nil else {
            throw Problem(
                .unauthorized, "Changing something needs the control token: authorization: Bearer TOKEN.", type: "token-needed")
        }
        let given = Self.bearer(caller.head) ?? ""
        guard try judge(given, caller) == .controls else { throw Self.wrong(given) }
    }

    /// Throws if the caller shows a wrong token: otherwise an answer with what only hosts are shown would confirm a right guess
    /// at once.
    func checkShown(_ caller: Caller) throws(Problem) {
        guard !isOpen, let given = Self.bearer(caller.head) else { return }
        if try judge(given, caller) == .wrong { throw Self.wrong(given) }
    }

    private func judge(_ given: String, _ caller: Caller) throws(Problem) -> Verdict {
        // Text without the form of a token can never match, so it is no guess.
        if ControlToken(given) != nil { try caller.checkGuesses() }
        return verdict(given)
    }

    private static func wrong(_ given: String) -> Problem {
        var problem = Problem(.unauthorized, "This is not the control token of this server.", type: "token-wrong")
        problem.isGuess = ControlToken(given) != nil
        return problem
    }
}
