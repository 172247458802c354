import Music
import Synchronization
import Workers

/// Reads the tags and the identity of uploads, which have no place in a music folder yet.
final class UploadProber: Sendable {
    private let desk: ProbeDesk
    private let held: Held

    /// The files that are being probed, by the paths under which the desk asks for them.
    private final class Held: Sendable {
        let files = Mutex<[[UInt8]: WorkerFile]>([:])
    }

    init(program: WorkerProgram, tellMissing: @escaping @Sendable (String) -> Void) {
        let held = Held()
        self.held = held
        desk = ProbeDesk(
            jobs: 1, program: program,
            open: { path throws(WorkerFailure) in
                guard let file = held.files.withLock({ $0[path] }) else { throw .unreadable("is gone") }
                return try WorkerFile(sharing: file.raw)
            },
            tellMissing: tellMissing)
    }

    /// Throws unless the file is one of music.
    func probe(_ file: WorkerFile, called name: String) async throws(WorkerFailure) -> TrackProbe {
        let path = Array("\(UInt64.random(in: 0 ... .max))/\(name)".utf8)
        held.files.withLock { $0[path] = file }
        defer { held.files.withLock { _ = $0.removeValue(forKey: path) } }
        guard let outcome = await desk.probe([FileToProbe(path: path)]).first else { throw .cancelled }
        return try outcome.get().probe
    }
}
