import Fetch
import Glibc
import Subsonic
import Synchronization
import System
import Workers

/// How a file of another server is asked for.
struct RemoteFile: Sendable {
    /// One of the servers that have it.
    struct Server: Sendable {
        /// Asks for all of it, or for what follows its first bytes.
        let open: @Sendable (_ from: Int?) async throws(SubsonicError) -> FetchAnswer
        /// Called when it begins to send the file, or goes on with it.
        let sends: @Sendable () -> Void
    }

    /// The bytes that it must have, if they are known.
    let size: Int?
    /// The servers that have it, at least one, in the order in which they are asked.
    let servers: @Sendable () async -> [Server]
}

/// The cache of files from other servers: music, covers, lyrics and playlists.
final class FetchedFiles: Sendable {
    /// Pictures and texts; a larger one is no cover of ours.
    static let mostBesides = 16 << 20
    /// The end of an Ogg file is looked for in the longest page, 65,307 bytes; the tags of other files mostly have less.
    private static let tailLength = 66 << 10
    /// A smaller file is here before its end could be asked for.
    private static let leastInParts = 512 << 10
    /// A server that breaks off more often is too bad to wait for.
    private static let mostBreaks = 20
    /// For about half a minute: what waits for the rest waits with it.
    private static let resuming = Backoff(first: .seconds(1), longest: .seconds(8), attempts: 7)

    let cache: FileCache
    /// The folder in which files are written before they are kept.
    private let spool: String
    private let backoff: Backoff
    private let clock: any HouseClock
    /// How servers that have the same are asked.
    let turns: ServerTurns
    private let beginnings = Once<String, Arrival>()
    private let transfers = Mutex<[String: Transfer]>([:])

    private struct Transfer: Sendable {
        let file: WorkerFile
        weak let arrival: Arrival?
        let haste: Unhurried
    }

    /// `backoff` is for a transfer that broke off.
    init(folder: String, spool: String, budget: Int, clock: any HouseClock, backoff: Backoff = resuming) throws(SystemError) {
        self.clock = clock
        cache = try FileCache(folder: folder, budget: budget, clock: clock)
        self.backoff = backoff
        turns = ServerTurns(clock: clock)
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

    /// Fetches a file, unless it is here; those who want the same one share the transfer. With a pace nobody waits for it.
    func fetch(_ key: String, _ file: RemoteFile, at pace: FetchPace? = nil) async throws(WorkerFailure) {
        guard !cache.contains(key) else { return }
        try await transfer(key, file, at: pace).whole()
    }

    /// Opens a file that is here, or as soon as it begins to come.
    func openArriving(_ key: String, _ file: RemoteFile) async throws(WorkerFailure) -> WorkerFile {
        if let here = try await opened(key) { return here }
        let arrival = try await transfer(key, file)
        if file.size != nil { return try arrival.open() }
        try await arrival.whole()
        guard let here = try await opened(key) else { throw .outOfReach("was taken out of the cache at once") }
        return here
    }

    private func opened(_ key: String) async throws(WorkerFailure) -> WorkerFile? {
        try await WorkerFailure.ofFetching { try await DiskThreads.run { try self.open(key) } }
    }

    /// Keeps a short text or picture that was made of an answer.
    func keep(_ bytes: [UInt8], as key: String) async throws(WorkerFailure) {
        _ = try await WorkerFailure.ofFetching { try await DiskThreads.run { try self.cache.put(key, bytes) } }
    }

    /// The transfer of a file, which is begun unless it is under way. It ends when nobody holds it any more.
    private func transfer(
        _ key: String, _ file: RemoteFile, at pace: FetchPace? = nil
    ) async throws(WorkerFailure) -> Arrival {
        let arrival = try await WorkerFailure.ofFetching {
            try await beginnings.value(key) { [self] in
                if let arrival = transfers.withLock({ $0[key]?.arrival }) { return arrival }
                return try await begin(key, file, at: pace)
            }
        }
        if pace == nil { transfers.withLock { $0[key]?.haste.hurry() } }
        return arrival
    }

    private func begin(_ key: String, _ file: RemoteFile, at pace: FetchPace?) async throws -> Arrival {
        let (spool, size) = (spool, file.size)
        let servers = await file.servers()
        let (answer, place) = try await turns.first(of: servers) { server in
            let answer = try await server.open(nil)
            if let size, let said = answer.head.field("content-length"), said != "\(size)" {
                throw WorkerFailure.unreadable("has \(said) bytes, and its server said \(size)")
            }
            return answer
        }
        servers[place].sends()
        let source = TransferSource(servers: servers, place: place, head: answer.head, size: size)
        let tail = await tail(of: source)
        let written = try await DiskThreads.run {
            let written = try WorkerFile(namelessIn: spool)
            if let size {
                guard ftruncate(written.raw, off_t(size)) == 0 else { throw SystemError("writing a file") }
                try NewFile.write(tail, to: written.raw, at: size - tail.count)
            }
            return written
        }
        let arrival = Arrival(written, tail: (size ?? 0) - tail.count)
        let transfer = Transfer(file: written, arrival: arrival, haste: Unhurried(pace, clock))
        transfers.withLock { $0[key] = transfer }
        let task = Task {
            let outcome: Result<Void, WorkerFailure>
            do {
                try await write(answer, of: source, transfer)
                let isKept = try await DiskThreads.run { try self.cache.put(key, written) }
                guard isKept else { throw WorkerFailure.unreadable("is larger than the cache of fetched files") }
                outcome = .success(())
            } catch {
                outcome = .failure(WorkerFailure(fetching: error))
            }
            // A later transfer of the same file is left alone.
            transfers.withLock { if $0[key]?.file === written { $0[key] = nil } }
            transfer.arrival?.end(outcome)
        }
        arrival.whenAbandoned { task.cancel() }
        return arrival
    }

    /// The last bytes of a file, if its server can send them alone: they say how long the sound is, and hold some tags.
    private func tail(of source: TransferSource) async -> [UInt8] {
        guard let size = source.size, size > Self.leastInParts,
            let answer = try? await source.rest(from: size - Self.tailLength)
        else { return [] }
        var tail: [UInt8] = []
        // Without it, the file is read when it is whole.
        while tail.count <= Self.tailLength, let piece = try? await answer.next() { tail += piece }
        return tail.count == Self.tailLength ? tail : []
    }

    private func write(_ whole: FetchAnswer, of first: TransferSource, _ transfer: Transfer) async throws {
        var (answer, source, count, breaks) = (whole, first, 0, 0)
        func take(_ piece: [UInt8]) async throws {
            let offset = count
            guard offset + piece.count <= source.size ?? .max else {
                throw WorkerFailure.unreadable("is longer than its server said")
            }
            try await DiskThreads.run { try NewFile.write(piece, to: transfer.file.raw, at: offset) }
            count += piece.count
            transfer.arrival?.add(piece.count)
            try await transfer.haste.hold(after: piece.count) {
                transfers.withLock { $0.values.contains { $0.haste.isUrgent } }
            }
        }
        while true {
            do {
                while let piece = try await answer.next() { try await take(piece) }
                break
            } catch let error as FetchError where error.mayPass && count > 0 && breaks < Self.mostBreaks {
                breaks += 1
                let more = try await resumed(source, transfer.file, from: count, after: error)
                (answer, source) = (more.answer, more.source)
                if !more.early.isEmpty { try await take(more.early) }
            }
        }
        guard count > 0, source.size == nil || source.size == count else {
            throw WorkerFailure.unreadable("has \(count) bytes, and its server said \(source.size ?? 0)")
        }
    }

    /// The rest of a file whose transfer broke off: another server can send it, or the same one, once it has started again or at another
    /// address.
    private func resumed(
        _ source: TransferSource, _ written: WorkerFile, from start: Int, after failure: FetchError
    ) async throws -> TransferSource.Rest {
        if let rest = await elsewhere(source, written, from: start) { return rest }
        var (failures, trouble) = (1, failure as any Error)
        while let wait = backoff.wait(after: failures, chance: .random(in: 0..<1)) {
            try await clock.sleep(for: wait)
            do {
                guard let answer = try await source.rest(from: start) else { break }
                return TransferSource.Rest(answer: answer, source: source)
            } catch let error as SubsonicError where error.mayPass {
                trouble = error
            }
            failures += 1
            if let rest = await elsewhere(source, written, from: start) { return rest }
        }
        throw trouble
    }

    /// The rest of a file from another server than the one that broke off; nil if none has it.
    private func elsewhere(_ source: TransferSource, _ written: WorkerFile, from start: Int) async -> TransferSource.Rest? {
        let others = source.servers.indices.filter { $0 != source.place }
        guard !others.isEmpty, let size = source.size else { return nil }
        // What the servers list as one song may be two files all the same.
        let known = max(0, start - Self.overlap)..<start
        // What goes wrong at one more server says nothing: the first one's failure is told.
        let outcome = try? await turns.first(of: others) { place in
            let before = try await DiskThreads.run { try written.bytes(known) }
            return try await source.rest(after: before, at: known.lowerBound, of: size, from: place)
        }
        guard let outcome else { return nil }
        source.servers[outcome.0.source.place].sends()
        return outcome.0
    }

    /// Bytes that two servers must send alike before one goes on with the file of the other.
    private static let overlap = 64 << 10
}

extension WorkerFailure {
    /// Does a part of fetching; throws what kept it from being done.
    static func ofFetching<Value>(_ part: () async throws -> sending Value) async throws(WorkerFailure) -> sending Value {
        do { return try await part() } catch { throw WorkerFailure(fetching: error) }
    }

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
