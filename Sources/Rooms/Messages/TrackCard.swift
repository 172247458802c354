import Catalog
import Library
import Live
import Music
import Session
import Text

/// What a room shows of a piece: the catalog's facts about the track that it was chosen by, or what a live source says.
struct TrackCard: Encodable, Equatable, Sendable {
    /// Its row in the catalog; nil if it is none of the library.
    let id: Int?
    /// What title and cover are of: what plays, or the recording that a live source plays.
    let piece: Piece
    let title: String
    let artist: String?
    let album: String?
    let year: Int?
    /// Seconds; nil if unknown.
    let duration: Double?
    /// The gain in dB that makes it as loud as others, as far as its true peak allows.
    let gain: Double
    let bpm: Double?
    var colours: [String]
    let hasCover: Bool

    private enum Key: String, CodingKey {
        case from, id, source, piece, title, artist, album, year, duration, gain, bpm, colours, hasCover
    }

    /// Unknown values are null, never left out.
    func encode(to encoder: any Encoder) throws { try encode(to: encoder, validFrom: nil) }

    fileprivate func encode(to encoder: any Encoder, validFrom position: MediaTime?) throws {
        var object = encoder.container(keyedBy: Key.self)
        if let position { try object.encode(position.seconds, forKey: .from) }
        try object.encode(id, forKey: .id)
        try object.encode(piece.sourceID, forKey: .source)
        try object.encode(piece.description, forKey: .piece)
        try object.encode(title, forKey: .title)
        try object.encode(artist, forKey: .artist)
        try object.encode(album, forKey: .album)
        try object.encode(year, forKey: .year)
        try object.encode(duration, forKey: .duration)
        try object.encode(gain, forKey: .gain)
        try object.encode(bpm, forKey: .bpm)
        try object.encode(colours, forKey: .colours)
        try object.encode(hasCover, forKey: .hasCover)
    }
}

extension PieceCards.Part: Encodable {
    func encode(to encoder: any Encoder) throws { try card.encode(to: encoder, validFrom: from) }
}

extension TrackCard {
    /// What is shown of a live source: its name where it says nothing of itself, and the cover of the recording if the library has it.
    init(_ source: LiveSource, _ said: LiveTitle? = nil, recording: Track? = nil) {
        id = nil
        piece = recording?.piece ?? .live(source)
        title = said?.title ?? source.name
        artist = said?.artist
        album = said?.album
        (year, duration, gain, bpm) = (nil, nil, 0, nil)
        hasCover = recording?.hasCover ?? false
        colours = recording.map { TrackCard($0).colours } ?? DrawnCover(of: [source.name]).colours
    }

    /// With `isDrawn` as a track without a cover.
    init(_ track: Track, isDrawn: Bool = false) {
        let profile = track.analysis.profile
        id = track.id
        piece = track.piece
        title = track.title
        artist = track.artist?.name
        album = track.album?.name
        year = track.year
        duration = (profile?.duration ?? track.duration).map { rounded($0, to: 3) }
        gain = rounded(profile?.loudness.gain ?? 0, to: 2)
        bpm = profile?.tempo.map { rounded($0, to: 3) }
        hasCover = track.hasCover && !isDrawn
        colours = hasCover ? profile?.colours ?? [] : DrawnCover(for: track).colours
    }
}

extension Library {
    /// What is known of a piece now, from the track in `row` if it is one of those with this sound; nil if none is found or can be read.
    func card(of piece: Piece, in row: Int?) async -> TrackCard? {
        do {
            guard let track = try await reader.track(of: piece, preferring: row) else { return nil }
            var card = TrackCard(track)
            guard card.colours.isEmpty, track.hasCover else { return card }
            // An analysis has the colours of a picture inside the file, or it found none.
            if track.carriesCover, track.analysis.profile == nil { return card }
            do {
                card.colours = try await covers.colours(of: track)
            } catch LibraryRefusal.noCover {
                card = TrackCard(track, isDrawn: true)
            } catch {
                // A picture that cannot be read now has no colours.
            }
            return card
        } catch {
            // The catalog has already reported its failure, and the known card is still shown.
            return nil
        }
    }
}

extension QueuedPiece {
    init(_ track: Track) {
        let profile = track.analysis.profile
        var sound: SoundBounds?
        if let start = profile?.soundStart.flatMap({ MediaTime(checking: $0) }),
            let end = profile?.soundEnd.flatMap({ MediaTime(checking: $0) })
        {
            sound = SoundBounds(start: start, end: end)
        }
        // A row may contain anything: an impossible length counts as unknown.
        let duration = (profile?.duration ?? track.duration).flatMap { MediaTime(checking: $0) }
        self.init(track.piece, duration: duration.flatMap { $0 >= .zero ? $0 : nil }, sound: sound)
    }

    init(_ piece: Piece, _ analysis: TrackAnalysis) {
        self.init(piece, duration: analysis.duration, sound: analysis.sound)
    }
}
