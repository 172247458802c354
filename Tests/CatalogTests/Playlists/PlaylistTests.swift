import Music
import Testing

@testable import Catalog

@Suite("Playlists", .serialized)
struct PlaylistTests {
    private func tracks(of playlist: Int, in library: TemporaryCatalog) async throws -> [Int?] {
        let entries = try await library.reader.entries(of: playlist, limit: .max, offset: 0)
        #expect(entries.map(\.position) == Array(0..<entries.count))
        return entries.map { $0.track?.id }
    }

    @Test("edits have the same effect as on an array, and invalid ones have none", arguments: 0..<60)
    func edits(seed: Int) async throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let library = try await TemporaryCatalog()
        try await library.record((1...6).map { FoundFile("\($0).mp3", $0) })
        var model: [Int] = [1, 2, 3]
        var revision = 1
        let playlist = try await library.catalog.makePlaylist("list", tracks: model, at: 1)
        for step in 0..<25 {
            let (one, two) = (
                Int.random(in: -1...model.count + 1, using: &random), Int.random(in: -1...model.count + 1, using: &random)
            )
            let some = (0..<Int.random(in: 0...3, using: &random)).map { _ in
                Int.random(in: 1...(step % 9 == 8 ? 9 : 6), using: &random)
            }
            var next = model
            let places = 0...model.count
            let edit: PlaylistEdit
            var isRight = some.allSatisfy { $0 <= 6 }
            switch Int.random(in: 0..<5, using: &random) {
            case 0:
                edit = .insert(some, at: one)
                isRight = isRight && places ~= one
                if isRight { next.insert(contentsOf: some, at: one) }
            case 1:
                edit = .insert(some, at: nil)
                next += some
            case 2:
                edit = .remove(min(one, two)..<max(one, two))
                isRight = places ~= one && places ~= two
                if isRight { next.removeSubrange(min(one, two)..<max(one, two)) }
            case 3:
                edit = .move(from: one, to: two)
                isRight = model.indices ~= one && model.indices ~= two
                if isRight { next.insert(next.remove(at: one), at: two) }
            default:
                edit = .replace(some)
                next = some
            }
            let isSeen = Int.random(in: 0..<6, using: &random) > 0
            let comment: Comment = "seed \(seed), step \(step): \(edit) on \(model)"
            let outcome = await attempt(edit, of: playlist, seen: isSeen ? revision : revision - 1, in: library)
            #expect(outcome == (!isSeen ? .conflict : isRight ? .done : .refused), comment)
            if outcome == .done {
                model = next
                revision += 1
            }
            #expect(try await tracks(of: playlist, in: library) == model, comment)
            #expect(try await library.reader.playlist(playlist)?.revision == revision, comment)
        }
    }

    private enum Outcome {
        case done, conflict, refused, failed
    }

    private func attempt(
        _ edit: PlaylistEdit, of playlist: Int, seen revision: Int, in library: TemporaryCatalog
    ) async -> Outcome {
        do {
            try await library.catalog.edit(playlist: playlist, edit, seen: revision, at: 2)
            return .done
        } catch {
            return switch error {
            case .conflict: .conflict
            case .refused: .refused
            default: .failed
            }
        }
    }

    @Test("positions near the largest integer are refused like any other")
    func extremes() async throws {
        let library = try await TemporaryCatalog()
        let playlist = try await library.catalog.makePlaylist("list", tracks: [], at: 1)
        for edit in [
            PlaylistEdit.remove(.min ..< .min), .remove(.max ..< .max), .move(from: .max, to: .min), .insert([], at: .min),
        ] {
            await #expect(throws: CatalogError.self) {
                try await library.catalog.edit(playlist: playlist, edit, seen: nil, at: 2)
            }
        }
    }

    @Test("what was removed comes back as it was, with entries whose track is unknown, for a minute")
    func undo() async throws {
        let library = try await TemporaryCatalog()
        let catalog = library.catalog
        try await library.record([FoundFile("1.mp3", 1) { $0.title = "One" }, FoundFile("2.mp3", 2), FoundFile("copy.mp3", 2)])
        let playlist = try await catalog.makePlaylist("list", tracks: [1, 2, 1, 2], at: 1)
        try await catalog.lost(tracks: [1], rejected: [], in: library.music, at: 2)
        _ = try await catalog.collect(missingBefore: 3)
        try await catalog.edit(playlist: playlist, .remove(0..<2), seen: nil, at: 10)
        try await catalog.remove(playlist: playlist, seen: nil, at: 10)
        #expect(try await library.reader.playlist(playlist) == nil)
        // Its track went meanwhile, too, but there is another with the same music.
        try await catalog.lost(tracks: [2], rejected: [], in: library.music, at: 2)
        _ = try await catalog.collect(missingBefore: 3)
        try await catalog.undoRemoval(playlist: playlist, seen: nil, at: 11)
        #expect(try await tracks(of: playlist, in: library) == [nil, 3])
        let whole = try #require(try await library.reader.playlist(playlist))
        #expect(whole.name == "list" && whole.revision == 4)
        await #expect(throws: CatalogError.self) { try await catalog.undoRemoval(playlist: playlist, seen: 3, at: 11) }
        await #expect(throws: CatalogError.self) { try await catalog.undoRemoval(playlist: playlist, seen: nil, at: 71) }
        try await catalog.undoRemoval(playlist: playlist, seen: 4, at: 70)
        #expect(try await tracks(of: playlist, in: library) == [nil, 3, nil, 3])
        #expect(try await library.reader.entries(of: playlist, limit: 1, offset: 0).first?.title == "One")
        await #expect(throws: CatalogError.self) { try await catalog.undoRemoval(playlist: playlist, seen: nil, at: 70) }
    }

    @Test("an entry whose track was deleted takes another with the same music, or waits for one")
    func relinks() async throws {
        let library = try await TemporaryCatalog()
        let catalog = library.catalog
        try await library.record([FoundFile("1.mp3", 1) { $0.title = "One" }, FoundFile("copy.mp3", 1), FoundFile("2.mp3", 2)])
        let playlist = try await catalog.makePlaylist("list", tracks: [1, 3, 1], at: 1)
        try await catalog.lost(tracks: [1], rejected: [], in: library.music, at: 2)
        _ = try await catalog.collect(missingBefore: 3)
        #expect(try await tracks(of: playlist, in: library) == [2, 3, 2])
        try await catalog.lost(tracks: [2], rejected: [], in: library.music, at: 2)
        _ = try await catalog.collect(missingBefore: 3)
        #expect(try await tracks(of: playlist, in: library) == [nil, 3, nil])
        #expect(try await library.reader.entries(of: playlist, limit: 1, offset: 0).first?.title == "One")
        let again = try await library.track(FoundFile("again.mp3", 1))
        #expect(try await tracks(of: playlist, in: library) == [again.id, 3, again.id])
    }
}
