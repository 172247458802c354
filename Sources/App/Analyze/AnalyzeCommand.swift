import Foundation
import Glibc
import Music
import System
import Text
import Workers

/// `downbeat analyze`: analyzes each file in a worker, and prints a line of JSON for each on standard output, in the order of the
/// files. With `--live`, it prints the lines of what could be said while one file is heard; while the sound of a pipe comes, it says
/// them.
struct AnalyzeCommand: Sendable {
    /// Bytes of the longest click track: ten hours of 96 kHz stereo fit.
    private static let longestWave = 16 << 30

    private let options: AnalyzeOptions
    private let clock = MachineClock()
    private let outputs: AnalyzeOutputs
    private let program: WorkerProgram
    private let pool: WorkerPool
    private let tellMissing: @Sendable (String) -> Void
    private let bar: ProgressBar

    init(_ options: AnalyzeOptions) throws(Failure) {
        self.options = options
        outputs = try AnalyzeOutputs(options)
        let bar = ProgressBar(files: options.files.count)
        tellMissing = { wall in
            bar.printing { Self.complain("this kernel lacks \(wall), a part of the sandbox for decoders; they run without it") }
        }
        program = try WorkerProgram()
        pool = WorkerPool(jobs: options.jobs, program: program, tellMissing: tellMissing)
        self.bar = bar
    }

    /// Returns whether all files were analyzed.
    func run() async -> Bool {
        await withTaskGroup(of: (Int, Result<String, AnalyzeProblem>).self) { group in
            var waiting = Array(options.files.enumerated())[...]
            func startNext() {
                guard let (index, file) = waiting.popFirst() else { return }
                group.addTask { (index, await analyze(file, index)) }
            }
            // One more than there are workers: while one file's results are written, its worker has the next.
            for _ in 0..<options.jobs + 1 { startNext() }
            var results: [Int: Result<String, AnalyzeProblem>] = [:]
            var next = 0
            var allWell = true
            for await (index, result) in group {
                results[index] = result
                bar.finish(index)
                startNext()
                while let result = results.removeValue(forKey: next) {
                    allWell = tell(result, of: options.files[next]) && allWell
                    next += 1
                }
            }
            return allWell
        }
    }

    /// Returns whether there were results, and they could be printed.
    private func tell(_ result: Result<String, AnalyzeProblem>, of file: String) -> Bool {
        bar.printing {
            switch result {
            case .success(let lines):
                guard let error = Descriptor.write(Array(lines.utf8), to: STDOUT_FILENO) else { return true }
                Self.complain("\(file): \(Self.unwritten(error))")
            case .failure(let problem): Self.complain("\(file): \(problem)")
            }
            return false
        }
    }

    private static func unwritten(_ error: SystemError) -> String {
        "the result cannot be printed (\(SystemError.text(of: error.code)))"
    }

    private func analyze(_ file: String, _ index: Int) async -> Result<String, AnalyzeProblem> {
        do {
            if options.live, file == "-", !InputSource.isFile {
                try listen()
                return .success("")
            }
            let start = clock.now
            let source = try InputSource(file, spoolingIn: outputs.scratchFolder)
            let (task, arguments) = options.live ? ("live-beats", [file, "\(options.delay ?? 0)"]) : ("analysis", [file])
            var job = WorkerJob(
                task: task, arguments: arguments, input: source.source, outputFolder: outputs.scratchFolder)
            job.limits = options.limits
            let bar = bar
            let result = try await pool.run(job) { bar.advance(index, to: $0) }
            guard let output = result.output else { throw WorkerFailure.garbled }
            if options.live { return .success(String(decoding: try output.start(atMost: .max), as: UTF8.self)) }
            let analysis = try TrackAnalysis(descriptor: output.raw)
            try analysis.verify()
            let seconds = clock.seconds(since: start)
            try outputs.write(analysis, output, of: file)
            if let click = outputs.click(of: file) {
                job.task = "click"
                job.second = .file(output)
                job.limits?.output = Self.longestWave
                if let wave = try await pool.run(job).output { try NewFile.write(copyOf: wave.raw, to: click) }
            }
            return .success(try TrackReport(file: file, analysis: analysis, seconds: seconds).line() + "\n")
        } catch {
            return .failure(AnalyzeProblem(error))
        }
    }

    /// Hears the standard input as it comes, and prints each line when it is said.
    private func listen() throws {
        // A parent may have left it so; the worker waits in reads.
        let flags = fcntl(STDIN_FILENO, F_GETFL)
        if flags >= 0 { _ = fcntl(STDIN_FILENO, F_SETFL, flags & ~O_NONBLOCK) }
        let job = WorkerJob(task: "live-beats", arguments: ["-", "\(options.delay ?? 0)"])
        try WorkerPipe.run(job, reading: STDIN_FILENO, program: program, tellMissing: tellMissing) { bytes in
            // Nothing else reaches a terminal, even if the sound has taken over the worker.
            guard bytes.allSatisfy({ $0 == UInt8(ascii: "\n") || (0x20..<0x7F).contains($0) }) else { return .garbled }
            return Descriptor.write(Array(bytes), to: STDOUT_FILENO).map { .refused(Self.unwritten($0)) }
        }
    }

    /// Prints one line for a person at the terminal, even if a file's name contains control characters.
    private static func complain(_ text: String) {
        _ = Descriptor.write(Array("downbeat: \(text.asOneLine)\n".utf8), to: STDERR_FILENO)
    }
}

/// Why a file was not analyzed, in one sentence.
struct AnalyzeProblem: Error, CustomStringConvertible {
    let description: String

    init(_ error: any Error) {
        description = "\(error)"
    }
}

/// The input of an analysis: a file, or a copy of the standard input.
struct InputSource {
    let source: WorkerJob.Source

    /// Whether the standard input is a file, which is all there.
    static var isFile: Bool {
        var status = stat()
        return fstat(STDIN_FILENO, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    init(_ name: String, spoolingIn folder: String) throws {
        guard name == "-" else {
            source = .path(name)
            return
        }
        let spool = try WorkerFile(namelessIn: folder)
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        var done = 0
        while true {
            let count = read(STDIN_FILENO, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw SystemError("reading the standard input") }
            guard count > 0 else { break }
            try NewFile.write(Array(buffer[..<count]), to: spool.raw, at: done)
            done += count
        }
        source = .file(spool)
    }
}
