import Subsonic
import Testing

@Suite("What a server says is played")
struct NowPlayingTests {
    private func playing(_ entries: String) async throws -> [SubsonicNowPlaying] {
        let server = try MusicServer { method, _ in
            method == "getNowPlaying" ? MusicServer.good(#""nowPlaying":\#(entries)"#) : MusicServer.failed(0)
        }
        return try await server.client().nowPlaying()
    }

    @Test("has who plays it on what, since when, and with the extension playbackReport its position")
    func entries() async throws {
        let found = try await playing(
            #"{"entry":[{"id":"a","title":"A","username":"anna","minutesAgo":2,"playerId":1,"playerName":"Phone","positionMs":125250,"state":"paused","playbackRate":1.25},{"id":7,"username":"ben","minutesAgo":"0.35"},{"id":"c"},{"username":"carl"}]}"#
        )
        #expect(found.map(\.user) == ["anna", "ben"] && found.map(\.song.id) == ["a", "7"])
        #expect(found[0].player == "Phone" && found[0].minutesAgo == 2 && found[0].position == 125_250)
        #expect(found[0].state == .paused && found[0].rate == 1.25)
        #expect(found[1].player == nil && found[1].minutesAgo == 0.35 && found[1].position == nil && found[1].state == nil)
    }

    @Test(
        "may be nothing, one entry in place of a list, or nonsense",
        arguments: [
            ("{}", 0), ("null", 0), (#"{"entry":[]}"#, 0), (#"{"entry":{"id":"a","username":"anna"}}"#, 1), (#"{"entry":"x"}"#, 0),
            (#"{"entry":[{"id":"a","username":"anna","minutesAgo":{},"positionMs":"nan","state":"odd"}]}"#, 1),
        ])
    func quirks(entries: String, count: Int) async throws {
        let found = try await playing(entries)
        #expect(found.count == count)
        #expect(found.allSatisfy { $0.position == nil && $0.state == nil && $0.minutesAgo == nil })
    }
}
