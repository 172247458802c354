package import Library
import Rooms
import Session
package import Web

/// Decides who may do what: by the owner's token, by links, by the login of a gateway or, with `isOpen`, everyone on the network may do
/// everything.
package struct AccessControl: Sendable {
    private let owner: ControlToken
    private let isOpen: Bool
    /// Whether everyone may change what can be changed at the companion's own port, without a token.
    private let isCompanionOpen: Bool
    private let origins: OriginPolicy
    let links: Links
    let codes: ShortCodes
    let pairings: Pairings
    /// Decides who may read; nil lets everyone.
    let viewers: ViewerAccess?
    private let ingress: Ingress?

    package init(
        owner: ControlToken, isOpen: Bool, isCompanionOpen: Bool = false, origins: OriginPolicy, links: Links,
        viewers: ViewerAccess? = nil, ingress: Ingress? = nil
    ) {
        self.owner = owner
        self.isOpen = isOpen
        self.isCompanionOpen = isCompanionOpen
        self.origins = origins
        self.links = links
        codes = ShortCodes(links.clock)
        pairings = Pairings(links.clock)
        self.viewers = viewers
        self.ingress = ingress
    }

    /// The result of checking a token.
    enum Verdict: Equatable {
        case grant(Grant)
        /// The token of a link that was revoked, or whose time is over.
        case ended
        /// It does not have the form of a token.
        case malformed
        case wrong
    }

    func verdict(_ text: String) -> Verdict {
        if owner.matches(text) { return .grant(.owner) }
        guard let token = ControlToken(text) else { return .malformed }
        if viewers?.key.matches(text) == true { return .grant(.none) }
        return links.verdict(token)
    }

    /// The token of a party's guests.
    func partyToken(_ party: OpenParty) -> ControlToken {
        ControlToken(madeOf: Array("downbeat party \(owner.text) \(party.room) \(party.seal)".utf8))
    }

    /// The link by which the caller came, if any.
    func link(of caller: Caller) -> Int? {
        if let given = Self.bearer(caller.head), case .grant(let grant) = verdict(given), let link = grant.link { return link }
        return viewers?.link(of: caller)
    }

    /// Lets an event stream end with the link by which its caller came.
    func bind(_ stream: BodyStream, to caller: Caller) {
        if let link = link(of: caller) { links.bind(stream, to: link) }
    }

    /// Whether a grant still holds: links end and are revoked while sockets are open.
    func holds(_ grant: Grant) -> Bool { grant.link.map { links.isValid($0) } ?? true }

    /// Throws if the request comes from a page of another site.
    func checkOrigin(_ caller: Caller) throws(Problem) {
        guard origins.allows(caller) else {
            throw Problem(.forbidden, "Pages of other sites may not change anything here.", type: "foreign-origin")
        }
    }

    /// For what everybody may send who may read: throws if the request comes from a page of another site, or its token is wrong.
    func checkSender(_ caller: Caller) throws(Problem) {
        try checkOrigin(caller)
        _ = try grant(caller)
    }

    /// The token in `authorization: Bearer`.
    static func bearer(_ head: RequestHead) -> String? {
        let words = head.fields["authorization"]?.split(separator: " ", maxSplits: 1) ?? []
        return words.count == 2 && words[0].lowercased() == "bearer" ? String(words[1]) : nil
    }

    /// What the caller may do without a token.
    func grantWithoutToken(_ caller: Caller) -> Grant { isOpen ? .owner : ingress?.grant(of: caller) ?? .none }

    /// What the caller may do; throws for a wrong token.
    func grant(_ caller: Caller) throws(Problem) -> Grant {
        if isCompanionOpen && caller.prefix == CompanionAPI.prefix { return .owner }
        let own = grantWithoutToken(caller)
        if own == .owner { return own }
        // A proxy may have passed on its own authorization: text without the form of a token is no guess.
        guard let given = Self.bearer(caller.head), ControlToken(given) != nil else { return own }
        try caller.checkGuesses()
        switch verdict(given) {
        case .grant(let grant): return grant.orBetter(own)
        case .ended: throw Problem(.unauthorized, Self.endedWords, type: "token-ended")
        case .malformed, .wrong:
            var problem = Problem(.unauthorized, Self.wrongWords, type: "token-wrong")
            problem.isGuess = true
            throw problem
        }
    }

    /// Throws unless the caller may do something, in some room if none is named.
    @discardableResult
    func check(_ caller: Caller, _ right: Right) throws(Problem) -> Grant { try granted(caller, right) { $0.has(right) } }

    /// The same for one room; nil is what concerns no single room.
    @discardableResult
    func check(_ caller: Caller, _ right: Right, in room: String?) throws(Problem) -> Grant {
        try granted(caller, right) { $0.has(right, in: room) }
    }

    /// Who the caller is, for a history: its role.
    func name(of caller: Caller) throws(Problem) -> String { try grant(caller).role.rawValue }

    private func granted(_ caller: Caller, _ right: Right, _ isEnough: (Grant) -> Bool) throws(Problem) -> Grant {
        // Needed without a token, too: pages of other sites could still send requests (CSRF).
        try checkOrigin(caller)
        let grant = try grant(caller)
        if isEnough(grant) { return grant }
        guard grant == .none else { throw Problem(.forbidden, grant.refusal(of: right), type: "role-needed") }
        let isUnknown = caller.head.fields["authorization"] != nil && Self.bearer(caller.head).flatMap { ControlToken($0) } == nil
        guard !isUnknown else {
            throw Problem(.unauthorized, Self.wrongWords, type: "token-wrong")
        }
        throw Problem(
            .unauthorized, "This needs a link or the control key of \(right.least.withArticle): authorization: Bearer KEY.",
            type: "token-needed")
    }

    /// Whether the caller may do something; a wrong token may do nothing.
    func may(_ caller: Caller, _ right: Right, in room: String? = nil) -> Bool {
        do {
            try check(caller, right, in: room)
            return true
        } catch {
            return false
        }
    }

    static let wrongWords = "This is not a key of this server."
    static let endedWords = "This link was revoked, or its time is over."
}

extension Role {
    /// For sentences.
    var withArticle: String { self == .owner ? "the owner" : "a \(word)" }
    /// As people write it.
    var word: String { self == .cohost ? "co-host" : rawValue }
}

extension Grant {
    /// Why it is not enough.
    func refusal(of right: Right) -> String {
        if role >= right.least, let room {
            return right.isOfRoom
                ? "Your link is for the room \(room) only." : "Your link is for the room \(room) only, and this concerns all rooms."
        }
        let those = right.least == .owner ? "the owner" : "\(right.least.word)s"
        return "Only \(those) may do this, and your link is for \(role.word)s."
    }
}
