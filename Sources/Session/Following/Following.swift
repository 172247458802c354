import Music

/// What a room follows that somebody plays in an app of a music server, and what is known of its place in time.
///
/// Servers say what is played, but many say only roughly since when: then nothing of it is shown but its cover, until a person taps the
/// beat.
package struct Following: Hashable, Sendable, Codable {
    /// Whose music is followed.
    package struct Target: Hashable, Sendable, Codable {
        package let server: String
        package let user: String
        /// The name of an app or a device; nil for whichever of the user's played last.
        package let player: String?

        package init(server: String, user: String, player: String? = nil) {
            (self.server, self.user, self.player) = (server, user, player)
        }
    }

    /// A song as the server names it.
    package struct Song: Hashable, Sendable, Codable {
        package let id: String
        package let title: String
        package let artist: String?
        package let album: String?
        /// As the catalog knows it; nil for a song that it does not have.
        package internal(set) var piece: QueuedPiece?

        package init(id: String, title: String, artist: String?, album: String?, piece: QueuedPiece?) {
            (self.id, self.title, self.artist, self.album, self.piece) = (id, title, artist, album, piece)
        }
    }

    /// How the place in the song is known.
    package enum Accuracy: String, Sendable {
        /// Nothing plays, or it is not in the catalog.
        case none
        /// Since when it plays is known roughly.
        case rough
        /// A person tapped the beat.
        case tapped
        /// The app reports its position.
        case reported
    }

    /// A speed further from the usual one has other beats than the recording.
    private static let speeds = 0.995...1.005

    /// Apps fetch a song, or tell that they play it, about so many seconds before or after it is heard.
    private static let notice = 1.0

    package let target: Target
    /// What plays; nil for nothing.
    package internal(set) var song: Song?
    /// When the first moment of the song was played, or would have been: some time between these.
    var span: ClosedRange<ServerTime>?
    /// Whether the app reports its position.
    package internal(set) var isReported = false
    /// The position at which the app reports that it stands still.
    var standsAt: MediaTime?
    /// The speed that the app reports.
    var rate = 1.0
    /// When the first moment was played as a person tapped it; nil while nobody did, and with reports.
    var pin: ServerTime?
    /// How much later than it is reported people hear the music.
    var delay = MediaTime.zero
    /// The taps of a person in a row.
    var taps: [ServerTime] = []
    /// How exact the mean of the taps is, in seconds.
    var tapError: Double?
    /// Reports in a row that were later than the ones before.
    var late = 0
    /// Why the server said nothing the last time.
    package internal(set) var trouble: String?

    init(_ target: Target) {
        self.target = target
    }

    package var accuracy: Accuracy {
        guard song?.piece != nil, span != nil else { return .none }
        if isReported { return !Self.speeds.contains(rate) ? .rough : taps.isEmpty ? .reported : .tapped }
        return pin == nil ? .rough : .tapped
    }

    /// Whether its beats can be shown.
    var isExact: Bool { accuracy == .tapped || accuracy == .reported }

    package var isPlaying: Bool { song != nil && standsAt == nil }

    /// The speed that the app reports; 1 is usual.
    package var speed: Double { rate }

    package var tapCount: Int { taps.count }

    /// How far the place in the song may be off, in seconds; nil while nothing of it is known.
    package var placeError: Double? {
        guard accuracy != .none, let span else { return nil }
        return max(isReported ? 0 : Self.notice, span.length.seconds / 2)
    }

    /// How far the beats may be off, in seconds; nil while none are shown.
    package var beatError: Double? {
        switch accuracy {
        case .none, .rough: nil
        case .reported: placeError
        case .tapped: tapError
        }
    }

    /// When the first moment was played, as far as is known.
    var start: ServerTime? { isReported ? span?.middle.later(delay) : pin ?? span?.middle }

    /// The position in the song at a moment; nil while nothing is known of it.
    func position(at now: ServerTime) -> MediaTime? {
        if isReported, let standsAt { return standsAt - delay }
        return start.map { now.since($0) }
    }

    /// Takes another moment for the start of the song, by a person who heard it.
    mutating func place(_ start: ServerTime) {
        if isReported, let span { delay = start.since(span.middle) } else { pin = start }
    }

    /// Updates what is known of the piece that plays.
    mutating func learn(_ known: QueuedPiece) {
        if song?.piece?.piece == known.piece { song?.piece = known }
    }
}

extension ClosedRange<ServerTime> {
    var middle: ServerTime {
        ServerTime(microseconds: lowerBound.microseconds + (upperBound.microseconds - lowerBound.microseconds) / 2)
    }

    var length: MediaTime { upperBound.since(lowerBound) }
}
