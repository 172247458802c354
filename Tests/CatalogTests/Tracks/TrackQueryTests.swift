import Music
import Testing

@testable import Catalog

@Suite("Lists and searches", .serialized)
struct TrackQueryTests {
    /// `count` tracks with few words, so that many sort equally; some are missing.
    private func library(_ count: Int, seed: UInt64 = 1) async throws -> TemporaryCatalog {
        var random = SeededGenerator(seed: seed)
        let library = try await TemporaryCatalog()
        let words = ["Alpha", "Beta", "Gamma", "Ålpen", "delta", "Eps"]
        try await library.record(
            (0..<count).map { index in
                FoundFile("\(index / 9)/\(index).mp3", index, duration: Double(index % 7)) {
                    $0.title = "Song \(words.randomElement(using: &random)!) \(words.randomElement(using: &random)!)"
                    $0.artist = words.randomElement(using: &random)
                    $0.album = Bool.random(using: &random) ? words.randomElement(using: &random) : nil
                    $0.year = index % 4 == 0 ? nil : 1990 + index % 3
                    $0.disc = index % 2 == 0 ? nil : 1
                    $0.track = index % 5
                    $0.genre = index % 2 == 0 ? "Rock" : "Jazz"
                }
            })
        let lost = try await library.present().map(\.id).filter { $0 % 10 == 3 }
        try await library.catalog.lost(tracks: lost, rejected: [], in: library.music, at: 6)
        return library
    }

    @Test("all pages together are the whole list, in every order", arguments: [120, 2_500])
    func pages(count: Int) async throws {
        let library = try await library(count)
        let there = Set(try await library.present().map(\.id))
        // For many tracks, only the search has different code.
        let texts = count > 1_000 ? ["song"] : [nil, "song", "alp be"]
        for order in TrackQuery.Order.allCases {
            for isDescending in [false, true] {
                for text in texts {
                    var query = TrackQuery()
                    (query.order, query.isDescending, query.text) = (order, isDescending, text)
                    query.limit = .max
                    let whole = try await library.reader.tracks(query).items.map(\.id)
                    let comment: Comment = "\(order) \(isDescending) \(text ?? "")"
                    if text != "alp be" { #expect(Set(whole) == there, comment) }
                    query.limit = 1 + count / 3
                    var pages: [Int] = []
                    for offset in stride(from: 0, to: whole.count, by: query.limit) {
                        query.offset = offset
                        let page = try await library.reader.tracks(query)
                        #expect(page.total == whole.count, comment)
                        pages += page.items.map(\.id)
                    }
                    #expect(pages == whole, comment)
                    #expect(Set(whole).count == whole.count, comment)
                }
            }
        }
    }

    @Test("the descending list is the reverse of the ascending one", arguments: TrackQuery.Order.allCases, [nil, "song"])
    func directions(order: TrackQuery.Order, text: String?) async throws {
        // Relevance is an order only with a search text.
        guard order != .relevance || text == nil else { return }
        let library = try await library(90)
        var query = TrackQuery()
        (query.order, query.text, query.limit) = (order, text, 1_000)
        let up = try await library.reader.tracks(query).items.map(\.id)
        query.isDescending = true
        #expect(try await library.reader.tracks(query).items.map(\.id) == up.reversed())
    }

    @Test("each filter keeps exactly the matching tracks, alone and with the others")
    func filters() async throws {
        let library = try await library(150)
        for track in try await library.present() where track.id % 3 == 0 {
            let work = try #require(try await library.catalog.analysis(of: track.id))
            let key = track.id % 2 == 0 ? "F# minor" : nil
            try await library.catalog.finished(work.content, try .example(tempo: 100 + Double(track.id % 50), key: key))
        }
        let all = try await library.present()
        let sample = try #require(all.first { $0.album != nil && $0.year != nil && $0.analysis.profile?.key != nil })
        for mask in 0..<128 {
            var query = TrackQuery()
            query.limit = 1_000
            if mask & 1 > 0 { query.artist = sample.artist?.id }
            if mask & 2 > 0 { query.album = sample.album?.id }
            if mask & 4 > 0 { query.genre = sample.genre?.uppercased() }
            if mask & 8 > 0 { query.state = .done }
            if mask & 16 > 0 { query.tempo = 100...sample.analysis.profile!.tempo! }
            if mask & 32 > 0 { query.years = 1990...sample.year! }
            if mask & 64 > 0 { query.key = MusicalKey(tonic: 6, isMinor: true) }
            let left = all.filter { track in
                (query.artist == nil || track.artist?.id == query.artist) && (query.album == nil || track.album?.id == query.album)
                    && (query.genre == nil || track.genre?.uppercased() == query.genre)
                    && (query.state == nil || track.analysis.state == query.state)
                    && (query.tempo == nil || track.analysis.profile?.tempo.map { query.tempo!.contains($0) } == true)
                    && (query.key == nil || track.analysis.profile?.key?.key == query.key)
                    && (query.years == nil || track.year.map { query.years!.contains($0) } == true)
            }
            for text in [nil, "song"] {
                query.text = text
                let page = try await library.reader.tracks(query)
                #expect(Set(page.items) == Set(left))
                #expect(page.total == left.count)
            }
            #expect(left.contains(sample))
        }
    }

    @Test("missing tracks are left out unless requested")
    func missing() async throws {
        let library = try await library(30)
        var query = TrackQuery()
        query.includesMissing = true
        let page = try await library.reader.tracks(query)
        #expect(page.total == 30)
        #expect(page.items.filter { !$0.isAvailable }.count == 3)
        #expect(try await library.present().count == 27)
    }

    @Test(
        "a search finds prefixes of words without diacritics, in any column",
        arguments: [
            ("sig", true), ("SIGUR ros", true), ("Rós sigur", true), ("hopp takk", true), ("ho si ta", true), ("igur", false),
            ("hoppipolla!", true), ("sigur ros zzz", false), ("!!!", false), ("takk…", true), ("\u{0}", false),
        ])
    func words(text: String, isFound: Bool) async throws {
        let library = try await TemporaryCatalog()
        try await library.track(
            FoundFile("1.mp3", 1) {
                $0.title = "Hoppípolla"
                $0.artist = "Sigur Rós"
                $0.album = "Takk..."
            })
        #expect(try await library.search(text) == (isFound ? ["Hoppípolla"] : []))
    }

    @Test(
        "SQL's special characters are plain text",
        arguments: ["'; DROP TABLE track; --", "\" OR 1=1", "%_", "\\", "a\u{0}b", "?1 :x @y $z", "🎵\u{200D}", "x' OR 'a'='a"])
    func metacharacters(text: String) async throws {
        let library = try await TemporaryCatalog()
        let track = try await library.track(
            FoundFile("\(text).mp3", 1) {
                ($0.title, $0.artist, $0.album, $0.albumArtist, $0.genre) = (text, text, text, text, text)
            })
        #expect(
            [track.title, track.artist?.name, track.album?.name, track.albumArtist, track.genre] == Array(repeating: text, count: 5)
        )
        var query = TrackQuery()
        query.genre = text
        query.text = text
        let words = folded(text)
        #expect(try await library.reader.tracks(query).total == (words.isEmpty ? 0 : 1))
        var (list, artists) = (AlbumQuery(), ArtistQuery())
        (list.text, artists.text) = (text, text)
        #expect(try await library.reader.albums(list).total == (words.isEmpty ? 0 : 1))
        #expect(try await library.reader.artists(artists).total == (words.isEmpty ? 0 : 1))
        let place = Marker.Place(start: 1, end: nil, label: text, colour: text)
        _ = try await library.catalog.addMarker(place, to: track.identity)
        #expect(try await library.reader.markers(of: track.identity).map(\.place) == [place])
        #expect(try await library.catalog.correct(track.identity, from: nil, to: text, at: 1))
        #expect(try await library.reader.correction(of: track.identity) == text)
        let playlist = try await library.catalog.makePlaylist(text, tracks: [track.id], at: 1)
        #expect(try await library.reader.playlist(playlist)?.name == text)
        try await library.catalog.set(text, to: text)
        #expect(try await library.catalog.setting(text) == text)
        try await library.rooms.write(room: text, at: 1, .snapshot(text, through: 1, isWhole: true))
        try await library.rooms.write(room: text, at: 1, .entries([text], first: 2))
        let room = try #require(try await library.rooms.rooms().first)
        #expect(room.name == text && room.room.rows == OlderRoomRows(state: text) && room.room.log.map(\.text) == [text])
    }

    @Test("any page number is valid", arguments: [(Int.max, Int.max), (1, .max), (.max, 1), (0, 0), (-1, -1), (.min, .min)])
    func edges(limit: Int, offset: Int) async throws {
        let library = try await library(20)
        var query = TrackQuery()
        (query.limit, query.offset) = (limit, offset)
        #expect(try await library.reader.tracks(query).total == 18)
        var (list, artists) = (AlbumQuery(), ArtistQuery())
        (list.limit, list.offset, artists.limit, artists.offset) = (limit, offset, limit, offset)
        _ = try await library.reader.albums(list)
        _ = try await library.reader.artists(artists)
        _ = try await library.reader.playlists(limit: limit, offset: offset)
        _ = try await library.reader.entries(of: 1, limit: limit, offset: offset)
        (query.artist, query.album, query.years) = (.max, .min, .min ... .max)
        query.tempo = -Double.infinity...Double.infinity
        #expect(try await library.reader.tracks(query).total == 0)
    }

    @Test("a list is read in order from an index, without sorting", arguments: TrackQuery.Order.allCases, [false, true])
    func plans(order: TrackQuery.Order, isDescending: Bool) async throws {
        guard ![.duration, .tempo, .plays, .lastPlayed].contains(order) else { return }
        let library = try await library(20)
        var query = TrackQuery()
        (query.order, query.isDescending) = (order, isDescending)
        let plan = try await library.reader.plan(of: query)
        #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)")
    }

    @Test("the number of prepared statements is bounded for all kinds of queries")
    func statements() async throws {
        let connection = try Connection(":memory:", .writing)
        for number in 0..<2_000 { #expect(try connection.number("SELECT \(number)") == number) }
        #expect(connection.statements.count <= 256)
    }
}
