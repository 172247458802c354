package import Catalog
import Foundation
import Synchronization
package import System

/// Tracks that crashed the server twice: they are not opened until their file changes or somebody asks for their analysis by number.
package final class SetAsideTracks: Sendable {
    /// The catalog's setting that stores them: one line per track, with its id and the stamp of its file.
    private static let setting = "tracks.set-aside"
    package static let reason = "The server died twice while it worked on this track, so it is set aside until its file changes."

    /// The id of a track on which tests have the server crash.
    private static let trapped = ProcessInfo.processInfo.environment["DOWNBEAT_TEST_TRAP_TRACK"]

    private struct State {
        var board: WorkBoard?
        var stamps: [Int: FileStamp] = [:]
    }

    private let catalog: Catalog
    private let state = Mutex(State())

    init(_ catalog: Catalog) {
        self.catalog = catalog
    }

    /// Loads the stored tracks, and adds those, by id, during which servers died. `board` is where work is recorded.
    package func load(adding named: [Int], board: WorkBoard?, _ reader: CatalogReader) async throws {
        var stamps = Self.read(try await catalog.setting(Self.setting) ?? "")
        for id in named {
            if let track = try await reader.track(id) { stamps[id] = track.place.stamp }
        }
        state.withLock { $0 = State(board: board, stamps: stamps) }
        if !named.isEmpty { try await keep() }
    }

    /// The ids of the tracks that are set aside.
    package var tracks: [Int] { state.withLock { $0.stamps.keys.sorted() } }

    /// Whether a track is set aside.
    package func holds(_ track: Track) -> Bool {
        state.withLock { $0.stamps[track.id] == track.place.stamp }
    }

    /// Releases these tracks, so that they are tried again. Returns whether one of them was set aside.
    @discardableResult
    package func clear(_ tracks: [Int]) async throws -> Bool {
        let isChanged = state.withLock { state in
            let before = state.stamps.count
            for track in tracks { state.stamps[track] = nil }
            return state.stamps.count != before
        }
        if isChanged { try await keep() }
        return isChanged
    }

    /// Runs work on a track, and marks it on the board for the guardian. Work that moves to another thread calls the closure
    /// there.
    package func during<Value>(_ track: Int, _ work: (@escaping @Sendable () -> Void) async throws -> Value) async rethrows -> Value
    {
        guard let board = state.withLock({ $0.board }) else { return try await work {} }
        return try await board.during(WorkBoard.Crumb("track", "\(track)")) { slot in
            try await work {
                slot?.move()
                if Self.trapped == "\(track)" { fatalError("a trap in a track") }
            }
        }
    }

    private func keep() async throws {
        let lines = state.withLock { state in
            state.stamps.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.size) \($0.value.modified) \($0.value.inode)" }
        }
        try await catalog.set(Self.setting, to: lines.joined(separator: "\n"))
    }

    private static func read(_ text: String) -> [Int: FileStamp] {
        var stamps: [Int: FileStamp] = [:]
        for line in text.split(separator: "\n") {
            let numbers = line.split(separator: " ").compactMap { Int64($0) }
            guard numbers.count == 4, let id = Int(exactly: numbers[0]) else { continue }
            stamps[id] = FileStamp(size: numbers[1], modified: numbers[2], inode: numbers[3])
        }
        return stamps
    }
}
