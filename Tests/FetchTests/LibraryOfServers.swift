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

    /// A WAV file of a second of silence.
    static let silence: [UInt8] = {
        let sound = [UInt8](repeating: 0, count: 16_000)
        func number(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 0xFF) } }
        let format = number(1, 2) + number(1, 2) + number(8_000, 4) + number(16_000, 4) + number(2, 2) + number(16, 2)
        return Array("RIFF".utf8) + number(36 + sound.count, 4) + Array("WAVEfmt ".utf8) + number(16, 4) + format
            + Array("data".utf8) + number(sound.count, 4) + sound
    }()

    func remove() { try? FileManager.default.removeItem(atPath: folder) }

    /// Opens it; one process opens it once at a time.
    func open(fixed: [SubsonicServer] = [], fetchedSize: Int = 1 << 30, clock: any HouseClock = MachineClock()) async throws
        -> Library
    {
        var options = LibraryOptions(folders: [folder + "/music"], dataFolder: folder + "/data", jobs: 1)
        options.servers = fixed
        options.fetchedSize = fetchedSize
        let library = try Library(
            options, Self.worker.get(), log: Log(level: .error, descriptor: -1, clock: clock), clock: clock)
        try await library.open()
        return library
    }
}

extension Library {
    /// The ids of all tracks that are there.
    func trackIDs() async throws -> [Int] { try await reader.tracks(TrackQuery()).items.map(\.id).sorted() }
}

extension SubsonicServer {
    /// A server of the tests under a name of ours.
    static func named(_ name: String, _ server: MusicServer) -> SubsonicServer {
        SubsonicServer(name: name, addresses: [server.address], login: MusicServer.alice)
    }
}
