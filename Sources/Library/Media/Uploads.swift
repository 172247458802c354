import CLinux
package import Catalog
import Foundation
import Glibc
import System
import Text
package import Workers

/// A file that somebody sent.
package struct UploadedFile: Sendable {
    package let name: String
    package let file: WorkerFile

    package init(name: String, file: WorkerFile) {
        self.name = name
        self.file = file
    }
}

/// Takes files that people send into a folder of music: only what decodes, under a name of its own, never over another file.
package struct Uploads: Sendable {
    /// Names on Linux have at most 255 bytes; the rest is for the number that tells equal names apart.
    private static let longestName = 230
    private static let mostEqualNames = 1_000
    /// Begins the names of files that are still being copied, where the file system has none without a name.
    private static let temporary = ".downbeat-upload-"

    /// A file that is on the disk for good.
    package struct Kept: Sendable {
        package let name: String
        /// How it lies there.
        package let stamp: FileStamp
        /// What was made of it to try it out.
        package let analysis: WorkerFile
    }

    package let folder: String
    /// Bytes of one request, all its files together.
    package let limit: Int
    let pool: WorkerPool
    /// Where what is tried out is kept meanwhile.
    let spool: String

    /// Uses a folder that is there and may be written, and removes what a crash left in it.
    init(folder: String, limit: Int, pool: WorkerPool, spool: String) throws(Failure) {
        var status = stat()
        guard stat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, access(folder, W_OK | X_OK) == 0 else {
            throw .unavailable("cannot write uploads into \(folder): make it a folder that downbeat may write")
        }
        self.folder = folder
        self.limit = limit
        self.pool = pool
        self.spool = spool
        // A folder that cannot be listed keeps what is in it.
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] where name.hasPrefix(Self.temporary) {
            unlink("\(folder)/\(name)")
        }
    }

    /// Tries files out, and keeps them if all are music. They are on the disk, under the names they got, when it returns.
    package func keep(_ files: [UploadedFile]) async throws -> [Kept] {
        var tried: [(file: UploadedFile, analysis: WorkerFile)] = []
        for file in files {
            let name = try Self.name(file.name)
            tried.append((UploadedFile(name: name, file: file.file), try await analyze(file.file, called: name)))
        }
        let (folder, music) = (folder, tried)
        return try await DiskThreads.run {
            let kept = try music.map { try Self.place($0.file.file, as: $0.file.name, in: folder, $0.analysis) }
            try Durability.settle(folder)
            return kept
        }
    }

    /// Throws unless the whole file can be decoded.
    private func analyze(_ file: WorkerFile, called name: String) async throws -> WorkerFile {
        do throws(WorkerFailure) {
            let job = WorkerJob(task: "analysis", arguments: [name], input: .file(file), outputFolder: spool)
            guard let output = try await pool.run(job).output else { throw WorkerFailure.garbled }
            return output
        } catch .refused(let reason) {
            throw LibraryRefusal.notMusic(name: name, reason: reason)
        } catch {
            if let shortage = error.shortage { throw LibraryRefusal(shortage) }
            throw LibraryRefusal.notMusic(name: name, reason: "\(error)")
        }
    }

    /// The last part of what was given, without what a name of ours may not have.
    static func name(_ given: String) throws(LibraryRefusal) -> String {
        let last = given.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) ?? ""
        var name = String(last.asOneLine.drop { $0 == "." || $0 == " " })
        let ending = name.lastIndex(of: ".").map { String(name[$0...]) } ?? ""
        let isMusic = !name.isEmpty && MusicNames.isMusic(Array(name.utf8)[...])
        if isMusic { while name.utf8.count > longestName { name = String(name.dropLast(ending.count + 1)) + ending } }
        // One sign with hundreds of marks on it leaves nothing before the ending.
        guard isMusic, name != ending else {
            throw .badUploadName
        }
        return name
    }

    /// Copies the file into the folder and gives it its name only when it is whole.
    private static func place(
        _ file: WorkerFile, as name: String, in folder: String, _ analysis: WorkerFile
    ) throws -> Kept {
        let draft = "\(folder)/\(temporary)\(UInt64.random(in: 0 ... .max))"
        let raw = open(draft, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard raw >= 0 else { throw SystemError("writing an upload") }
        let copy = Descriptor(owning: raw)
        defer { unlink(draft) }
        try NewFile.copy(file.raw, to: copy.raw)
        guard fsync(copy.raw) == 0, let stamp = MusicFile.stamp(of: copy.raw) else { throw SystemError("writing an upload") }
        let dot = name.lastIndex(of: ".") ?? name.endIndex
        for number in 1...mostEqualNames {
            let candidate = number == 1 ? name : "\(name[..<dot]) (\(number))\(name[dot...])"
            // Unlike a rename, a link never takes the place of what is there.
            if link(draft, "\(folder)/\(candidate)") == 0 { return Kept(name: candidate, stamp: stamp, analysis: analysis) }
            guard errno == EEXIST else { throw SystemError("naming an upload") }
        }
        throw LibraryRefusal.tooManyOfName(name)
    }
}
