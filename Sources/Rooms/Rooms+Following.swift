import Catalog
import Library
import Music
import Session
import System

/// Asks music servers what is played there: one question for all rooms that follow somebody on a server, and none while nobody is there
/// to see the answer.
extension Rooms {
    /// Pause between two questions, and the longest after a server gave no answer.
    private static let (pause, longestPause) = (Duration.seconds(5), Duration.seconds(60))

    /// Asks the servers on which rooms follow somebody from now on, and no others.
    func watchServers() {
        let followed = Set(rooms.values.compactMap { $0.state.following?.target.server })
        for (server, watch) in watches where !followed.contains(server) {
            watch.cancel()
            watches[server] = nil
        }
        for server in followed where watches[server] == nil { watches[server] = watch(server) }
    }

    private nonisolated func watch(_ server: String) -> Task<Void, Never> {
        Task {
            var failures = 0
            var before: ServerTime?
            while !Task.isCancelled {
                if await isWatched(server) {
                    let asked = now
                    do {
                        let playing = try await library.nowPlaying(on: server)
                        tell(server, Room.ServerNews(playing, asked: asked, answered: now, before: before))
                        (before, failures) = (asked, 0)
                    } catch {
                        failures += 1
                        tell(server, silence: "The music server \(server) does not say what plays: \(error).")
                    }
                } else {
                    before = nil
                }
                // Ends early when the watch is cancelled.
                try? await clock.sleep(for: Self.pause(after: failures))
            }
        }
    }

    /// The pause after so many questions in a row without an answer.
    static func pause(after failures: Int) -> Duration { min(pause * (1 << min(failures, 6)), longestPause) }

    private func isWatched(_ server: String) -> Bool { rooms.values.contains { $0.watches(server) } }

    private nonisolated func tell(_ server: String, _ news: Room.ServerNews) {
        post { $0.changeFollowers(of: server) { room, now in room.hear(news, at: now) } }
    }

    private nonisolated func tell(_ server: String, silence reason: String) {
        post { $0.changeFollowers(of: server) { room, now in room.hear(silence: reason, at: now) } }
    }

    private func changeFollowers(of server: String, _ body: (inout Room, ServerTime) -> Void) {
        for name in followers(of: server) { with(name, body) }
    }

    private func followers(of server: String) -> [String] {
        rooms.compactMap { $0.value.state.following?.target.server == server ? $0.key : nil }
    }
}

extension Room.ServerNews {
    init(_ playing: [NowPlaying], asked: ServerTime, answered: ServerTime, before: ServerTime?) {
        (self.asked, self.answered, self.before) = (asked, answered, before)
        self.playing = playing.map { PlayingElsewhere($0) }
        cards = Dictionary(playing.compactMap(\.track).map { ($0.piece, TrackCard($0)) }) { first, _ in first }
    }
}

extension PlayingElsewhere {
    /// What a server says may be anything: an impossible position counts as none.
    init(_ playing: NowPlaying) {
        let report = playing.report.flatMap { report in
            MediaTime(checking: report.seconds).map {
                Report(position: max(.zero, $0), isPlaying: report.isPlaying, rate: report.rate)
            }
        }
        self.init(
            user: playing.user, player: playing.player,
            song: Following.Song(
                id: playing.song, title: playing.title, artist: playing.artist, album: playing.album,
                piece: playing.track.map { QueuedPiece($0) }),
            report: report, minutesAgo: playing.minutesAgo)
    }
}
