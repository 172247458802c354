package import Library
import Music
import Session
package import Web

/// With `--viewers token`, decides who may read: those who hold the viewers' key, the owner's token or a link.
///
/// Scripts send it as `authorization: Bearer KEY`. Pages send a cookie, because requests for pictures, audio and event streams
/// cannot carry our own header fields.
package struct ViewerAccess: Sendable {
    /// Paths that need no key: health checks, the path that sets the cookie, and the one that takes a short code for a link.
    package static let openPaths: Set<String> = ["/health", "/ready", LibraryAPI.prefix + sessionPath, LibraryAPI.redeemPath]
    static let sessionPath = "/session"
    /// Seconds: a screen on a wall needs its key once a year.
    private static let cookieAge = 365 * 24 * 3600

    /// The key for links that make whoever opens them a viewer.
    package let key: ControlToken
    private let owner: ControlToken
    private let links: Links
    private let ingress: Ingress?
    /// Distinguishes this server's cookie from those of other servers on the same host: cookies ignore the port.
    private let cookieName: String

    package init(key: ControlToken, owner: ControlToken, links: Links, ingress: Ingress? = nil) {
        self.key = key
        self.owner = owner
        self.links = links
        self.ingress = ingress
        cookieName = "downbeat-" + String(Checksum.of(Array(key.text.utf8).span), radix: 36)
    }

    private func admits(_ text: String) -> Bool { mayKnowKey(text) || links.admits(text) == true }

    /// Whether the caller may be told the viewers' key.
    func mayKnowKey(_ caller: Caller) -> Bool {
        ingress?.grant(of: caller) == .owner || shown(by: caller).contains(where: mayKnowKey)
    }

    /// Links can be revoked, and the key cannot.
    private func mayKnowKey(_ text: String) -> Bool {
        // Both are always compared, so that timing reveals nothing.
        let (isKey, isOwner) = (key.matches(text), owner.matches(text))
        return isKey || isOwner
    }

    /// The link by which the caller may read, if it came by one.
    func link(of caller: Caller) -> Int? {
        let shown = shown(by: caller)
        return shown.contains(where: mayKnowKey) ? nil : shown.compactMap { links.link(shownBy: $0) }.first?.id
    }

    /// Throws unless the caller may read.
    package func check(_ caller: Caller) throws(Problem) {
        if ingress?.grant(of: caller) != nil { return }
        let shown = shown(by: caller)
        guard !shown.isEmpty else {
            throw Problem(
                .unauthorized, "Reading here needs the viewers' key: open the host's link, or send authorization: Bearer KEY.",
                type: "key-needed")
        }
        try admit(shown, caller)
    }

    private func shown(by caller: Caller) -> [String] {
        [cookie(of: caller.head), AccessControl.bearer(caller.head)].compactMap { $0 }
    }

    /// Throws unless one of these lets its holder read. Only text with the form of a key is a guess, whose answer is
    /// delayed.
    func admit(_ shown: [String], _ caller: Caller) throws(Problem) {
        // A phone that was at a party may go on asking with its link that is over.
        if shown.allSatisfy({ links.admits($0) == false }) {
            throw Problem(.unauthorized, AccessControl.endedWords, type: "token-ended")
        }
        let isGuess = shown.contains { ControlToken($0) != nil }
        if isGuess { try caller.checkGuesses() }
        guard !shown.contains(where: admits) else { return }
        var problem = Problem(.unauthorized, "This is not the key of this server.", type: "key-wrong")
        problem.isGuess = isGuess
        throw problem
    }

    /// The cookie by which the holder of a token reads from now on. Scripts cannot read it, and requests from pages of other sites
    /// do not include it. It carries no token that can change anything.
    func setCookie(_ token: String, for request: Request, basePath: String) -> String {
        let key = links.link(shownBy: token)?.readingKey ?? key.text
        let path = request.forwarded.prefix + basePath + "/"
        let secure = request.caller.scheme == "https" ? "; Secure" : ""
        return "\(cookieName)=\(key); Path=\(path); Max-Age=\(Self.cookieAge); HttpOnly; SameSite=Strict\(secure)"
    }

    private func cookie(of head: RequestHead) -> String? {
        for line in head.fields.values(of: "cookie") {
            for pair in line.split(separator: ";") {
                let parts = pair.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
                if parts.count == 2, parts[0] == cookieName { return String(parts[1]) }
            }
        }
        return nil
    }
}
