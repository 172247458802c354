import CLinux
import Catalog
import Foundation
import Glibc
import System
import Testing

@testable import Library
@testable import Workers

extension WorkerTests {
    @Suite("A scan") struct Scans {
        private func library(attempts: Bool = false) async throws -> ScannedLibrary {
            var rules = ProbeRules()
            if attempts { rules.arguments = [ProbeRules.withAttempts] }
            let library = try await ScannedLibrary(ProbeDesk(jobs: 1, program: try Downbeat.worker, rules: rules))
            mkdir(library.root, 0o755)
            return library
        }

        private func write(_ music: Int, _ path: String, _ library: ScannedLibrary, secondsAgo: Int = 0) throws {
            let bytes = Data(TinyMusic.file(.wav, music: music, title: "song \(music)"))
            try bytes.write(to: URL(fileURLWithPath: "\(library.root)/\(path)"))
            let moment = timespec(tv_sec: time(nil) - secondsAgo, tv_nsec: 0)
            utimensat(AT_FDCWD, "\(library.root)/\(path)", [moment, moment], 0)
        }

        @Test("leaves files that may still be copied for later, but not files with a date in the future")
        func settling() async throws {
            let library = try await library()
            try write(1, "old.wav", library, secondsAgo: 3600)
            try write(2, "new.wav", library)
            try write(3, "ahead.wav", library, secondsAgo: -3600)
            let outcome = try await library.scan([], settling: 30)
            #expect(outcome.unsettled == 1)
            #expect(try await Set(library.tracks().map(\.title)) == ["song 1", "song 3"])
            try write(2, "new.wav", library, secondsAgo: 60)
            #expect(try await library.scan([], settling: 30).unsettled == 0)
            #expect(try await library.tracks().count == 3)
        }

        @Test("keeps a track whose new file is still being copied")
        func rewritten() async throws {
            let library = try await library()
            try write(1, "song.wav", library, secondsAgo: 3600)
            try await library.scan([])
            let before = try await library.tracks()
            try write(2, "song.wav", library)
            #expect(try await library.scan([], settling: 30).unsettled == 1)
            #expect(try await library.tracks() == before)
        }

        @Test("works with dates in the future in the catalog")
        func clock() async throws {
            let library = try await library()
            try write(1, "song.wav", library, secondsAgo: -1_000_000_000)
            try await library.scan([])
            let track = try #require(try await library.tracks().first)
            try await library.catalog.lost(
                tracks: [track.id], rejected: [], in: library.served().id, at: 4_000_000_000)
            #expect(try await library.scan([]).returned == 1)
            #expect(try await library.tracks().map(\.id) == [track.id])
            #expect(try await library.catalog.pendingAnalyses(after: 0, limit: 1).count == 1)
        }

        @Test("rejects only the file that crashes its worker")
        func hostile() async throws {
            let library = try await library(attempts: true)
            for number in 1...20 { try write(number, "\(number).wav", library) }
            for name in ["crash", "program", "babble"] { try write(99, "\(name).wav", library) }
            let outcome = try await library.scan([])
            #expect(outcome.recorded.added == 20 && outcome.recorded.rejected == 3, "\(outcome)")
            // Rejected files are not tried again at each scan.
            #expect(try await !library.scan([]).hasChanges)
        }

        @Test("keeps tracks behind a broken link, and unreadable ones")
        func unreadable() async throws {
            let library = try await library()
            let outside = try TemporaryFolder()
            try write(1, "song.wav", library)
            let bytes = Data(TinyMusic.file(.wav, music: 2, title: "far"))
            try bytes.write(to: URL(fileURLWithPath: outside.path + "/far.wav"))
            symlink(outside.path, library.root + "/link")
            try await library.scan([])
            let before = try await library.tracks()
            #expect(before.count == 2)
            rename(outside.path, outside.path + ".away")
            #expect(try await library.scan([]).unreadable.count == 1)
            #expect(try await library.tracks() == before)
            rename(outside.path + ".away", outside.path)
            #expect(try await !library.scan([]).hasChanges)
            unlink(library.root + "/link")
            #expect(try await library.scan([]).lost == 1)
        }

        @Test("keeps the tracks of a missing or empty folder, and loses those of one that was emptied in part")
        func offline() async throws {
            let library = try await library()
            mkdir(library.root + "/album", 0o755)
            try write(1, "album/1.wav", library)
            try write(2, "2.wav", library)
            try await library.scan([])
            let before = try await library.tracks()
            rename(library.root, library.root + ".away")
            #expect(try await library.scan([]).isOffline)
            mkdir(library.root, 0o755)
            #expect(try await library.scan([]).isOffline)
            #expect(try await library.tracks().map(\.isAvailable) == [false, false])
            rmdir(library.root)
            rename(library.root + ".away", library.root)
            let back = try await library.scan([])
            #expect(back.isTurned && back.recorded == Recorded() && back.lost == 0)
            #expect(try await library.tracks() == before)
            unlink(library.root + "/album/1.wav")
            rmdir(library.root + "/album")
            // The scanned part itself is missing.
            #expect(try await library.scan([Array("album".utf8)]).lost == 1)
            #expect(try await library.tracks().map(\.title) == ["song 2"])
        }
    }
}
