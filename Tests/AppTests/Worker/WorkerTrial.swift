import Foundation
import Glibc
import Testing
import Waiting

@testable import Worker
@testable import Workers

/// Jobs for the real program's workers.
enum WorkerTrial {
    /// Limits short enough for a test.
    static let limits = WorkerLimits(seconds: patience, processorSeconds: 5, memory: 64 << 20, output: 1 << 20)

    static func pool(
        jobs: Int = 1, tellMissing: @escaping @Sendable (String) -> Void = { _ in }
    ) throws -> WorkerPool {
        WorkerPool(jobs: jobs, program: try Downbeat.worker, tellMissing: tellMissing)
    }

    /// A file that may be run and is no program.
    static func noProgram(in folder: TemporaryFolder) throws -> WorkerProgram {
        try folder.write("no program", to: "downbeat-worker")
        chmod(folder.path + "/downbeat-worker", 0o755)
        return try WorkerProgram(at: folder.path + "/downbeat-worker")
    }

    /// A folder with a hard link to a program, on the same file system: a copy could not be run while another thread's child
    /// process still has it open for writing.
    static func folderOfLink(to program: String) throws -> TemporaryFolder {
        let program = URL(fileURLWithPath: program)
        let folder = try TemporaryFolder(in: program.deletingLastPathComponent().path)
        try FileManager.default.linkItem(atPath: program.path, toPath: "\(folder.path)/\(program.lastPathComponent)")
        return folder
    }

    static func job(_ attempt: Attempt, _ change: (inout WorkerJob) -> Void = { _ in }) -> WorkerJob {
        var job = WorkerJob(task: "attempt", arguments: [attempt.rawValue], limits: limits)
        change(&job)
        return job
    }

    /// Runs a worker that never ends, and `body` with its process id once it runs.
    static func whileSilent(_ pool: WorkerPool, _ body: (pid_t) throws -> Void) async throws {
        let (started, start) = AsyncStream<Void>.makeStream()
        let ticket = pool.submit(job(.silence)) { _ in start.yield() }
        for await _ in started { break }
        let workers = try ProcessEntry.workers(of: getpid())
        for worker in workers { try body(worker.id) }
        ticket.cancel()
        let outcome = await ticket.outcome()
        guard workers.count == 1, case .failure(.cancelled) = outcome else { throw NeverHappened("one worker") }
    }

    /// The result of a job, as a value that can be compared.
    static func outcome(_ job: WorkerJob, _ pool: WorkerPool) async -> Result<[String], WorkerFailure> {
        do {
            return .success(try await pool.run(job).notes)
        } catch {
            return .failure(error)
        }
    }
}

/// A process, read from /proc (proc(5)).
struct ProcessEntry {
    let id: pid_t
    let state: Character
    let parent: pid_t
    let session: pid_t

    /// Nil if the process is gone.
    init?(_ id: pid_t) {
        guard let text = try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8),
            let end = text.lastIndex(of: ")")
        else { return nil }
        let fields = text[text.index(after: end)...].split(separator: " ")
        guard let state = fields.first?.first, let parent = pid_t(fields[1]), let session = pid_t(fields[3]) else { return nil }
        (self.id, self.state, self.parent, self.session) = (id, state, parent, session)
    }

    var isDead: Bool { state == "Z" || state == "X" }

    /// The workers of a process, including zombies: they are in the session of the zygote that forked them.
    static func workers(of parent: pid_t) throws -> [ProcessEntry] {
        let home = ProcessEntry(parent)?.session
        return try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { pid_t($0) }
            .compactMap { ProcessEntry($0) }.filter { $0.parent == parent && $0.session != $0.id && $0.session != home }
    }
}

/// The descriptors of this process that only worker pools use: process handles, and pipes that do not block.
func descriptorsOfPools() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { name in
        guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)") else { return nil }
        if target.contains("pidfd") { return target }
        guard target.hasPrefix("pipe:"), let number = Int32(name) else { return nil }
        return fcntl(number, F_GETFL) & O_NONBLOCK != 0 ? target : nil
    }
}

/// A suite whose tests count the workers of this process.
struct CountsWorkers: SuiteTrait, TestScoping {
    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await WorkerTurns.count { try await function() }
    }
}
