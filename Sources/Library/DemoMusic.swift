import CLinux
import Demo
import Foundation
import Glibc
import Synchronization
import System

/// The demo of a server without a music folder: songs that it generates once, into a folder of its own.
package final class DemoMusic: Sendable {
    let folder: String
    private let spool: String
    private let isDone = Atomic<Bool>(false)

    /// Whether `make` has ended, so that no more songs will come.
    package var isWhole: Bool { isDone.load(ordering: .acquiring) }

    /// `spool` is a folder on the same disk, for unfinished songs.
    init(folder: String, spool: String) throws(SystemError) {
        self.folder = folder
        self.spool = spool
        if mkdir(folder, 0o700) == 0 { return }
        guard errno == EEXIST else { throw SystemError("making \(folder)") }
        guard RootState(of: folder).condition == .readable else { throw SystemError("making \(folder)", code: ENOTDIR) }
    }

    /// Makes the missing songs, and calls `deliver` after each, in order. Takes a second or two, on disk threads, for two songs
    /// at a time: a second core halves that, and each song takes 90 MB.
    func make(_ deliver: () async throws -> Void) async throws {
        defer { isDone.store(true, ordering: .releasing) }
        let songs = DemoSong.all
        for number in stride(from: 0, to: songs.count, by: 2) {
            async let next = number + 1 < songs.count ? make(songs[number + 1]) : false
            if try await make(songs[number]) { try await deliver() }
            if try await next { try await deliver() }
        }
    }

    /// True if the song was missing.
    private func make(_ song: DemoSong) async throws -> Bool {
        let (path, newPath) = ("\(folder)/\(song.fileName)", "\(spool)/\(song.fileName)")
        return try await DiskThreads.run {
            if access(path, F_OK) == 0 { return false }
            try NewFile.write(song.wave(), to: newPath)
            guard rename(newPath, path) == 0 else { throw SystemError("writing \(path)") }
            // Otherwise the C library keeps the song's memory, although the server never needs as much again.
            malloc_trim(0)
            return true
        }
    }
}
