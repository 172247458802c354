import Music
import Testing

@testable import Catalog

@Suite("The history of corrections", .serialized)
struct CorrectionHistoryTests {
    private func library() async throws -> TemporaryCatalog {
        let library = try await TemporaryCatalog()
        try await library.record([FoundFile("a.mp3", 1), FoundFile("b.mp3", 2)])
        return library
    }

    @Test("undo and redo go through all states, and a new change forgets those that were undone", arguments: Corrected.allCases)
    func steps(part: Corrected) async throws {
        let library = try await library()
        let (catalog, reader, music) = (library.catalog, library.reader, ContentIdentity(1))
        func now() async throws -> String? { try await reader.correction(of: music, part) }
        var known: String?
        for (time, state) in ["a", "b", nil, "c"].enumerated() {
            #expect(try await catalog.correct(music, part, from: known, to: state, at: time, by: "host"))
            known = state
        }
        // What is corrected of the other part is not touched.
        for other in Corrected.allCases where other != part {
            #expect(try await reader.correctionHistory(of: music, other).entries.isEmpty)
        }
        for before in [nil, "b", "a", nil] as [String?] {
            #expect(try await catalog.step(back: true, of: music, part, at: 9))
            #expect(try await now() == before)
        }
        #expect(try await !catalog.step(back: true, of: music, part, at: 9))
        for after in ["a", "b"] {
            #expect(try await catalog.step(back: false, of: music, part, at: 9))
            #expect(try await now() == after)
        }
        #expect(try await catalog.correct(music, part, from: "b", to: "d", at: 10, by: "owner"))
        #expect(try await !catalog.step(back: false, of: music, part, at: 11))
        let history = try await reader.correctionHistory(of: music, part)
        #expect(history.entries.map(\.steps) == [nil, "a", "b", "d"])
        #expect(history.entries.map(\.changedBy) == ["", "host", "host", "owner"])
        #expect(try await reader.correctionHistory(of: ContentIdentity(2), part).entries.isEmpty)
        #expect(try await !catalog.step(back: true, of: ContentIdentity(2), part, at: 12))
    }

    @Test("a correction from before the history can be returned to, and the last 50 states are kept")
    func bounded() async throws {
        let library = try await library()
        let (catalog, reader, music) = (library.catalog, library.reader, ContentIdentity(1))
        #expect(try await catalog.correct(music, from: nil, to: "old", at: 1))
        try Connection("\(library.folder.path)/catalog.sqlite", .writing).script("DELETE FROM correction_history")
        #expect(try await catalog.correct(music, from: "old", to: "new", at: 2, by: "host"))
        #expect(try await catalog.step(back: true, of: music, at: 3))
        #expect(try await reader.correction(of: music) == "old")
        var known = "old"
        for number in 0..<120 {
            #expect(try await catalog.correct(music, from: known, to: "\(number)", at: number, by: "host"))
            known = "\(number)"
        }
        let entries = try await reader.correctionHistory(of: music).entries
        #expect(entries.count == CorrectionHistory.most && entries.last?.steps == "119" && entries.last?.isCurrent == true)
        #expect(entries.count(where: \.isCurrent) == 1)
    }

    @Test("a history outlives the collection of its track", arguments: Corrected.allCases)
    func collected(part: Corrected) async throws {
        let library = try await library()
        let (catalog, reader, music) = (library.catalog, library.reader, ContentIdentity(1))
        #expect(try await catalog.correct(music, part, from: nil, to: "a", at: 1, by: "host"))
        #expect(try await catalog.step(back: true, of: music, part, at: 2))
        try await catalog.lost(tracks: [1], rejected: [], in: library.music, at: 3)
        _ = try await catalog.collect(missingBefore: 9)
        #expect(try await catalog.step(back: false, of: music, part, at: 10))
        #expect(try await reader.correction(of: music, part) == "a")
    }
}
