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

    func remove() { try? FileManager.default.removeItem(atPath: folder) }

    /// Opens it; one process opens it once at a time.
    func open(fixed: [SubsonicServer] = [], fetchedSize: Int = 1 << 30) async throws -> Library {
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let worker = URL(fileURLWithPath: tests).deletingLastPathComponent().appendingPathComponent("downbeat-worker").path
        var options = LibraryOptions(folders: [folder + "/music"], dataFolder: folder + "/data", jobs: 1)
        options.servers = fixed
        options.fetchedSize = fetchedSize
        let library = try Library(options, try WorkerProgram(at: worker), log: Log(level: .error, descriptor: -1))
        try await library.open()
        return library
    }
}

extension Library {
    /// The ids of all tracks that are there.
    func trackIDs() async throws -> [Int] { try await reader.tracks(TrackQuery()).items.map(\.id).sorted() }
}
