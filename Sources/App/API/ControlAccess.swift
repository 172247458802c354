import Web

/// Who may change things: those who hold the control token or, where the host said so, everyone on the network.
struct ControlAccess: Sendable {
    private let token: ControlToken
    let isOpen: Bool
    private let origins: OriginPolicy
    /// Who may read; nil lets everyone.
    let viewers: ViewerAccess?

    init(token: ControlToken, isOpen: Bool, origins: OriginPolicy, viewers: ViewerAccess? = nil) {
        self.viewers = viewers
        self.token = token
        self.isOpen = isOpen
        self.origins = origins
    }

    /// Whether this is the text of the control token.
    func admits(_ token: String) -> Bool { self.token.matches(token) }

    /// Whether whoever sends this may change things, and so see what only the host need know.
    func isHost(_ head: RequestHead) -> Bool {
        do {
            try check(head)
            return true
        } catch {
            return false
        }
    }

    /// Whether this is the viewers' key: it gives no control, but is not a wrong token either.
    func isViewerKey(_ text: String) -> Bool { viewers?.key.matches(text) ?? false }

    /// Throws unless it comes from a page of ours, or from no page.
    func checkOrigin(_ head: RequestHead) throws(Problem) {
        guard origins.allows(origins: head.fields.values(of: "origin"), host: head.host) else {
            throw Problem(.forbidden, "Pages of other sites may not change anything here.", type: "foreign-origin")
        }
    }

    /// What `authorization: Bearer` says.
    static func bearer(_ head: RequestHead) -> String? {
        let words = head.fields["authorization"]?.split(separator: " ", maxSplits: 1) ?? []
        return words.count == 2 && words[0].lowercased() == "bearer" ? String(words[1]) : nil
    }

    /// Throws unless whoever sends this may change something.
    func check(_ head: RequestHead) throws(Problem) {
        // Without a token to steal, the pages of other sites could still send what they like.
        try checkOrigin(head)
        if isOpen { return }
        guard head.fields["authorization"] != nil else {
            throw Problem(
                .unauthorized, "Changing something needs the control token: authorization: Bearer TOKEN.", type: "token-needed")
        }
        let given = Self.bearer(head) ?? ""
        guard token.matches(given) else {
            var problem = Problem(.unauthorized, "This is not the control token of this server.", type: "token-wrong")
            // What cannot be a token finds none, however often it is tried.
            problem.isGuess = ControlToken(given) != nil
            throw problem
        }
    }
}
