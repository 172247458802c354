import Foundation

/// A temporary folder that is deleted with this object.
final class TemporaryFolder: Sendable {
    let path: String

    convenience init() throws {
        try self.init(in: FileManager.default.temporaryDirectory.path)
    }

    init(in parent: String) throws {
        path = parent + "/downbeat-tests-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        // Files left over in the system's temporary folder do no harm.
        try? FileManager.default.removeItem(atPath: path)
    }

    func write(_ text: String, to name: String) throws {
        try text.write(toFile: "\(path)/\(name)", atomically: false, encoding: .utf8)
    }

    /// Writes a file and returns its path.
    @discardableResult
    func write(_ bytes: [UInt8], to name: String) throws -> String {
        let file = "\(path)/\(name)"
        try Data(bytes).write(to: URL(fileURLWithPath: file))
        return file
    }
}
