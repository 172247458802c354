import CLinux
package import Catalog
import Foundation
import Glibc
import System
import Text
package import Workers

/// An uploaded file.
package struct UploadedFile: Sendable {
    package let name: String
    package let file: WorkerFile

    package init(name: String, file: WorkerFile) {
        self.name = name
        self.file = file
    }
}

/// Stores uploads in a music folder: only files that decode, under a unique name, and never over another file.
package struct Uploads: Sendable {
    /// Names on Linux have at most 255 bytes; the rest is for the number that makes a name unique.
    private static let longestName = 230
    private static let mostEqualNames = 1_000
    /// The name prefix of files that are still being copied.
    private static let temporary = ".downbeat-upload-"

    /// A stored file, synced to disk.
    package struct Kept: Sendable {
        package let name: String
        /// The stamp of the stored file.
        package let stamp: FileStamp
        /// The analysis that was made to check it.
        package let analysis: WorkerFile
    }

    package let folder: String
    /// The size limit of one request, all its files together, in bytes.
    package let limit: Int
    let pool: WorkerPool
    /// The folder for the analyses that are made to check files.
    let spool: String

    /// Throws unless the folder exists and is writable; removes what a crash left in it.
    init(folder: String, limit: Int, pool: WorkerPool, spool: String) throws(Failure) {
        var status = stat()
        guard stat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, access(folder, W_OK | X_OK) == 0 else {
            throw .unavailable("cannot write uploads into \(folder): make it a folder that downbeat may write")
        }
        self.folder = folder
        self.limit = limit
        self.pool = pool
        self.spool = spool
        // If the folder cannot be listed, this is skipped.
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] where name.hasPrefix(Self.temporary) {
            unlink("\(folder)/\(name)")
        }
    }

    /// Checks files, and stores them if all are music. When this returns, they are synced to disk under their final names.
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

    /// The last component of the given path, changed so that it is allowed as a name here.
    static func name(_ given: String) throws(LibraryRefusal) -> String {
        let last = given.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) ?? ""
        var name = String(last.asOneLine.drop { $0 == "." || $0 == " " })
        let ending = name.lastIndex(of: ".").map { String(name[$0...]) } ?? ""
        let isMusic = !name.isEmpty && MusicNames.isMusic(Array(name.utf8)[...])
        if isMusic { while name.utf8.count > longestName { name = String(name.dropLast(ending.count + 1)) + ending } }
        // A character with hundreds of combining marks leaves nothing before the extension.
        guard isMusic, name != ending else {
            throw .badUploadName
        }
        return name
    }

    /// Copies the file into the folder; it gets its name only when the copy is complete.
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
            // Unlike `rename`, `link` never replaces an existing file.
            if link(draft, "\(folder)/\(candidate)") == 0 { return Kept(name: candidate, stamp: stamp, analysis: analysis) }
            guard errno == EEXIST else { throw SystemError("naming an upload") }
        }
        throw LibraryRefusal.tooManyOfName(name)
    }
}
