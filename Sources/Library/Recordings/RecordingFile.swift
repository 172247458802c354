import Foundation
import Glibc
import System
package import Workers

/// A recording in the data folder, until it is stored as an upload.
package struct RecordingFile: Sendable {
    /// Bytes that stay free on its disk: the catalog needs them, too.
    private static let reserve = 256 << 20
    private static let ending = ".flac"
    private static let mostEqualNames = 100

    /// With its ending.
    package let name: String
    let path: String
    let file: WorkerFile

    var stem: String { String(name.dropLast(Self.ending.count)) }

    /// An empty file. Blocks.
    init(newIn folder: String, called stem: String) throws {
        for number in 1...Self.mostEqualNames {
            let name = stem + (number == 1 ? "" : " (\(number))") + Self.ending
            let raw = open("\(folder)/\(name)", O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            if raw < 0, errno == EEXIST { continue }
            guard raw >= 0 else { throw SystemError("making a recording") }
            defer { close(raw) }
            self.init(name: name, path: "\(folder)/\(name)", file: try WorkerFile(sharing: raw))
            return
        }
        throw LibraryRefusal.tooManyOfName(stem + Self.ending)
    }

    /// Those in a folder. Blocks.
    static func all(in folder: String) throws -> [RecordingFile] {
        try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(ending) }.sorted().compactMap { name in
            let path = "\(folder)/\(name)"
            let raw = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
            guard raw >= 0 else { return nil }
            defer { close(raw) }
            return try? RecordingFile(name: name, path: path, file: WorkerFile(sharing: raw))
        }
    }

    private init(name: String, path: String, file: WorkerFile) {
        (self.name, self.path, self.file) = (name, path, file)
    }

    /// Puts on the disk what was written; false when that is nearly full.
    package func sync() async -> Bool {
        let raw = file.raw
        let isRoomy = try? await DiskThreads.run {
            fdatasync(raw)
            var disk = statvfs()
            return fstatvfs(raw, &disk) != 0 || Int(disk.f_bavail) * Int(disk.f_frsize) > Self.reserve
        }
        return isRoomy ?? true
    }

    /// Waits for the recorder to end; says why it failed, if it did.
    package func ended(_ worker: StreamWorker) async -> String? {
        let failure = try? await DiskThreads.run { worker.end(nil).map { "\($0)" } }
        return failure ?? nil
    }

    func remove() { unlink(path) }
}
