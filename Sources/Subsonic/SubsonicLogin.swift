package import Fetch
import Web

/// How a Subsonic server is told who asks. Never written to logs: its description has no secret.
package struct SubsonicLogin: Sendable, CustomStringConvertible {
    package enum Secret: Sendable {
        case password(String)
        /// The MD5 of a password and a salt, where the password itself is not known here.
        case token(String, salt: String)
        /// Of a server with the OpenSubsonic extension `apiKeyAuthentication`.
        case key(String)
    }

    package let user: String
    package let secret: Secret
    /// Whether the password itself may be sent over plain http, to servers that cannot check a token.
    package let allowsPlainPassword: Bool

    package init(user: String, secret: Secret, allowsPlainPassword: Bool = false) {
        self.user = user
        self.secret = secret
        self.allowsPlainPassword = allowsPlainPassword
    }

    package var description: String { user.isEmpty ? "an API key" : "user \(user)" }

    /// What goes into the query of every request. With `asPassword` the password is sent in place of a token of it.
    func fields(salt: String, asPassword: Bool) -> [(String, String)] {
        switch secret {
        case .key(let key): [("apiKey", key)]
        case .token(let token, let own): [("u", user), ("t", token), ("s", own)]
        case .password(let password) where asPassword: [("u", user), ("p", "enc:" + Array(password.utf8).hex)]
        case .password(let password): [("u", user), ("t", Self.token(password + salt)), ("s", salt)]
        }
    }

    package enum Kind: String, Sendable {
        case password, token, key
    }

    package var kind: Kind {
        switch secret {
        case .password: .password
        case .token: .token
        case .key: .key
        }
    }

    /// The MD5 of a text, which the protocol asks for.
    private static func token(_ text: String) -> String { MD5.digest(Array(text.utf8))?.hex ?? "" }

    static func salt() -> String { (0..<8).map { _ in UInt8.random(in: 0...255) }.hex }
}

/// A Subsonic server: its name for people, and its addresses in the order in which they are tried.
package struct SubsonicServer: Sendable {
    package let name: String
    package let addresses: [FetchAddress]
    package let login: SubsonicLogin

    package init(name: String, addresses: [FetchAddress], login: SubsonicLogin) {
        self.name = name
        self.addresses = addresses
        self.login = login
    }
}
