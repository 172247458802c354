import Text

/// The envelope of every answer that is not a file, with what the method answers beside its status.
struct SubsonicAnswer<Body: Decodable>: Decodable {
    struct Failure {
        let code: Int
        let message: String
    }

    let failure: Failure?
    let info: SubsonicInfo
    let body: Result<Body, any Error>

    init(from decoder: any Decoder) throws {
        let outer = try decoder.container(keyedBy: JSONName.self)
        let inner = try outer.superDecoder(forKey: "subsonic-response")
        let members = try inner.container(keyedBy: JSONName.self)
        info = SubsonicInfo(members)
        if let error = try? members.nestedContainer(keyedBy: JSONName.self, forKey: "error") {
            failure = Failure(code: error.whole("code") ?? 0, message: (error.text("message") ?? "").forPeople)
        } else if members.text("status") == "failed" {
            failure = Failure(code: 0, message: "it says no more")
        } else {
            failure = nil
        }
        body = Result { try Body(from: inner) }
    }
}

/// What a server says of itself in every answer.
package struct SubsonicInfo: Sendable, Equatable {
    /// Of the protocol, such as 1.16.1.
    package let version: String
    /// Such as navidrome; empty for servers that do not say.
    package let type: String
    package let serverVersion: String
    package let isOpenSubsonic: Bool

    /// Of a server that has not answered yet.
    static let unknown = SubsonicInfo()

    private init() {
        (version, type, serverVersion, isOpenSubsonic) = ("", "", "", false)
    }

    init(_ members: KeyedDecodingContainer<JSONName>) {
        version = (members.text("version") ?? "").forPeople
        type = (members.text("type") ?? "").forPeople
        serverVersion = (members.text("serverVersion") ?? "").forPeople
        isOpenSubsonic = members.truth("openSubsonic") ?? false
    }
}

/// How a server does, for people who look after it.
package struct SubsonicHealth: Sendable {
    /// Where it answered last.
    package let address: String?
    /// Such as "navidrome 0.54".
    package let software: String?
    /// Of the protocol.
    package let version: String?
    package let sendsPassword: Bool
    package let lacks: [SubsonicLack]
    /// Why it does not do what it is asked, in one sentence.
    package let trouble: String?
}

/// What a server cannot do.
package enum SubsonicLack: String, Sendable, CaseIterable {
    /// It checks no tokens, and is sent the password itself.
    case tokens
    case lyrics, playlists, favourites, ratings, plays, bookmarks
    /// It cannot be asked to scan its folders.
    case scans

    /// The methods that a server which can do it knows.
    private var methods: Set<String> {
        switch self {
        case .tokens: []
        case .lyrics: ["getLyricsBySongId"]
        case .playlists: ["getPlaylists", "getPlaylist", "createPlaylist", "updatePlaylist"]
        case .favourites: ["star", "unstar"]
        case .ratings: ["setRating"]
        case .plays: ["scrobble"]
        case .bookmarks: ["getBookmarks", "createBookmark", "deleteBookmark"]
        case .scans: ["startScan"]
        }
    }

    /// Of a server that is sent the password or not, says what it says of itself, and did not know some methods.
    static func all(sendsPassword: Bool, _ info: SubsonicInfo, unknown: Set<String>) -> [SubsonicLack] {
        allCases.filter { lack in
            switch lack {
            case .tokens: sendsPassword
            // The method is one of OpenSubsonic's.
            case .lyrics where !info.isOpenSubsonic: true
            default: !lack.methods.isDisjoint(with: unknown)
            }
        }
    }
}

/// The answer of a method that answers with nothing.
struct Nothing: Decodable {
    init(from decoder: any Decoder) throws {}
}

extension String {
    /// A text of another server as people may see it: a short line.
    fileprivate var forPeople: String { String(String.UnicodeScalarView(unicodeScalars.prefix(200))).asOneLine }
}
