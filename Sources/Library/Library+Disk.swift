import Catalog
import System

/// What the library does on a full disk.
extension Library {
    /// The delay before another look whether a disk that was full at the start has room.
    private static let pauseOnFullDisk = Duration.seconds(2)

    /// Whether the disk has no room for changes: then they are refused, and all that is known is served.
    package var isDiskFull: Bool { catalog.disk.isFull || rooms.disk.isFull }

    /// Looks whether a disk that was full has room again. Call it every `LibraryEvents.heartbeat`.
    package func lookForRoom() async throws {
        guard isDiskFull else { return }
        let data = data
        if try await DiskThreads.run({ !data.isFull }) { await databases.noteRoom() }
    }

    /// Waits for room on a disk that was full at the start.
    func untilRoom() async {
        let data = data
        var hasTold = false
        while true {
            try? await clock.sleep(for: Self.pauseOnFullDisk)  // Nobody cancels it.
            do {
                guard try await DiskThreads.run({ !data.isFull }) else { continue }
                try await databases.thaw()
                // Folders that were named at the start may be new.
                try await serveAgain()
                return log.info("the disk has room again")
            } catch {
                if !hasTold { log.error("the disk has room, but nothing can be kept", ["reason": "\(error)"]) }
                hasTold = true
            }
        }
    }
}
