import Music
import Testing

@testable import Catalog

@Suite("Songs", .serialized)
struct SongTests {
    private func sheet(_ title: String, _ change: (inout Song.Sheet) -> Void = { _ in }) -> Song.Sheet {
        var sheet = Song.Sheet(title: title)
        change(&sheet)
        return sheet
    }

    @Test("a song is read as it was written, with every field of its rhythm")
    func roundTrip() async throws {
        let library = try await TemporaryCatalog()
        let track = try await library.track(FoundFile("a.mp3", 1))
        var rhythm = Rhythm()
        rhythm.tempo = ClickTempo(clamping: 120.5)
        rhythm.setBar([2, 2, 3], unit: .eighth)
        let fits = rhythm.setAccents([.silent, .soft, .strong, .normal, .soft, .silent, .strong])
        #expect(fits)
        (rhythm.subdivision, rhythm.swing, rhythm.alternates) = (2, 66, true)
        rhythm.gap = Rhythm.Gap(heard: 3, silent: 1, isShown: false)
        rhythm.ramp = Rhythm.Ramp(step: -5, every: 16, end: ClickTempo(clamping: 60.1))
        let written = sheet("Blå\"; DROP TABLE song; --") {
            ($0.artist, $0.notes, $0.rhythm, $0.kit) = ("=1+1", "one\n\"two\"\n\n", rhythm, "own/Büchse")
            ($0.recording, $0.followsTrack) = (track.identity, true)
        }
        let id = try await library.catalog.addSong(written, at: 7)
        let song = try #require(try await library.reader.song(id))
        #expect(song.sheet == written && song.track == track.id && song.changedAt == 7)
        #expect(try await library.reader.song(id + 1) == nil)
    }

    @Test("a change leaves what it does not name, and one that changes nothing leaves the time")
    func change() async throws {
        let library = try await TemporaryCatalog()
        let id = try await library.catalog.addSong(sheet("One") { ($0.artist, $0.notes) = ("A", "n") }, at: 7)
        var edit = Song.Change()
        edit.artist = "B"
        try await library.catalog.changeSong(id, edit, at: 8)
        try await library.catalog.changeSong(id, edit, at: 9)
        let song = try #require(try await library.reader.song(id))
        #expect((song.title, song.artist, song.notes, song.changedAt) == ("One", "B", "n", 8))
        await #expect(throws: CatalogError.self) { try await library.catalog.changeSong(99, edit, at: 9) }
    }

    @Test("the link to a recording outlives its file, and goes with a file that is encoded anew")
    func link() async throws {
        let library = try await TemporaryCatalog()
        let track = try await library.track(FoundFile("a.mp3", 1))
        let id = try await library.catalog.addSong(sheet("One") { $0.recording = track.identity }, at: 7)
        try await library.catalog.lost(tracks: [track.id], rejected: [], in: library.music, at: 10)
        _ = try await library.catalog.collect(missingBefore: 11)
        #expect(try await library.reader.song(id)?.track == nil)
        let back = try await library.track(FoundFile("b.mp3", 1))
        #expect(try await library.reader.song(id)?.track == back.id)
        let anew = try await library.track(FoundFile("b.mp3", 2, stamp: 2))
        #expect(try await library.reader.song(id)?.recording == anew.identity)
    }

    @Test("without a link a song follows no track")
    func following() {
        var change = Song.Change()
        change.followsTrack = true
        #expect(!sheet("One").changed(by: change).followsTrack)
        change.recording = .some(ContentIdentity(1))
        let linked = sheet("One").changed(by: change)
        #expect(linked.followsTrack)
        var end = Song.Change()
        end.recording = .some(nil)
        #expect(!linked.changed(by: end).followsTrack && linked.changed(by: end).recording == nil)
    }

    @Test("a search finds beginnings of words in title and artist, in any case and without marks")
    func search() async throws {
        let library = try await TemporaryCatalog()
        for (title, artist) in [("Hoppípolla", "Sigur Rós"), ("Take Five", "Dave Brubeck"), ("100% _Real_", "")] {
            _ = try await library.catalog.addSong(sheet(title) { $0.artist = artist }, at: 1)
        }
        for (text, found) in [
            ("ros", ["Hoppípolla"]), ("HOP sig", ["Hoppípolla"]), ("olla", []), ("five brub", ["Take Five"]),
            ("% _", ["100% _Real_", "Hoppípolla", "Take Five"]),
            ("", ["100% _Real_", "Hoppípolla", "Take Five"]),
        ] {
            #expect(try await library.reader.songs(matching: text, limit: 9, after: nil).items.map(\.title) == found, "\(text)")
        }
    }

    @Test("pages of any length join to the whole list", arguments: 1...4)
    func pages(limit: Int) async throws {
        let library = try await TemporaryCatalog()
        for title in ["b", "a", "c", "a", "B", "ä"] { _ = try await library.catalog.addSong(sheet(title), at: 1) }
        let all = try await library.reader.songs(matching: "", limit: 99, after: nil).items.map(\.id)
        #expect(all == [2, 4, 6, 1, 5, 3])
        var (joined, last): ([Int], Int?) = ([], nil)
        while true {
            let page = try await library.reader.songs(matching: "", limit: limit, after: last)
            #expect(page.total == 6)
            guard let end = page.items.last else { break }
            joined += page.items.map(\.id)
            last = end.id
        }
        #expect(joined == all)
        await #expect(throws: CatalogError.self) { try await library.reader.songs(matching: "", limit: 1, after: 99) }
    }

    @Test("songs that follow a recording get its new rhythm, and no others")
    func beats() async throws {
        let library = try await TemporaryCatalog()
        let (one, two) = (ContentIdentity(1), ContentIdentity(2))
        for (recording, follows) in [(one, true), (one, false), (two, true)] {
            _ = try await library.catalog.addSong(
                sheet("\(recording) \(follows)") { ($0.recording, $0.followsTrack) = (recording, follows) }, at: 1)
        }
        var rhythm = Rhythm()
        rhythm.setBar([3], unit: .quarter)
        #expect(try await library.reader.hasFollowers(one))
        #expect(try await !library.reader.hasFollowers(ContentIdentity(3)))
        #expect(try await library.catalog.setRhythm(ofFollowing: one, to: rhythm, at: 5) == [1])
        #expect(try await library.catalog.setRhythm(ofFollowing: one, to: rhythm, at: 6) == [])
        for (id, isNew) in [(1, true), (2, false), (3, false)] {
            #expect((try await library.reader.song(id)?.rhythm == rhythm) == isNew)
        }
    }

    @Test("a rhythm that cannot be read counts as the usual one")
    func unreadable() async throws {
        let library = try await TemporaryCatalog()
        let id = try await library.catalog.addSong(sheet("One"), at: 1)
        for text in ["", "[[[", "{\"bpm\":1e300}", "{\"groups\":[0]}", "null"] {
            try await library.catalog.script("UPDATE song SET rhythm = '\(text)', kit = '', identity = 'x'")
            let song = try #require(try await library.reader.song(id))
            #expect(song.rhythm == Rhythm() && song.recording == nil, "\(text)")
        }
    }
}

@Suite("Set lists", .serialized)
struct SetListTests {
    private func library(songs: Int) async throws -> TemporaryCatalog {
        let library = try await TemporaryCatalog()
        for number in 0..<songs { _ = try await library.catalog.addSong(Song.Sheet(title: "Song \(number)"), at: 1) }
        return library
    }

    @Test("keep their order, with songs that come twice, and lose songs that are deleted")
    func order() async throws {
        let library = try await library(songs: 12)
        let id = try await library.catalog.addSetList("Tonight", songs: [3, 12, 1, 3], at: 2)
        #expect(try await library.reader.setList(id)?.songs == [3, 12, 1, 3])
        try await library.catalog.changeSetList(id, title: "Late", songs: nil, at: 3)
        try await library.catalog.removeSong(3)
        let list = try #require(try await library.reader.setList(id))
        #expect((list.title, list.songs, list.changedAt) == ("Late", [12, 1], 3))
        try await library.catalog.changeSetList(id, title: nil, songs: [1, 2, 12], at: 4)
        #expect(try await library.reader.setList(id)?.songs == [1, 2, 12])
        try await library.catalog.removeSetList(id)
        #expect(try await library.reader.setList(id) == nil)
        #expect(try await library.catalog.number("SELECT count(*) FROM set_list_song") == 0)
    }

    @Test("a list with an unknown song is refused whole")
    func refusal() async throws {
        let library = try await library(songs: 2)
        let id = try await library.catalog.addSetList("Tonight", songs: [1, 2], at: 2)
        await #expect(throws: CatalogError.refused("there is no song 9")) {
            try await library.catalog.changeSetList(id, title: "Other", songs: [2, 9], at: 3)
        }
        await #expect(throws: CatalogError.self) { try await library.catalog.addSetList("New", songs: [9], at: 3) }
        await #expect(throws: CatalogError.self) {
            try await library.catalog.changeSetList(id, title: nil, songs: Array(repeating: 1, count: 501), at: 3)
        }
        let lists = try await library.reader.setLists(limit: 9, offset: 0)
        #expect(lists.items.map(\.title) == ["Tonight"] && lists.items.first?.songs == [1, 2] && lists.total == 1)
    }

    @Test("a file changes songs of the same name, one each, and adds the rest")
    func taking() async throws {
        let library = try await library(songs: 0)
        for notes in ["first", "second"] {
            var sheet = Song.Sheet(title: "Same")
            sheet.notes = notes
            _ = try await library.catalog.addSong(sheet, at: 1)
        }
        func entry(_ title: String, _ kit: String) -> SongImport.Entry {
            var change = Song.Change()
            (change.title, change.kit) = (title, kit)
            return SongImport.Entry(title: title, change: change)
        }
        let file = SongImport(
            songs: [entry("Same", "hat"), entry("Same", "wood"), entry("Same", "beep"), entry("Other", "wood")],
            setLists: [SongImport.List(title: "All", songs: [3, 0, 1, 2])])
        let outcome = try await library.catalog.take(file, at: 2)
        #expect((outcome.songs, outcome.added, outcome.changed, outcome.setLists) == (4, 2, 1, 1))
        let book = try await library.reader.songBook()
        #expect(book.songs.map(\.kit) == ["hat", "wood", "beep", "wood"])
        #expect(book.songs.map(\.notes) == ["first", "second", "", ""])
        #expect(book.setLists.map(\.songs) == [[4, 1, 2, 3]])
        let again = try await library.catalog.take(file, at: 3)
        #expect((again.added, again.changed) == (0, 0))
        #expect(try await library.reader.songBook() == book)
    }

    @Test("what a file does not say of a rhythm stays, and what does not fit it is refused")
    func partial() async throws {
        let library = try await library(songs: 0)
        var sheet = Song.Sheet(title: "Take Five")
        sheet.rhythm.setBar([3, 2], unit: .quarter)
        sheet.rhythm.swing = 60
        _ = try await library.catalog.addSong(sheet, at: 1)
        func take(_ body: (inout RhythmChange) -> Void) async throws {
            var change = RhythmChange()
            body(&change)
            let entry = SongImport.Entry(title: "Take Five", change: Song.Change(), rhythm: change)
            _ = try await library.catalog.take(SongImport(songs: [entry]), at: 2)
        }
        try await take { $0.bpm = 172 }
        let rhythm = try #require(try await library.reader.songBook().songs.first).rhythm
        #expect((rhythm.tempo.tenths, rhythm.groups, rhythm.swing) == (1720, [3, 2], 60))
        await #expect(throws: CatalogError.self) { try await take { $0.accents = ["strong", "soft"] } }
        #expect(try await library.reader.songBook().songs.map(\.rhythm) == [rhythm])
    }

    @Test("a file with more songs than there may be changes nothing")
    func tooMany() async throws {
        let library = try await library(songs: 0)
        let entries = (0...Catalog.mostSongs).map { SongImport.Entry(title: "\($0)", change: Song.Change()) }
        await #expect(throws: CatalogError.self) { try await library.catalog.take(SongImport(songs: entries), at: 1) }
        #expect(try await library.reader.songBook().songs == [])
    }
}
