import Music

/// What a room follows as versions before the log kept it. Its times are of the wall clock.
struct OlderFollowing: Decodable {
    private struct Song: Decodable {
        let id: String
        let title: String
        let artist: String?
        let album: String?
        /// As `Piece` writes it.
        let piece: String?
        let duration: Int64?
    }

    private let target: Following.Target
    private let song: Song?
    private let earliest: Int64?
    private let latest: Int64?
    private let isReported: Bool
    private let standsAt: Int64?
    private let rate: Double
    private let pin: Int64?
    private let tapError: Double?
    private let delay: Int64
    /// In a room kept by an older version.
    private(set) var aside: OlderAside?

    /// The piece that was followed.
    var piece: Piece? { song?.piece.flatMap { Piece($0) } }

    /// What is followed, by the server's clock.
    func following(now: ServerTime, wall: Int64) -> Following {
        func moment(_ kept: Int64) -> ServerTime { ServerTime(microseconds: now.microseconds - (wall - kept)) }
        var following = Following(target)
        following.song = song.map { song in
            Following.Song(
                id: song.id, title: song.title, artist: song.artist, album: song.album,
                piece: piece.map { QueuedPiece($0, duration: song.duration.map { MediaTime(microseconds: $0) }) })
        }
        if let earliest, let latest { following.span = moment(earliest)...moment(latest) }
        (following.isReported, following.standsAt) = (isReported, standsAt.map { MediaTime(microseconds: $0) })
        (following.rate, following.pin, following.tapError) = (rate, pin.map(moment), tapError)
        following.delay = MediaTime(microseconds: delay)
        return following
    }

    /// Whether the server could have kept it.
    var isWithinBounds: Bool {
        let times = [earliest, latest, standsAt, pin, delay, song?.duration].compactMap(\.self)
        let names = [target.server, target.user, target.player].compactMap(\.self)
        let texts = [song?.id, song?.title, song?.artist, song?.album].compactMap(\.self)
        return times.allSatisfy { MediaTime(checking: $0) != nil } && rate.isFinite
            && (earliest == nil) == (latest == nil) && earliest ?? 0 <= latest ?? 0 && song?.duration ?? 0 >= 0
            && names.allSatisfy { $0.utf8.count <= Following.Target.longestName }
            && texts.allSatisfy { $0.utf8.count <= Following.Song.longestText }
    }
}
