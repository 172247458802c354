import CLinux
import Glibc
import System

/// Reads all files below a folder, sorted by name; skips dot files, `__pycache__` and links that lead out of the folder.
struct FolderReader {
    private let sizeLimit: Int
    private var size = 0
    private(set) var files: [(name: String, bytes: [UInt8])] = []

    init(sizeLimit: Int) {
        self.sizeLimit = sizeLimit
    }

    mutating func read(_ root: String) throws(StaticFilesError) {
        guard let real = Self.realPath(root) else { throw .unreadable(root, reason: SystemError.text(of: errno)) }
        try readFolder(real, name: "", root: real, open: [])
        files.sort { $0.name < $1.name }
    }

    private mutating func readFolder(
        _ path: String, name: String, root: String, open: Set<String>
    ) throws(StaticFilesError) {
        guard let folder = opendir(path) else { throw .unreadable(path, reason: SystemError.text(of: errno)) }
        defer { closedir(folder) }
        while let entry = readdir(folder) {
            let entryName = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard !entryName.hasPrefix("."), entryName != "__pycache__" else { continue }
            // Skip links that lead outside or form a cycle.
            guard let real = Self.realPath(path + "/" + entryName), real.hasPrefix(root + "/"), !open.contains(real) else {
                continue
            }
            var status = stat()
            guard stat(real, &status) == 0 else { continue }
            if status.st_mode & S_IFMT == S_IFDIR {
                try readFolder(real, name: name + entryName + "/", root: root, open: open.union([real]))
            } else if status.st_mode & S_IFMT == S_IFREG {
                try readFile(real, name: name + entryName, root: root)
            }
        }
    }

    private mutating func readFile(_ path: String, name: String, root: String) throws(StaticFilesError) {
        do {
            guard let bytes = try OpenFile.contents(of: path, upTo: sizeLimit - size) else {
                throw StaticFilesError.tooLarge(root, limit: sizeLimit)
            }
            size += bytes.count
            files.append((name, bytes))
        } catch let error as SystemError {
            throw .unreadable(path, reason: SystemError.text(of: error.code))
        } catch let error as StaticFilesError {
            throw error
        } catch {
            throw .unreadable(path, reason: "\(error)")
        }
    }

    private static func realPath(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
