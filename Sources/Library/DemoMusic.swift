import CLinux
import Demo
import Foundation
import Glibc
import Synchronization
import System

/// The music of a server that was never pointed at any: songs that it makes itself, once, into a folder of its own.
package final class DemoMusic: Sendable {
    let folder: String
    private let spool: String
    private let isDone = Atomic<Bool>(false)

    /// Whether all songs are there that will be.
    package var isWhole: Bool { isDone.load(ordering: .acquiring) }

    /// `spool` is a folder on the same disk, for songs that are not whole yet.
    init(folder: String, spool: String) throws(SystemError) {
        self.folder = folder
        self.spool = spool
        if mkdir(folder, 0o700) == 0 { return }
        guard errno == EEXIST else { throw SystemError("making \(folder)") }
        guard RootState(of: folder).condition == .readable else { throw SystemError("making \(folder)", code: ENOTDIR) }
    }

    /// Makes the songs that are missing and hands them over in their order, each as soon as it may be. Takes a second or two, on
    /// threads of its own: two songs at a time, since a second core halves that and each takes 90 MB.
    func make(_ deliver: () async throws -> Void) async throws {
        defer { isDone.store(true, ordering: .releasing) }
        let songs = DemoSong.all
        for number in stride(from: 0, to: songs.count, by: 2) {
            async let next = number + 1 < songs.count ? make(songs[number + 1]) : false
            if try await make(songs[number]) { try await deliver() }
            if try await next { try await deliver() }
        }
    }

    /// True if the song was not there.
    private func make(_ song: DemoSong) async throws -> Bool {
        let (path, newPath) = ("\(folder)/\(song.fileName)", "\(spool)/\(song.fileName)")
        return try await DiskThreads.run {
            if access(path, F_OK) == 0 { return false }
            try NewFile.write(song.wave(), to: newPath)
            guard rename(newPath, path) == 0 else { throw SystemError("writing \(path)") }
            // The C library would keep what the song took, for a server that never needs as much again.
            malloc_trim(0)
            return true
        }
    }
}
