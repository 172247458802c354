import Web

/// Who may change things: those who hold the control token or, where the host said so, everyone on the network.
struct ControlAccess: Sendable {
    private let token: ControlToken
    let isOpen: Bool
    private let origins: OriginPolicy

    init(token: ControlToken, isOpen: Bool, origins: OriginPolicy) {
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

    /// Throws unless whoever sends this may change something.
    func check(_ head: RequestHead) throws(Problem) {
        let fields = head.fields
        // Without a token to steal, the pages of other sites could still send what they like.
        guard origins.allows(origin: fields["origin"], host: head.host) else {
            throw Problem(.forbidden, "Pages of other sites may not change anything here.", type: "foreign-origin")
        }
        if isOpen { return }
        guard let given = fields["authorization"] else {
            throw Problem(
                .unauthorized, "Changing something needs the control token: authorization: Bearer TOKEN.", type: "token-needed")
        }
        let words = given.split(separator: " ", maxSplits: 1)
        guard words.count == 2, words[0].lowercased() == "bearer", token.matches(String(words[1])) else {
            throw Problem(.unauthorized, "This is not the control token of this server.", type: "token-wrong")
        }
    }
}
