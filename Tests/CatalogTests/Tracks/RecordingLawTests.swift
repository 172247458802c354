import Music
import Testing

@testable import Catalog

/// No change to the files may lose what users entered for their music.
@Suite("Recording files after random changes", .serialized)
struct RecordingLawTests {
    @Test("the catalog has the tracks of the folder, and recognizes each track again", arguments: 0..<200)
    func follows(seed: Int) async throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let library = try await TemporaryCatalog()
        let (catalog, reader) = (library.catalog, library.reader)
        var folder = ModelFolder()
        var before: [Track] = []
        var corrections: [Int: String] = [:]
        var met: Set<Int> = []
        for round in 1...8 {
            var story: [String] = []
            for _ in 0..<Int.random(in: 1...9, using: &random) { story.append(folder.step(&random)) }
            let comment: Comment = "seed \(seed), round \(round): \(story)"
            try await library.scan(folder, at: round)

            let tracks = try await library.present()
            #expect(
                Set(tracks.map { Seen($0) }) == Set(folder.files.map { Seen(path: $0.key, file: $0.value) }), comment)
            #expect(tracks.count == folder.files.count, comment)
            #expect(try await Set(library.search("song")) == Set(folder.files.values.map(\.title)), comment)
            #expect(try await library.search("song").count == tracks.count, comment)

            // Of each piece of music, as many tracks as possible are the same ones.
            let (old, new) = (Dictionary(grouping: before, by: \.identity), Dictionary(grouping: tracks, by: \.identity))
            for (identity, was) in old where !folder.restored.contains(Int(identity.low)) {
                let same = Set(was.map(\.id)).intersection((new[identity] ?? []).map(\.id)).count
                #expect(same == min(was.count, new[identity]?.count ?? 0), comment)
            }
            // Music that was replaced in its place by new music passes its track on.
            for was in before where new[was.identity] == nil {
                guard let now = tracks.first(where: { $0.place.path == was.place.path }), !met.contains(Int(now.identity.low))
                else { continue }
                #expect(now.id == was.id, comment)
                guard let correction = corrections[Int(was.identity.low)], !folder.copied.contains(Int(was.identity.low)),
                    was.duration == now.duration, corrections[Int(now.identity.low)] == nil
                else { continue }
                corrections[Int(was.identity.low)] = nil
                corrections[Int(now.identity.low)] = correction
            }
            for (music, correction) in corrections where new[ContentIdentity(music)] != nil {
                #expect(try await reader.correction(of: ContentIdentity(music)) == correction, comment)
                #expect(try await reader.markers(of: ContentIdentity(music)).map(\.place.label).contains(correction), comment)
            }
            if let track = tracks.randomElement(using: &random), corrections[Int(track.identity.low)] == nil {
                let words = "made in round \(round)"
                corrections[Int(track.identity.low)] = words
                let known = try await reader.correction(of: track.identity)
                #expect(try await catalog.correct(track.identity, from: known, to: words, at: round), comment)
                _ = try await catalog.addMarker(.init(start: 1, end: nil, label: words, colour: nil), to: track.identity)
            }
            met.formUnion(tracks.map { Int($0.identity.low) })
            folder.restored = []
            before = tracks
        }
        #expect(try await catalog.number("SELECT count(*) FROM pragma_foreign_key_check") == 0)
    }

    @Test("music that was tagged and moved while new music took its path keeps its track", arguments: [false, true])
    func displaced(isNewFirst: Bool) async throws {
        let library = try await TemporaryCatalog()
        let (old, new) = isNewFirst ? ("1.mp3", "2.mp3") : ("2.mp3", "1.mp3")
        let track = try await library.track(FoundFile(old, 1, stamp: 1))
        let files = [FoundFile(old, 2, stamp: 2), FoundFile(new, 1, stamp: 3) { $0.title = "tagged" }]
        let recorded = try await library.catalog.record(
            isNewFirst ? files : files.reversed(), in: library.music, at: 2, isThere: { _, _, stamp in stamp.modified > 1 },
            isElsewhere: { _, _ in false })
        #expect((recorded.added, recorded.moved, recorded.changed) == (1, 1, 0))
        #expect(try await library.reader.track(track.id)?.title == "tagged")
    }

    @Test("a copy is a new track if the missing track's file is back in its place")
    func returning() async throws {
        let library = try await TemporaryCatalog()
        let track = try await library.track(FoundFile("1.mp3", 1, stamp: 1))
        try await library.catalog.lost(tracks: [track.id], rejected: [], in: library.music, at: 2)
        let recorded = try await library.record([FoundFile("copy.mp3", 1, stamp: 2)], at: 3)
        try await library.catalog.returned(tracks: [track.id], at: 3)
        #expect(recorded.added == 1)
        #expect(try await Set(library.present().map { String(decoding: $0.place.path, as: UTF8.self) }) == ["1.mp3", "copy.mp3"])
        #expect(try await library.reader.track(track.id)?.place.path == Array("1.mp3".utf8))
    }

    /// What is known of a file, on disk and in the catalog.
    private struct Seen: Hashable {
        let path: [UInt8]
        let stamp: FileStamp
        let identity: ContentIdentity
        let title: String

        init(_ track: Track) {
            (path, stamp) = (track.place.path, track.place.stamp)
            (identity, title) = (track.identity, track.title)
        }

        init(path: String, file: ModelFolder.File) {
            (self.path, stamp) = (Array(path.utf8), file.stamp)
            (identity, title) = (ContentIdentity(file.music), file.title)
        }
    }
}
