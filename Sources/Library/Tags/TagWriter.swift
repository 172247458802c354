import System
import Workers

/// Reads and writes the tags of open files in sandboxed workers.
struct TagWriter: Sendable {
    /// A worker reads the file twice; its memory holds the pictures twice.
    private static let memory = 512 << 20
    /// The most bytes by which tags may grow.
    private static let mostGrowth = 64 << 20
    /// The size in which a new cover is tried out.
    private static let trialEdge = 64

    let pool: WorkerPool
    let covers: CoverMaker
    let spool: String

    /// All editable fields. A cover that is too large to edit is left out.
    func tags(of file: WorkerFile, called name: String) async throws -> TagFields {
        let job = WorkerJob(
            task: "read-tags", arguments: [name], input: .file(file), outputFolder: spool,
            limits: WorkerLimits(seconds: 120, processorSeconds: 60, memory: Self.memory, output: TagFields.mostBytes))
        guard let output = try await pool.run(job).output else { throw WorkerFailure.garbled }
        let bytes = try await DiskThreads.run { try output.start(atMost: TagFields.mostBytes) }
        guard let fields = TagFields(bytes: bytes) else { throw WorkerFailure.garbled }
        return fields
    }

    /// Writes these fields, and no others, into `copy`, which is a copy of `original`.
    func write(_ changes: TagFields, of original: WorkerFile, called name: String, into copy: WorkerFile) async throws {
        let asked = try await spooled(changes.bytes)
        var limits = WorkerLimits(memory: Self.memory, output: original.size + Self.mostGrowth)
        limits.seconds = 120 + Double(original.size >> 20)
        let job = WorkerJob(
            task: "edit-tags", arguments: [name], input: .file(original), second: .file(asked), target: copy, limits: limits)
        _ = try await pool.run(job)
    }

    /// A copy without a name that has these fields.
    func copy(of original: WorkerFile, called name: String, with changes: TagFields) async throws -> WorkerFile {
        let spool = spool
        let copy = try await DiskThreads.run {
            let copy = try WorkerFile(namelessIn: spool)
            try NewFile.copy(original.raw, to: copy.raw)
            return copy
        }
        try await write(changes, of: original, called: name, into: copy)
        return copy
    }

    /// Throws unless the bytes are a picture that can be decoded.
    func check(_ picture: [UInt8]) async throws(TagRefusal) {
        do {
            _ = try await covers.cover(of: .file(try await spooled(picture)), name: "cover", edge: Self.trialEdge)
        } catch let error as SystemError {
            throw TagRefusal(error)
        } catch {
            throw .noPicture("\(error)")
        }
    }

    private func spooled(_ bytes: [UInt8]) async throws -> WorkerFile {
        let spool = spool
        return try await DiskThreads.run {
            let file = try WorkerFile(namelessIn: spool)
            try NewFile.write(bytes, to: file.raw, at: 0)
            return file
        }
    }
}
