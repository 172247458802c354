import Fetch
package import Subsonic
import Text

/// What names of music servers may be: they stand in addresses, and name their music among the folders.
package enum ServerName {
    private static let longest = 32
    package static let rule = "small letters, digits and hyphens"

    package static func allows(_ name: String) -> Bool {
        (1...longest).contains(name.utf8.count)
            && name.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x2D }
    }
}

/// What somebody wants a music server to be; nil leaves a part as it is.
package struct ServerWish: Sendable {
    package let addresses: [String]?
    package let user: String?
    package let secret: SubsonicLogin.Secret?
    package let allowsPlainPassword: Bool?

    package init(addresses: [String]?, user: String?, secret: SubsonicLogin.Secret?, allowsPlainPassword: Bool?) {
        (self.addresses, self.user, self.secret, self.allowsPlainPassword) = (addresses, user, secret, allowsPlainPassword)
    }
}

/// A music server that the owner added, as it is kept. Never written to logs or answers, since it holds the secret.
struct KeptServer: Codable, Sendable {
    private static let mostAddresses = 8
    /// Bytes.
    private static let (longestAddress, longestUser, longestSecret) = (500, 200, 1000)

    let name: String
    private(set) var addresses: [String] = []
    private(set) var user = ""
    /// One of the three.
    private(set) var password: String?
    private(set) var token: String?
    private(set) var key: String?
    /// Of the token.
    private(set) var salt: String?
    private(set) var allowsPlainPassword = false

    /// A new server.
    init(_ name: String, _ wish: ServerWish) throws(ServerRefusal) {
        guard ServerName.allows(name) else { throw .badName }
        self.name = name
        try take(wish)
    }

    /// The server after a change. The secret must be given again for an address that is new: otherwise a change could send it to
    /// anybody.
    func changed(_ wish: ServerWish) throws(ServerRefusal) -> KeptServer {
        if wish.secret == nil, let wanted = wish.addresses, wanted.contains(where: { !addresses.contains($0) }) {
            throw .needsSecretAgain
        }
        var next = self
        try next.take(wish)
        return next
    }

    private mutating func take(_ wish: ServerWish) throws(ServerRefusal) {
        addresses = wish.addresses ?? addresses
        user = wish.user ?? user
        allowsPlainPassword = wish.allowsPlainPassword ?? allowsPlainPassword
        if let secret = wish.secret {
            (password, token, key, salt) = (nil, nil, nil, nil)
            switch secret {
            case .password(let given): password = given
            case .token(let given, let own): (token, salt) = (given, own)
            case .key(let given): key = given
            }
        }
        guard (1...Self.mostAddresses).contains(addresses.count), Set(addresses).count == addresses.count else {
            throw .badAddresses(most: Self.mostAddresses)
        }
        for address in addresses where !Self.allows(address: address) { throw .badAddress }
        guard user.utf8.count <= Self.longestUser, user.isOneLine, key != nil || !user.isEmpty else { throw .badUser }
        let secrets = [password ?? token ?? key] + (token == nil ? [] : [salt])
        guard secrets.allSatisfy({ $0.map { (1...Self.longestSecret).contains($0.utf8.count) && $0.isOneLine } ?? false }) else {
            throw .noSecret
        }
    }

    private static func allows(address: String) -> Bool {
        address.utf8.count <= longestAddress && address.isOneLine && !address.contains { "?#".contains($0) }
            && FetchAddress(address) != nil
    }

    /// Nil if it is no server, which only a file that somebody edited can hold.
    var server: SubsonicServer? {
        var secret = key.map { SubsonicLogin.Secret.key($0) } ?? password.map { .password($0) }
        if secret == nil, let token, let salt { secret = .token(token, salt: salt) }
        let parsed = addresses.compactMap { FetchAddress($0) }
        guard ServerName.allows(name), let secret, !parsed.isEmpty, parsed.count == addresses.count else { return nil }
        return SubsonicServer(
            name: name, addresses: parsed,
            login: SubsonicLogin(user: user, secret: secret, allowsPlainPassword: allowsPlainPassword))
    }
}
