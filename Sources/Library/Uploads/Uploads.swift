import CLinux
import Catalog
import Foundation
import Glibc
import Music
import System
import Text
package import Workers

/// An uploaded file.
package struct UploadedFile: Sendable {
    package let name: String
    /// The folders that it came in, the outermost first.
    let folders: [String]
    package let file: WorkerFile
    /// What is written into its tags before it is stored.
    let tags: TagFields

    package init(name: String, in folders: [String] = [], file: WorkerFile, tags: TagFields = TagFields()) {
        (self.name, self.folders, self.file, self.tags) = (name, folders, file, tags)
    }

    /// Whether it is an archive of music, by its name.
    package var isArchive: Bool { Uploads.isArchive(name) }

    /// The same with tags to write into it, except some.
    package func with(_ tags: TagFields, except left: [TagField]) -> UploadedFile {
        UploadedFile(name: name, in: folders, file: file, tags: TagFields(tags.values.filter { !left.contains($0.key) }))
    }
}

/// Stores uploads in a music folder: only files that decode, under a unique name, and never over another file.
package struct Uploads: Sendable {
    private static let mostEqualNames = 1_000
    /// The name prefix of files that are still being copied.
    private static let temporary = ".downbeat-upload-"

    /// What became of a file.
    enum Outcome: Sendable {
        /// Stored and synced to disk.
        case stored(Kept)
        /// Its sound is in the library already.
        case known(Track)
    }

    /// A stored file.
    struct Kept: Sendable {
        let path: String
        /// The folder that it is in.
        let parent: String
        /// Why the tags that were asked for are not in it.
        let untagged: String?
    }

    /// A file that was checked.
    private struct Tried {
        let name: [String]
        let ending: String
        let file: WorkerFile
        let analysis: WorkerFile
        let untagged: String?
    }

    package let folder: String
    /// The size limit of one request, all its files together, in bytes.
    package let limit: Int
    /// How files are named by their tags; nil for the names that they came with.
    let pattern: UploadPattern?
    let pool: WorkerPool
    let writer: TagWriter
    private let prober: UploadProber

    /// Throws unless the folder exists and is writable; removes what a crash left in it.
    init(
        folder: String, limit: Int, pattern: UploadPattern? = nil, pool: WorkerPool, prober: UploadProber, writer: TagWriter
    ) throws(Failure) {
        var status = stat()
        guard stat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, access(folder, W_OK | X_OK) == 0 else {
            throw .unavailable("cannot write uploads into \(folder): make it a folder that downbeat may write")
        }
        self.folder = folder
        self.limit = limit
        self.pattern = pattern
        self.pool = pool
        self.prober = prober
        self.writer = writer
        Self.removeDrafts(in: folder)
    }

    private static func removeDrafts(in folder: String) {
        // What cannot be listed is skipped.
        guard let all = FileManager.default.enumerator(atPath: folder) else { return }
        for case let path as String in all where FolderPath.name(of: Array(path.utf8)).hasPrefix(temporary) {
            unlink("\(folder)/\(path)")
        }
    }

    /// Checks files, and stores those that are new if all are music. `find` looks for a recording in the library; `offer` gets the
    /// analysis of each before a scan can meet its file.
    func keep(
        _ files: [UploadedFile], again: Bool, find: (ContentIdentity) async throws -> Track?,
        offer: (WorkerFile, FileStamp) async -> Void
    ) async throws -> [Outcome] {
        var outcomes: [Outcome?] = []
        var tried: [Tried] = []
        var met: Set<ContentIdentity> = []
        for file in files {
            let name = try Self.name(file.name)
            let probe = try await probe(file.file, called: name)
            if !again, let track = try await find(probe.identity) {
                outcomes.append(.known(track))
                continue
            }
            // The same sound twice in one request is stored once.
            guard again || met.insert(probe.identity).inserted else { continue }
            outcomes.append(nil)
            let (tagged, tags, untagged) = try await tagged(file, called: name, probe.description.tags)
            let dot = name.lastIndex(of: ".") ?? name.endIndex
            let stem = String(name[..<dot])
            tried.append(
                Tried(
                    name: pattern?.path(of: tags, name: stem) ?? UploadPattern.safe(file.folders) + [stem],
                    ending: String(name[dot...]),
                    file: tagged, analysis: try await analyze(tagged, called: name), untagged: untagged))
        }
        let (folder, music) = (folder, tried)
        let drafts = try await DiskThreads.run { try Self.drafts(of: music, in: folder) }
        for (tried, draft) in zip(tried, drafts) { await offer(tried.analysis, draft.stamp) }
        var kept = try await DiskThreads.run {
            defer { for draft in drafts { draft.remove() } }
            let kept = try zip(music, drafts).map { try Self.place($0, $1) }
            for parent in Set(kept.map { $0.parent } + [folder]) { try Durability.settle(parent) }
            return kept
        }[...]
        return outcomes.compactMap { outcome in outcome ?? kept.popFirst().map { .stored($0) } }
    }

    /// Throws unless a new cover is a picture that can be decoded.
    package func check(cover: [UInt8]) async throws(TagRefusal) { try await writer.check(cover) }

    /// The file with the tags that were asked for, and all tags that it then has. One that cannot hold them stays as it came.
    private func tagged(
        _ file: UploadedFile, called name: String, _ tags: Tags
    ) async throws -> (file: WorkerFile, tags: Tags, untagged: String?) {
        guard !file.tags.values.isEmpty else { return (file.file, tags, nil) }
        do {
            let copy = try await writer.copy(of: file.file, called: name, with: file.tags)
            return (copy, try await probe(copy, called: name).description.tags, nil)
        } catch let failure as WorkerFailure {
            if let shortage = failure.shortage { throw LibraryRefusal(shortage) }
            return (file.file, tags, "\(TagRefusal(failure))")
        }
    }

    private func probe(_ file: WorkerFile, called name: String) async throws -> TrackProbe {
        do throws(WorkerFailure) {
            return try await prober.probe(file, called: name)
        } catch .refused(let reason) {
            throw LibraryRefusal.notMusic(name: name, reason: reason)
        } catch {
            if let shortage = error.shortage { throw LibraryRefusal(shortage) }
            throw LibraryRefusal.notMusic(name: name, reason: "\(error)")
        }
    }

    /// Throws unless the whole file can be decoded.
    private func analyze(_ file: WorkerFile, called name: String) async throws -> WorkerFile {
        do throws(WorkerFailure) {
            let job = WorkerJob(task: "analysis", arguments: [name], input: .file(file), outputFolder: writer.spool)
            guard let output = try await pool.run(job).output else { throw WorkerFailure.garbled }
            return output
        } catch .refused(let reason) {
            throw LibraryRefusal.notMusic(name: name, reason: reason)
        } catch {
            if let shortage = error.shortage { throw LibraryRefusal(shortage) }
            throw LibraryRefusal.notMusic(name: name, reason: "\(error)")
        }
    }

    /// Whether a name is that of an archive of music.
    static func isArchive(_ name: String) -> Bool { name.lowercased().hasSuffix(".zip") }

    /// The last component of the given path, changed so that it is allowed as a name here.
    static func name(_ given: String) throws(LibraryRefusal) -> String {
        let last = given.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) ?? ""
        var name = String(last.asOneLine.drop { $0 == "." || $0 == " " })
        let ending = name.lastIndex(of: ".").map { String(name[$0...]) } ?? ""
        let isMusic = !name.isEmpty && MusicNames.isMusic(Array(name.utf8)[...])
        if isMusic { while name.utf8.count > UploadPattern.longestName { name = String(name.dropLast(ending.count + 1)) + ending } }
        // A character with hundreds of combining marks leaves nothing before the extension.
        guard isMusic, name != ending else {
            throw .badUploadName
        }
        return name
    }

    private static func drafts(of music: [Tried], in folder: String) throws -> [Draft] {
        var drafts: [Draft] = []
        do {
            for tried in music {
                var parent = folder
                for name in tried.name.dropLast() {
                    parent += "/\(name)"
                    guard mkdir(parent, 0o777) == 0 || errno == EEXIST else { throw SystemError("making a folder for uploads") }
                }
                drafts.append(try Draft(copying: tried.file, into: parent))
            }
        } catch {
            for draft in drafts { draft.remove() }
            throw error
        }
        return drafts
    }

    private static func place(_ tried: Tried, _ draft: Draft) throws -> Kept {
        let stem = tried.name.last ?? ""
        let names = (1...mostEqualNames).lazy.map { "\(stem)\($0 == 1 ? "" : " (\($0))")\(tried.ending)" }
        guard let path = try draft.take(names) else { throw LibraryRefusal.tooManyOfName(stem + tried.ending) }
        return Kept(path: path, parent: draft.parent, untagged: tried.untagged)
    }

    /// A whole copy of a file, in the folder where it belongs, under a name that scans pass over.
    private struct Draft {
        let parent: String
        let stamp: FileStamp
        private let path: String

        init(copying file: WorkerFile, into parent: String) throws {
            let path = "\(parent)/\(temporary)\(UInt64.random(in: 0 ... .max))"
            let raw = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
            guard raw >= 0 else { throw SystemError("writing an upload") }
            let copy = Descriptor(owning: raw)
            do {
                try NewFile.copy(file.raw, to: copy.raw)
                guard fsync(copy.raw) == 0, let stamp = MusicFile.stamp(of: copy.raw) else {
                    throw SystemError("writing an upload")
                }
                (self.parent, self.path, self.stamp) = (parent, path, stamp)
            } catch {
                unlink(path)
                throw error
            }
        }

        /// Takes the first name that is free, and returns the path of it. Nil if none is.
        func take(_ names: some Sequence<String>) throws -> String? {
            for name in names {
                // Unlike `rename`, `link` never replaces an existing file.
                if link(path, "\(parent)/\(name)") == 0 { return "\(parent)/\(name)" }
                guard errno == EEXIST else { throw SystemError("naming an upload") }
            }
            return nil
        }

        func remove() { unlink(path) }
    }

    /// Puts a cover beside songs. A folder that has one stays as it is, and so does one with other music, whose cover it would become.
    /// Blocks.
    func keep(cover: WorkerFile, called name: String, in parent: String, beside songs: Int) throws -> Bool {
        let names = try FileManager.default.contentsOfDirectory(atPath: parent)
        let all = names.count { MusicNames.isMusic(Array($0.utf8)[...]) }
        guard all == songs, FolderCover.name(among: names) == nil else { return false }
        let ending = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
        let draft = try Draft(copying: cover, into: parent)
        defer { draft.remove() }
        let isKept = try draft.take(["cover.\(ending)"]) != nil
        try Durability.settle(parent)
        return isKept
    }
}
