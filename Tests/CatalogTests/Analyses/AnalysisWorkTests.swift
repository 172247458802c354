import Music
import Testing

@testable import Catalog

@Suite("Due analyses", .serialized)
struct AnalysisWorkTests {
    @Test("a recording is due once, in the order of its addition, while it has a file")
    func order() async throws {
        let library = try await TemporaryCatalog()
        try await library.record([3, 1, 2, 1].enumerated().map { FoundFile("\($0).mp3", $1) })
        let due = try await library.catalog.pendingAnalyses(after: 0, limit: 10)
        #expect(due.map(\.identity) == [3, 1, 2].map { ContentIdentity($0) })
        #expect(try await library.catalog.pendingAnalyses(after: due[0].content, limit: 1) == [due[1]])
        try await library.catalog.lost(tracks: [due[0].track], rejected: [], in: library.music, at: 2)
        #expect(try await library.catalog.pendingAnalyses(after: 0, limit: 10) == Array(due.dropFirst()))
        try await library.catalog.set(folder: library.music, isOnline: false, device: nil)
        #expect(try await library.catalog.pendingAnalyses(after: 0, limit: 10).isEmpty)
    }

    @Test("an analysis that ends the process is started a limited number of times", arguments: 1...4)
    func attempts(most: Int) async throws {
        let library = try await TemporaryCatalog()
        let catalog = library.catalog
        let track = try await library.track(FoundFile("1.mp3", 1))
        var begun = 0
        while let work = try await catalog.pendingAnalyses(after: 0, limit: 1).first, begun < 10 {
            try await catalog.began(work.content)
            begun += 1
            #expect(try await catalog.pendingAnalyses(after: 0, limit: 1).isEmpty)
            try await catalog.resumeAnalyses(analyzer: 1, mostAttempts: most)
        }
        #expect(begun == most)
        #expect(try await library.reader.track(track.id)?.analysis.state == .failed)
        #expect(try await catalog.askAgain(tracks: nil, onlyFailed: true) == 1)
        #expect(try await catalog.pendingAnalyses(after: 0, limit: 1).first?.attempts == 0)
    }

    @Test("a started analysis that nobody works on is due again, and not counted as started")
    func stranded() async throws {
        let library = try await TemporaryCatalog()
        try await library.record((1...3).map { FoundFile("\($0).mp3", $0) })
        let due = try await library.catalog.pendingAnalyses(after: 0, limit: 10)
        for work in due.dropLast() { try await library.catalog.began(work.content) }
        try await library.catalog.postponeAnalyses(except: [due[0].content])
        #expect(try await library.catalog.pendingAnalyses(after: 0, limit: 10) == Array(due.dropFirst()))
        try await library.catalog.postponeAnalyses(except: [])
        #expect(try await library.catalog.pendingAnalyses(after: 0, limit: 10) == due)
    }

    @Test("a profile is valid until the next one is stored")
    func profile() async throws {
        let library = try await TemporaryCatalog()
        let (catalog, reader) = (library.catalog, library.reader)
        let track = try await library.track(FoundFile("1.mp3", 1))
        let work = try #require(try await catalog.analysis(of: track.id))
        #expect(track.analysis.profile == nil)
        let profile = try Profile.example()
        try await catalog.began(work.content)
        try await catalog.finished(work.content, profile)
        try await catalog.resumeAnalyses(analyzer: 1, mostAttempts: 3)
        #expect(try await reader.track(track.id)?.analysis == .init(state: .done, attempts: 0, reason: nil, profile: profile))
        // A newer analyzer, a failure, a delay and a new request do not change it.
        try await catalog.resumeAnalyses(analyzer: 2, mostAttempts: 3)
        #expect(try await reader.track(track.id)?.analysis == .init(state: .pending, attempts: 0, reason: nil, profile: profile))
        try await catalog.began(work.content)
        try await catalog.postponed(work.content)
        #expect(try await reader.track(track.id)?.analysis == .init(state: .pending, attempts: 0, reason: nil, profile: profile))
        try await catalog.began(work.content)
        try await catalog.failed(work.content, "no", isFinal: false)
        #expect(try await reader.track(track.id)?.analysis == .init(state: .pending, attempts: 1, reason: "no", profile: profile))
        try await catalog.failed(work.content, "no", isFinal: true)
        #expect(try await reader.track(track.id)?.analysis.state == .failed)
        #expect(try await catalog.askAgain(tracks: [track.id, 99], onlyFailed: false) == 1)
        #expect(try await catalog.askAgain(tracks: [track.id], onlyFailed: false) == 0)
        #expect(try await reader.track(track.id)?.analysis == .init(state: .pending, attempts: 0, reason: nil, profile: profile))
        let next = try Profile.example(tempo: 90, analyzer: 2)
        try await catalog.finished(work.content, next)
        #expect(try await reader.track(track.id)?.analysis.profile == next)
    }
}
