import Music

/// What a room follows as it is stored. Its times are of the wall clock.
struct KeptFollowing: Codable {
    private struct Song: Codable {
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
    private(set) var aside: KeptAside?

    /// The piece that was followed.
    var piece: Piece? { song?.piece.flatMap { Piece($0) } }

    init(_ following: Following, now: ServerTime, wall: Int64) {
        func kept(_ moment: ServerTime) -> Int64 { wall - (now.microseconds - moment.microseconds) }
        target = following.target
        song = following.song.map {
            Song(
                id: $0.id, title: $0.title, artist: $0.artist, album: $0.album, piece: $0.piece?.piece.description,
                duration: $0.piece?.duration?.microseconds)
        }
        (earliest, latest) = (following.span.map { kept($0.lowerBound) }, following.span.map { kept($0.upperBound) })
        (isReported, standsAt, rate) = (following.isReported, following.standsAt?.microseconds, following.rate)
        (pin, tapError, delay) = (following.pin.map(kept), following.tapError, following.delay.microseconds)
    }

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

extension Following.Target {
    /// Longest name of a server, a user or a player in bytes.
    package static let longestName = 256
}

extension Following.Song {
    /// Longest text in bytes: a thousand letters of any script.
    package static let longestText = 4_000
}
