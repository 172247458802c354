package import Catalog
package import System
package import Web
package import Workers

/// A cache of tracks converted to formats that browsers play.
package struct PlayableSound: Sendable {
    let cache: FileCache
    let maker: StreamMaker
    let sources: MusicSources
    private let once = Once<String, OpenFile>()
    private let possible: PossibleForms

    init(cache: FileCache, maker: StreamMaker, sources: MusicSources) {
        self.cache = cache
        self.maker = maker
        possible = PossibleForms(maker: maker)
        self.sources = sources
    }

    /// The forms that can be made here.
    package func forms() async throws -> [StreamForm] {
        do {
            return try await possible.all()
        } catch let failure as WorkerFailure {
            throw failure.shortage.map { LibraryRefusal($0) } ?? LibraryRefusal.overloaded
        }
    }

    /// The whole converted track; waits for its conversion. Each caller holds a seat while it waits, and the one that started the
    /// conversion a second one for that. The conversion is cancelled with the last caller.
    package func file(of track: Track, as form: StreamForm, _ seat: Seat? = nil) async throws -> OpenFile {
        let key = "\(track.identity).\(form.rawValue)"
        if let kept = try await DiskThreads.run({ try cache.open(key) }) { return kept }
        try seat?.move(to: .waits)
        return try await once.value(
            key, admit: { try seat?.another(.conversions) },
            make: { conversion in
                defer { conversion?.leave() }
                return try await make(track, form, key)
            })
    }

    private func make(_ track: Track, _ form: StreamForm, _ key: String) async throws -> OpenFile {
        let name = FolderPath.name(of: track.place.path)
        do {
            // The file must still be the scanned one: another file's audio must not be cached under this key.
            let input = try await sources.open(track.place)
            let (file, _) = try await maker.stream(of: .file(input), name: name, duration: track.duration, as: form)
            return try await DiskThreads.run { try Self.keep(file, as: key, in: cache) }
        } catch WorkerFailure.unreadable {
            throw LibraryRefusal.fileChanged
        } catch WorkerFailure.couldNotStart {
            throw LibraryRefusal.overloaded
        } catch WorkerFailure.outOfReach(let reason) {
            throw LibraryRefusal.outOfReach(reason: reason)
        } catch let failure as WorkerFailure {
            if let shortage = failure.shortage { throw LibraryRefusal(shortage) }
            throw LibraryRefusal.undecodable(reason: "\(failure)")
        }
    }

    /// Caches a file and opens it; one that the cache has no room for serves this request alone.
    private static func keep(_ file: WorkerFile, as key: String, in cache: FileCache) throws(SystemError) -> OpenFile {
        do throws(SystemError) {
            try cache.put(key, file)
        } catch {
            guard error.isDiskFull else { throw error }
        }
        if let kept = try cache.open(key) { return kept }
        return try OpenFile(sharing: file.raw)
    }
}
