import Fetch
import Foundation
import Library
import Subsonic
import System

/// Music servers as the command line names them, and their logins as the environment does: command lines can be read by everyone.
enum MusicServers {
    /// Bytes of a file with a secret.
    private static let longestSecret = 4096

    /// Parses "home=https://nas.example,http://10.0.0.2:4533 friend=https://…".
    static func named(_ text: String) throws(OptionProblem) -> [LibraryOptions.NamedServer] {
        var servers: [LibraryOptions.NamedServer] = []
        for word in text.split(separator: " ") {
            guard let equals = word.firstIndex(of: "=") else {
                throw OptionProblem("takes NAME=URL, such as home=https://nas.example, not \"\(word)\"")
            }
            let name = String(word[..<equals])
            guard ServerName.allows(name) else { throw OptionProblem("takes names of \(ServerName.rule), not \"\(name)\"") }
            guard !servers.contains(where: { $0.name == name }) else { throw OptionProblem("names \"\(name)\" twice") }
            var addresses: [FetchAddress] = []
            for address in word[word.index(after: equals)...].split(separator: ",") {
                addresses.append(try OptionProblem.address(String(address)))
            }
            guard !addresses.isEmpty else { throw OptionProblem("needs an address of \"\(name)\"") }
            servers.append(LibraryOptions.NamedServer(name: name, addresses: addresses))
        }
        return servers
    }

    static func text(_ servers: [LibraryOptions.NamedServer]) -> String {
        servers.map { "\($0.name)=\($0.addresses.map(\.text).joined(separator: ","))" }.joined(separator: " ")
    }

    /// The servers with their logins.
    static func withLogins(
        _ servers: [LibraryOptions.NamedServer], environment: [String: String]
    ) throws(Failure) -> [SubsonicServer] {
        var complete: [SubsonicServer] = []
        for server in servers {
            complete.append(
                SubsonicServer(name: server.name, addresses: server.addresses, login: try login(for: server.name, environment)))
        }
        return complete
    }

    private static func login(for name: String, _ environment: [String: String]) throws(Failure) -> SubsonicLogin {
        let start = "DOWNBEAT_SUBSONIC_\(name.uppercased().replacing("-", with: "_"))_"
        let user = environment[start + "USER"] ?? ""
        let allowsPlain: Bool
        do {
            allowsPlain = try OptionProblem.truth(environment[start + "PLAIN_PASSWORD"] ?? "no")
        } catch {
            throw .usage("\(start)PLAIN_PASSWORD \(error.text)")
        }
        if let key = try secret(start + "KEY", environment) {
            return SubsonicLogin(user: user, secret: .key(key), allowsPlainPassword: allowsPlain)
        }
        if let token = try secret(start + "TOKEN", environment) {
            guard !user.isEmpty, let salt = environment[start + "SALT"], !salt.isEmpty else {
                throw .usage("the music server \(name) needs \(start)USER and \(start)SALT beside \(start)TOKEN in the environment")
            }
            return SubsonicLogin(user: user, secret: .token(token, salt: salt))
        }
        guard !user.isEmpty, let password = try secret(start + "PASSWORD", environment) else {
            throw .usage(
                "the music server \(name) needs \(start)USER and \(start)PASSWORD or \(start)PASSWORD_FILE, or else \(start)TOKEN and \(start)SALT, or \(start)KEY_FILE, in the environment"
            )
        }
        return SubsonicLogin(user: user, secret: .password(password), allowsPlainPassword: allowsPlain)
    }

    private static func secret(_ name: String, _ environment: [String: String]) throws(Failure) -> String? {
        if let secret = environment[name], !secret.isEmpty { return secret }
        guard let path = environment[name + "_FILE"], !path.isEmpty else { return nil }
        guard let file = FileHandle(forReadingAtPath: path), let bytes = try? file.read(upToCount: longestSecret),
            let line = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).first
        else { throw .usage("\(name)_FILE names \(path), which holds no secret that can be read") }
        return String(line)
    }
}
