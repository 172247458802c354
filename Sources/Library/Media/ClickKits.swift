import Catalog
package import Clicks
import Glibc
package import Music
import Synchronization
import System
package import Workers

/// The sounds of the metronome: our own kits, and those that people uploaded, which are held in memory and kept as WAV files.
package final class ClickKits: Sendable {
    /// The most uploaded kits: with all their sounds they take 20 MB.
    package static let mostOwn = 20
    /// The size limit of an upload in bytes: enough for a click in any format.
    package static let mostBytes = 1 << 20
    private static let longestName = 40
    private static let ending = ".wav"
    /// Decoding some seconds takes far less.
    private static let limits = WorkerLimits(seconds: 30, processorSeconds: 10, output: KitSamples.mostBytes)

    private let folder: String
    private let spool: String
    private let pool: WorkerPool
    /// Held while files are changed, so that they and the memory change in the same order.
    private let changing = Mutex(())
    private let own: Mutex<[String: ClickKit]>

    /// Reads the uploaded kits; blocks. A file that is none of ours is left out, and half-written ones are removed.
    init(folder: String, spool: String, pool: WorkerPool, log: Log) {
        self.folder = folder
        self.spool = spool
        self.pool = pool
        own = Mutex(Self.read(folder, log))
    }

    /// All kits, our own first, then by name.
    package var all: [ClickKit] {
        ClickKit.builtIn + own.withLock { $0.values.sorted { $0.name < $1.name } }
    }

    /// The kit with this name in commands; nil if there is none.
    package func kit(_ name: String) -> ClickKit? {
        guard name.hasPrefix(KitName.own) else { return ClickKit.builtIn(name) }
        return own.withLock { $0[String(name.dropFirst(KitName.own.count))] }
    }

    /// Whether people may give this name to a kit.
    package static func isName(_ name: some StringProtocol) -> Bool { name.utf8.count <= longestName && KitName.isWord(name) }

    /// Decodes a file in any format of sound and keeps it as a voice of a kit. When this returns, it is synced to disk.
    package func keep(_ file: WorkerFile, as voice: ClickTick.Voice, of name: String) async throws -> ClickSound {
        precondition(Self.isName(name))
        try checkRoom(for: name)
        guard let sound = ClickSound(recorded: try await decode(file), peak: voice.peak) else {
            throw LibraryRefusal.notMusic(name: "The sound", reason: "it is silent")
        }
        try await keep(sound, as: voice, of: name)
        return sound
    }

    /// Keeps a sound as a voice of a kit, and returns when it is synced to disk.
    func keep(_ sound: ClickSound, as voice: ClickTick.Voice, of name: String) async throws {
        let wave = sound.wave
        try await DiskThreads.run { [self] in
            try changing.withLock { _ in
                // Others may have come meanwhile.
                try checkRoom(for: name)
                do throws(SystemError) {
                    try NewFile.write(wave, to: path(of: name, voice))
                } catch {
                    throw error.isDiskFull ? LibraryRefusal.diskFull as any Error : error
                }
                try Durability.settle(folder)
                own.withLock { $0[name, default: Self.empty(name)].set(sound, of: voice) }
            }
        }
    }

    /// Deletes an uploaded kit; false if there is none.
    package func remove(_ name: String) async throws -> Bool {
        try await DiskThreads.run { [self] in
            try changing.withLock { _ in
                guard let kit = own.withLock({ $0.removeValue(forKey: name) }) else { return false }
                for voice in kit.voices { unlink(path(of: name, voice)) }
                try Durability.settle(folder)
                return true
            }
        }
    }

    private func checkRoom(for name: String) throws(LibraryRefusal) {
        let isFull = own.withLock { $0[name] == nil && $0.count >= Self.mostOwn }
        if isFull { throw .tooManyKits(Self.mostOwn) }
    }

    /// The samples of the file's first seconds, as a worker decodes them.
    private func decode(_ file: WorkerFile) async throws -> [Float] {
        do throws(WorkerFailure) {
            let job = WorkerJob(task: "kit-sound", input: .file(file), outputFolder: spool, limits: Self.limits)
            guard let output = try await pool.run(job).output else { throw WorkerFailure.garbled }
            return try Self.floats(in: output)
        } catch .refused(let reason) {
            throw LibraryRefusal.notMusic(name: "The sound", reason: reason)
        } catch {
            if let shortage = error.shortage { throw LibraryRefusal(shortage) }
            throw LibraryRefusal.notMusic(name: "The sound", reason: "\(error)")
        }
    }

    private static func floats(in file: WorkerFile) throws(WorkerFailure) -> [Float] {
        let width = MemoryLayout<Float>.size
        let count = min(file.size, KitSamples.mostBytes) / width
        guard count > 0 else { return [] }
        var floats = [Float](repeating: 0, count: count)
        let read = floats.withUnsafeMutableBytes { pread(file.raw, $0.baseAddress, $0.count, 0) }
        guard read == count * width else { throw .garbled }
        return floats
    }

    private func path(of name: String, _ voice: ClickTick.Voice) -> String { "\(folder)/\(name).\(voice.rawValue)\(Self.ending)" }

    private static func empty(_ name: String) -> ClickKit { ClickKit(name: KitName.own + name, label: name, sounds: [:]) }

    private static func read(_ folder: String, _ log: Log) -> [String: ClickKit] {
        var kits: [String: ClickKit] = [:]
        // A folder that cannot be listed has no kits; the log says why nothing can be stored in it when somebody tries.
        for entry in (try? FolderListing(Array(folder.utf8)).entries()) ?? [] {
            let file = String(decoding: entry.name, as: UTF8.self)
            let parts = file.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count >= 3, isName(parts[0]), let voice = ClickTick.Voice(rawValue: String(parts[1])), parts[2] == "wav"
            else {
                continue
            }
            if parts.count == 4 {
                unlink("\(folder)/\(file)")
                continue
            }
            let name = String(parts[0])
            guard parts.count == 3, kits[name] != nil || kits.count < mostOwn else { continue }
            let bytes = try? OpenFile.contents(of: "\(folder)/\(file)", upTo: ClickSound.longestWave)
            guard let bytes, let sound = ClickSound(wave: bytes) else {
                log.warning("a sound of the metronome cannot be read", ["file": file])
                continue
            }
            kits[name, default: empty(name)].set(sound, of: voice)
        }
        return kits
    }
}
