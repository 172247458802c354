import Fetch
import Glibc
import Subsonic
import System
import Workers

/// The cache of files from other servers: music, covers, lyrics and playlists.
final class FetchedFiles: Sendable {
    /// Pictures and texts; a larger one is no cover of ours.
    static let mostBesides = 16 << 20

    private let cache: FileCache
    /// The folder in which files are written before they are kept.
    private let spool: String
    private let once = Once<String, Void>()

    init(folder: String, spool: String, budget: Int) throws(SystemError) {
        cache = try FileCache(folder: folder, budget: budget)
        self.spool = spool
    }

    func contains(_ key: String) -> Bool { cache.contains(key) }

    /// Opens a file that was fetched; nil if there is none. Blocks.
    func open(_ key: String) throws(WorkerFailure) -> WorkerFile? {
        do throws(SystemError) {
            guard let file = try cache.open(key) else { return nil }
            return try withExtendedLifetime(file) { () throws(SystemError) in try Self.shared(file) }
        } catch {
            throw .couldNotStart(code: error.code)
        }
    }

    private static func shared(_ file: OpenFile) throws(SystemError) -> WorkerFile {
        do throws(WorkerFailure) {
            return try WorkerFile(sharing: file.raw)
        } catch {
            throw SystemError("opening a fetched file")
        }
    }

    /// Fetches a file, unless it is here; those who want the same one share the transfer. `size` is what it must have, if that is known.
    func fetch(
        _ key: String, size: Int?, _ open: @escaping @Sendable () async throws(SubsonicError) -> FetchAnswer
    ) async throws(WorkerFailure) {
        guard !cache.contains(key) else { return }
        do {
            try await once.value(key) { [self] in
                guard !cache.contains(key) else { return }
                let answer = try await open()
                let file = try await write(answer, size: size)
                let isKept = try await DiskThreads.run { try self.cache.put(key, file) }
                if !isKept { throw WorkerFailure.unreadable("is larger than the cache of fetched files") }
            }
        } catch {
            throw WorkerFailure(fetching: error)
        }
    }

    /// Keeps a short text or picture that was made of an answer.
    func keep(_ bytes: [UInt8], as key: String) async throws(WorkerFailure) {
        do {
            _ = try await DiskThreads.run { try self.cache.put(key, bytes) }
        } catch {
            throw WorkerFailure(fetching: error)
        }
    }

    private func write(_ answer: FetchAnswer, size: Int?) async throws -> WorkerFile {
        let spool = spool
        let file = try await DiskThreads.run { try WorkerFile(namelessIn: spool) }
        var count = 0
        while let piece = try await answer.next() {
            let offset = count
            try await DiskThreads.run { try NewFile.write(piece, to: file.raw, at: offset) }
            count += piece.count
        }
        guard count > 0, size == nil || size == count else {
            throw WorkerFailure.unreadable("has \(count) bytes, and its server said \(size ?? 0)")
        }
        return file
    }
}

extension WorkerFailure {
    /// What kept a file from being fetched.
    init(fetching error: any Error) {
        switch error {
        case let failure as WorkerFailure: self = failure
        case SubsonicError.notFound: self = .unreadable("is not on its server any more")
        case let error as SubsonicError: self = .outOfReach("\(error)")
        case FetchError.cancelled: self = .cancelled
        case let error as FetchError: self = .outOfReach("\(error)")
        case let error as SystemError: self = .couldNotStart(code: error.code)
        case is CancellationError: self = .cancelled
        default: self = .outOfReach("\(error)")
        }
    }
}
