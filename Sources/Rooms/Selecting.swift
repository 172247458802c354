import Catalog
import Library
import Music
import Session

/// Finds what a wish names in the catalog.
struct Selecting: Sendable {
    /// What a wish names.
    enum Lookup: Sendable {
        case music(Wish.Selection)
        case song(Int, starts: Bool)
        case setList(Int, index: Int)
        /// So many songs further in a set list, as it is now.
        case step(Int, through: Metronome.SetList)

        /// Whether it takes more than some milliseconds.
        var isLong: Bool {
            switch self {
            case .music(.tracks(let ids)): ids.count > fewTracks
            case .music(.pieces(let pieces)): pieces.count > fewTracks
            case .music(let selection): selection.mayBeLong
            case .song, .setList, .step: false
            }
        }
    }

    enum Found: Sendable {
        case music(Chosen)
        /// The command for the metronome that takes the song.
        case song(MetronomeCommand)
    }

    /// Music as a room's queue takes it, and what is shown of it.
    struct Chosen: Sendable {
        var queued: [QueuedPiece] = []
        var cards: [TrackCard] = []
        var genres: [String?] = []

        init(_ tracks: [Track] = []) {
            queued = tracks.map { QueuedPiece($0) }
            cards = tracks.map { TrackCard($0) }
            genres = tracks.map(\.genre)
        }
    }

    /// Tracks that are read at a time, in about a millisecond: a list waits no longer.
    private static let fewTracks = 64

    let reader: CatalogReader

    @concurrent
    func found(_ lookup: Lookup) async throws -> Found {
        switch lookup {
        case .music(let selection): return .music(Chosen(try await tracks(selection)))
        case .song(let id, let starts): return .song(try await song(id, list: nil, starts: starts))
        case .setList(let id, let index):
            let list = try await setList(id)
            guard list.songs.indices.contains(index) else {
                throw MessageProblem(.notFound, "The set list has no song \(index).")
            }
            return .song(try await song(of: list, at: index))
        case .step(let step, let walked):
            let list = try await setList(walked.id)
            let index = walked.place(step, in: list.songs)
            guard list.songs.indices.contains(index) else {
                throw MessageProblem(.notFound, "The set list has no further song there.")
            }
            return .song(try await song(of: list, at: index))
        }
    }

    private func setList(_ id: Int) async throws -> SetList {
        guard let list = try await reader.setList(id) else { throw MessageProblem(.notFound, "There is no set list \(id).") }
        return list
    }

    private func song(of list: SetList, at index: Int) async throws -> MetronomeCommand {
        let walked = Metronome.SetList(
            id: list.id, title: list.title, songs: Array(list.songs.prefix(Metronome.SetList.mostSongs)), index: index)
        return try await song(list.songs[index], list: walked, starts: false)
    }

    private func song(_ id: Int, list: Metronome.SetList?, starts: Bool) async throws -> MetronomeCommand {
        guard let song = try await reader.song(id) else { throw MessageProblem(.notFound, "There is no song \(id).") }
        return .song(
            Metronome.Song(id: id, title: song.title, artist: song.artist.isEmpty ? nil : song.artist, notes: song.notes),
            song.rhythm, kit: song.kit, list: list, starts: starts)
    }

    /// The tracks in play order; lists omit tracks whose files are gone.
    func tracks(_ selection: Wish.Selection) async throws -> [Track] {
        switch selection {
        case .tracks(let ids):
            let known = try await known(Set(ids))
            return try ids.map { id in
                guard let track = known[id] else { throw MessageProblem(.notFound, "There is no track \(id).") }
                return track
            }
        case .pieces(let pieces):
            let known = try await known(Set(pieces))
            return try pieces.map { piece in
                guard let track = known[piece] else { throw MessageProblem(.notFound, "The library has no piece \(piece).") }
                return track
            }
        case .album(let id):
            guard try await reader.album(id) != nil else { throw MessageProblem(.notFound, "There is no album \(id).") }
            return try await listed { $0.album = id }
        case .artist(let id):
            guard try await reader.artist(id) != nil else { throw MessageProblem(.notFound, "There is no artist \(id).") }
            return try await listed { $0.artist = id }
        case .playlist(let id):
            guard try await reader.playlist(id) != nil else {
                throw MessageProblem(.notFound, "There is no playlist \(id).")
            }
            return try await listed(try await reader.ids(inPlaylist: id, limit: RoomQueue.mostEntries))
        case .smart(let query): return try await listed(try await reader.ids(query))
        case .library:
            return try await listed { _ in }
        }
    }

    private func listed(_ narrow: (inout TrackQuery) -> Void) async throws -> [Track] {
        var query = TrackQuery()
        query.order = .album
        query.limit = RoomQueue.mostEntries
        narrow(&query)
        return try await listed(try await reader.ids(query))
    }

    /// The tracks with these numbers, without those that are gone meanwhile.
    private func listed(_ ids: [Int]) async throws -> [Track] {
        let known = try await known(Set(ids))
        return ids.compactMap { known[$0] }
    }

    /// Those of some tracks that there are, by their numbers.
    private func known(_ ids: Set<Int>) async throws -> [Int: Track] {
        var known: [Int: Track] = Dictionary(minimumCapacity: ids.count)
        var rest = Array(ids)[...]
        while !rest.isEmpty {
            known.merge(try await reader.tracks(rest.prefix(Self.fewTracks))) { $1 }
            rest = rest.dropFirst(Self.fewTracks)
        }
        return known
    }

    /// Random tracks of the library.
    func some(_ count: Int) async throws -> [Track] {
        var query = TrackQuery()
        query.limit = 1
        let total = try await reader.tracks(query).total
        guard total > 0 else { return [] }
        var tracks: [Track] = []
        for offset in Set((0..<count).map { _ in Int.random(in: 0..<total) }) {
            query.offset = offset
            tracks += try await reader.tracks(query).items
        }
        return tracks.shuffled()
    }

    /// The songs of the demo after a piece, in order and wrapping around, up to the first that is not analyzed.
    func demo(_ demo: DemoMusic?, after last: Piece?) async throws -> [Track] {
        // Read before the list, so that everything written by then is listed.
        guard let demo, case let isWhole = demo.isWhole else { return [] }
        let songs = try await listed { _ in }.filter { $0.analysis.state != .failed }
        let next = last.flatMap { last in songs.firstIndex { $0.piece == last } }.map { $0 + 1 } ?? 0
        return Array((songs[next...] + (isWhole ? songs[..<next] : [])).prefix { $0.analysis.state == .done })
    }

    /// The track of each piece that the catalog knows.
    func known(_ pieces: Set<Piece>) async throws -> [Piece: Track] {
        var tracks: [Piece: Track] = [:]
        for piece in pieces { tracks[piece] = try await reader.track(of: piece) }
        return tracks
    }

    /// The pieces of the tracks in some rows.
    func pieces(ofTracks ids: Set<Int>) async throws -> [Int: Piece] {
        try await known(ids).mapValues(\.piece)
    }
}
