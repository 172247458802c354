import Glibc
import System
package import Workers

/// Recordings of live sound, which become uploads.
extension Library {
    /// The folder within that for uploads.
    private static let folder = "Recordings"
    /// Seconds in which twelve hours are written anew, on a small board.
    private static let patience = 2 * 3600

    /// An empty file for a recording that begins now.
    package func newRecording(of input: String, at wall: Int64) async throws -> RecordingFile {
        let (folder, stem) = (data.recordings, "\(Self.words(of: wall)) \(input)")
        return try await DiskThreads.run { try RecordingFile(newIn: folder, called: stem) }
    }

    /// Starts the process that writes a recording.
    package func recorder(of recording: RecordingFile) async throws -> StreamWorker {
        let (program, tellMissing) = (program, tellMissing)
        return try await DiskThreads.run {
            try StreamWorker(recordingInto: recording.file, program: program, tellMissing: tellMissing)
        }
    }

    /// Recordings that were not stored, since the server ended. Blocks.
    package func leftRecordings() throws -> [RecordingFile] { try RecordingFile.all(in: data.recordings) }

    /// Moves a recording into the folder for uploads. One that was cut off lacks its length, and is written anew.
    package func store(_ recording: RecordingFile, isWhole: Bool) async throws {
        let file = isWhole ? recording.file : try await rewritten(recording)
        let tags = TagFields([
            .title: [Array(recording.stem.utf8)], .album: [Array(Self.folder.utf8)],
            .year: [Array(recording.stem.utf8.prefix("2026-11-30".utf8.count))],
        ])
        _ = try await receive([UploadedFile(name: recording.name, in: [Self.folder], file: file, tags: tags)], again: true)
        try await DiskThreads.run { recording.remove() }
    }

    private func rewritten(_ recording: RecordingFile) async throws -> WorkerFile {
        let size = recording.file.size
        let job = WorkerJob(
            task: "stream", arguments: [recording.name, StreamForm.flac.rawValue], input: .file(recording.file),
            outputFolder: data.spool,
            limits: WorkerLimits(seconds: Double(Self.patience), processorSeconds: Self.patience, output: size * 2 + 1 << 20))
        guard let file = try await uploads?.pool.run(job).output else { throw WorkerFailure.garbled }
        return file
    }

    /// A moment as files are named: "2026-11-30 21.14".
    private static func words(of wall: Int64) -> String {
        var (second, parts) = (time_t(wall / 1_000_000), tm())
        localtime_r(&second, &parts)
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(parts.tm_year + 1_900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday)) \(two(parts.tm_hour)).\(two(parts.tm_min))"
    }
}
