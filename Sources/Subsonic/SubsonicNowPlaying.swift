import Text

/// What somebody plays in an app of a server, as it lists that. The extension `playbackReport` adds what the app reports.
package struct SubsonicNowPlaying: Sendable, Decodable {
    package enum State: String, Sendable {
        case starting, playing, paused, stopped
    }

    package let song: SubsonicSong
    package let user: String
    /// The name of the app or the device.
    package let player: String?
    package let minutesAgo: Double?
    /// Where the app is in the song now, in milliseconds.
    package let position: Double?
    package let state: State?
    package let rate: Double?

    package init(from decoder: any Decoder) throws {
        song = try SubsonicSong(from: decoder)
        let members = try decoder.container(keyedBy: JSONName.self)
        guard let user = members.text("username"), (1...Self.longestName).contains(user.utf8.count) else { throw Nameless() }
        self.user = user
        player = members.text("playerName").flatMap { (1...Self.longestName).contains($0.utf8.count) ? $0 : nil }
        minutesAgo = members.number("minutesAgo")
        position = members.number("positionMs")
        state = members.text("state").flatMap { State(rawValue: $0) }
        rate = members.number("playbackRate")
    }

    /// Bytes.
    private static let longestName = 256

    private struct Nameless: Error {}
}

struct NowPlayingList: Decodable {
    let playing: [SubsonicNowPlaying]

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: JSONName.self)
        let list = try? members.nestedContainer(keyedBy: JSONName.self, forKey: "nowPlaying")
        playing = list?.list("entry", SubsonicNowPlaying.self) ?? []
    }
}
