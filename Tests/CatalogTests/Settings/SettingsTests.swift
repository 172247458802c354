import Music
import Testing

@testable import Catalog

@Suite("Settings that travel", .serialized)
struct SettingsTests {
    /// A catalog with something of each kind.
    private func filled() async throws -> TemporaryCatalog {
        let library = try await TemporaryCatalog()
        let one = try await library.track(
            FoundFile("One/a.mp3", 1) { ($0.title, $0.artist, $0.album) = ("Dawn", "Ann", "Days") })
        let two = try await library.track(FoundFile("b.mp3", 2) { ($0.title, $0.albumArtist, $0.album) = ("Dusk", "Bo", "Nights") })
        let catalog = library.catalog
        _ = try await catalog.correct(one.identity, from: nil, to: #"{"steps":[{"do":"double"}]}"#, at: 50, by: "host")
        _ = try await catalog.correct(two.identity, .lyrics, from: nil, to: #"{"shift":-0.5,"lines":null}"#, at: 51, by: "host")
        _ = try await catalog.set(rating: 4, two.identity)
        for label in ["Verse", "Verse", "Chorus"] {
            _ = try await catalog.addMarker(Marker.Place(start: 2.5, end: nil, label: label, colour: "#ff8800"), to: two.identity)
        }
        _ = try await catalog.makePlaylist("Both", tracks: [two.id, one.id, two.id], at: 60)
        _ = try await catalog.makePlaylist("Both", tracks: [one.id], at: 61)
        var sheet = Song.Sheet(title: "Song")
        (sheet.artist, sheet.notes, sheet.recording, sheet.followsTrack) = ("Ann", "loud\n", one.identity, true)
        let song = try await catalog.addSong(sheet, at: 70)
        let other = try await catalog.addSong(Song.Sheet(title: "Alone"), at: 71)
        _ = try await catalog.addSetList("Friday", songs: [song, other, song], at: 72)
        _ = try await catalog.addLook("Deep", #"{"style":"sea"}"#, at: 73)
        try await catalog.record(
            PracticeItem(
                name: "Ann", item: "a", day: try #require(CalendarDay("2026-11-25")), song: song, title: "Song",
                tempo: ClickTempo(tenths: 1205), seconds: 60, bars: 9))
        _ = try await catalog.set(favourite: true, one.identity, at: 80)
        for album in [one.album, two.album] {
            _ = try await catalog.set(favourite: true, album: try #require(album?.id), at: 81)
            try await catalog.set(pinned: true, album: try #require(album?.id), at: 82)
        }
        for moment in [90, 91] { try await catalog.countPlay(of: two.identity, at: moment) }
        return library
    }

    /// Everything as text, in order.
    private func text(_ library: TemporaryCatalog, hints: Bool = true) async throws -> String {
        var settings = try await library.reader.settings()
        if !hints { settings.hints = [] }
        return "\(settings)"
    }

    private func outcomes(_ outcomes: [SettingsOutcome]) -> [String: SettingsOutcome] {
        Dictionary(uniqueKeysWithValues: outcomes.map { ($0.kind, $0) })
    }

    @Test("taking the own settings again changes nothing, and nothing is new")
    func idempotent() async throws {
        let library = try await filled()
        let before = try await text(library)
        let all = try await library.catalog.take(try await library.reader.settings(), rehearses: false, at: 1_000)
        #expect(all.count == 13 && all.allSatisfy { $0.same == $0.total && $0.total > 0 && $0.problem == nil }, "\(all)")
        #expect(try await text(library) == before)
    }

    @Test("an empty catalog that takes them has the same, also before it has the music, and its tracks find what waited")
    func travel() async throws {
        let (old, new) = (try await filled(), try await TemporaryCatalog())
        let settings = try await old.reader.settings()
        let rehearsed = try await new.catalog.take(settings, rehearses: true, at: 1_000)
        #expect(try await text(new) == "\(CatalogSettings())", "a rehearsal changes nothing")
        let taken = try await new.catalog.take(settings, rehearses: false, at: 1_000)
        #expect(rehearsed == taken && taken.allSatisfy { $0.added == $0.total && $0.problem == nil }, "\(taken)")
        #expect(outcomes(taken)["corrections"]?.waiting == 1 && outcomes(taken)["playlists"]?.waiting == 2)
        #expect(try await text(new) == text(old, hints: false))
        _ = try await new.catalog.collect(missingBefore: .max)
        try await new.track(FoundFile("b.mp3", 2) { ($0.title, $0.albumArtist, $0.album) = ("Dusk", "Bo", "Nights") })
        let one = try await new.track(FoundFile("One/a.mp3", 1) { ($0.title, $0.artist, $0.album) = ("Dawn", "Ann", "Days") })
        #expect(one.hasCorrection && one.isFavourite)
        #expect(try await text(new) == text(old))
        let list = try #require(try await new.reader.playlists(limit: 1, offset: 0).items.first)
        #expect(try await new.reader.entries(of: list.id, limit: 9, offset: 0).allSatisfy { $0.track != nil })
    }

    @Test("what was changed later wins, and the other is told")
    func newer() async throws {
        let (old, new) = (try await filled(), try await filled())
        let settings = try await old.reader.settings()
        let recording = settings.corrections[0].recording
        let known = settings.corrections[0].steps
        _ = try await new.catalog.correct(recording, from: known, to: #"{"steps":[{"do":"half"}]}"#, at: 500, by: "host")
        let list = try #require(try await new.reader.playlists(limit: 1, offset: 0).items.first)
        try await new.catalog.edit(playlist: list.id, .remove(0..<1), seen: nil, at: 500)
        let here = try await text(new)
        let kept = outcomes(try await new.catalog.take(settings, rehearses: false, at: 1_000))
        #expect(try await text(new) == here)
        #expect(kept["corrections"]?.notes == ["The beats of “Dawn” were corrected here later."])
        #expect(kept["playlists"]?.kept == 1 && kept["playlists"]?.same == 1)
        // The other way round, the newer ones are taken, and the correction can be undone.
        let back = outcomes(try await old.catalog.take(try await new.reader.settings(), rehearses: false, at: 1_000))
        #expect(back["corrections"]?.changed == 1 && back["playlists"]?.changed == 1)
        #expect(try await text(old) == here)
        #expect(try await old.catalog.step(back: true, of: recording, at: 1_001))
        #expect(try await old.reader.correction(of: recording) == known)
    }

    @Test("an entry of a playlist finds the only track with its tags, and a correction does not")
    func tags() async throws {
        let (old, new) = (try await filled(), try await TemporaryCatalog())
        let anew = try await new.track(
            FoundFile("a.opus", 11, duration: 201) { ($0.title, $0.artist, $0.album) = ("Dawn", "Ann", "Days") })
        let settings = try await old.reader.settings()
        let taken = outcomes(try await new.catalog.take(settings, rehearses: false, at: 1_000))
        let lists = try await new.reader.playlists(limit: 9, offset: 0).items
        let tracks = try await new.reader.entries(of: lists[0].id, limit: 9, offset: 0).map { $0.track?.id }
        #expect(tracks == [nil, anew.id, nil] && taken["corrections"]?.waiting == 1)
        #expect(try await new.reader.correction(of: anew.identity) == nil)
        let again = try await new.catalog.take(settings, rehearses: false, at: 1_000)
        #expect(again.allSatisfy { $0.same == $0.total }, "\(again)")
    }

    @Test("a kind that breaks a limit is left out as a whole, with the reason")
    func whole() async throws {
        let library = try await filled()
        var settings = try await library.reader.settings()
        let recording = settings.corrections[0].recording
        settings.markers = (0..<1_001).map {
            CatalogSettings.Marked(recording: recording, place: Marker.Place(start: Double($0), end: nil, label: "", colour: nil))
        }
        let taken = outcomes(try await library.catalog.take(settings, rehearses: false, at: 1_000))
        #expect(taken["markers"]?.problem == "a track has at most 1000 markers" && taken["markers"]?.added == 0)
        #expect(try await library.reader.markers(of: recording).isEmpty && taken["songs"]?.same == 2)
    }
}
