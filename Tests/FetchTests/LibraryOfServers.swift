import Catalog
import Foundation
import Music
import Subsonic
import System
import Workers

@testable import Library

/// The parts of a library in a temporary folder, with music servers.
struct LibraryOfServers {
    let folder = FileManager.default.temporaryDirectory.path + "/downbeat-test-" + UUID().uuidString

    init() throws {
        try FileManager.default.createDirectory(atPath: folder + "/music", withIntermediateDirectories: true)
    }

    /// All tests share its zygote.
    private static let worker = Result {
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let folder = URL(fileURLWithPath: tests).deletingLastPathComponent()
        return try WorkerProgram(at: folder.appendingPathComponent("downbeat-worker").path)
    }

    func remove() { try? FileManager.default.removeItem(atPath: folder) }

    /// Opens it; one process opens it once at a time.
    func open(fixed: [SubsonicServer] = [], fetchedSize: Int = 1 << 30) async throws -> Library {
        var options = LibraryOptions(folders: [folder + "/music"], dataFolder: folder + "/data", jobs: 1)
        options.servers = fixed
        options.fetchedSize = fetchedSize
        let library = try Library(options, Self.worker.get(), log: Log(level: .error, descriptor: -1))
        try await library.open()
        return library
    }
}

extension Library {
    /// The ids of all tracks that are there.
    func trackIDs() async throws -> [Int] { try await reader.tracks(TrackQuery()).items.map(\.id).sorted() }
}
