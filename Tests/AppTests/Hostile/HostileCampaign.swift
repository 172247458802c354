import Foundation
import Synchronization
import Waiting

/// Analyzes batches of corrupted files with several workers, and reports violations of the program's guarantees.
struct HostileCampaign: Sendable {
    /// The result of a batch.
    struct Outcome: Sendable {
        /// Violations, with the file or the batch.
        var findings: [String] = []
        /// The number of files by result: the error, or "a result".
        var endings: [String: Int] = [:]
        /// Files that crashed the decoder, although the program continued.
        var crashes: [String] = []

        static func += (all: inout Outcome, one: Outcome) {
            all.findings += one.findings
            all.crashes += one.crashes
            all.endings.merge(one.endings, uniquingKeysWith: +)
        }
    }

    /// Enough for a program that closes each file, too few for one that leaks any.
    private static let descriptors = 40

    let program: String
    let sounds: [HostileSound]
    let seed: UInt64
    /// The number of workers.
    var jobs = 2
    /// Timeout for one file in seconds.
    var timeout = 20

    /// Writes the corrupted file numbered `number` and returns its path. The same seed gives the same file.
    func writeCase(_ number: Int, in folder: String) throws -> String {
        var random = SeededGenerator(seed: seed &+ UInt64(number) &* 0x1000)
        let sound = sounds[number % sounds.count]
        let other = sounds[Int.random(in: sounds.indices, using: &random)]
        var bytes = sound.bytes
        var names: [String] = []
        for _ in 0..<(Int.random(in: 0..<3, using: &random) == 0 ? 2 : 1) {
            let mutation = HostileMutation.allCases[Int.random(in: HostileMutation.allCases.indices, using: &random)]
            bytes = mutation.applied(to: bytes, other: other.bytes, using: &random)
            names.append(mutation.rawValue)
        }
        // Some files have a wrong ending, too.
        let ending = Int.random(in: 0..<10, using: &random) == 0 ? other.ending : sound.ending
        let path = "\(folder)/\(number)-\(names.joined(separator: "-")).\(ending)"
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return path
    }

    /// Analyzes the files in one run of the program and checks its output, its workers and its time.
    func run(_ files: [String]) async throws -> Outcome {
        let words = ["analyze", "--jobs", "\(jobs)", "--timeout", "\(timeout)"] + files
        let command = ["-c", "ulimit -n \(Self.descriptors); exec \"$0\" \"$@\"", program] + words
        let mostWorkers = Mutex(0)
        let longest = Double(timeout * (files.count + jobs - 1) / jobs + timeout)
        return try await ChildProcess.running("/bin/sh", command) { process in
            let id = process.id
            let transcript = process.transcript
            try await blocking {
                let end = Date() + longest
                while !transcript.hasEnded && Date() < end {
                    let count = Self.workers(of: id)
                    mostWorkers.withLock { $0 = max($0, count) }
                    usleep(50_000)
                }
            }
            guard transcript.hasEnded else { return Outcome(findings: ["a batch hangs: \(files)"]) }
            let ending = try await process.end()
            var outcome = judge(files, said: transcript.text(0), complaints: transcript.text(1))
            if ending != .code(0) && ending != .code(1) { outcome.findings.append("the program ended with \(ending)") }
            let most = mostWorkers.withLock { $0 }
            if most > jobs { outcome.findings.append("\(most) workers at a time, not \(jobs)") }
            return outcome
        }
    }

    /// Checks that each file has exactly one line, and each line has a file.
    private func judge(_ files: [String], said: String, complaints: String) -> Outcome {
        var outcome = Outcome()
        var answers: [String: [String]] = [:]
        for line in said.split(separator: "\n") {
            guard let name = Self.file(inResult: String(line)) else {
                outcome.findings.append("no result: \(line.prefix(200))")
                continue
            }
            answers[name, default: []].append("a result")
        }
        for line in complaints.split(separator: "\n") {
            guard let name = files.first(where: { line.hasPrefix("downbeat: \(Self.plain($0)): ") }) else {
                outcome.findings.append("no file's complaint: \(line.prefix(200))")
                continue
            }
            answers[name, default: []].append(String(line.dropFirst("downbeat: \(Self.plain(name)): ".count)))
        }
        for file in files {
            let ways = answers[file] ?? []
            if ways.count != 1 { outcome.findings.append("\(ways.count) answers for \(file)") }
            guard let way = ways.first else { continue }
            outcome.endings[way, default: 0] += 1
            if way.contains("crash") { outcome.crashes.append("\(file): \(way)") }
            if way.contains("Too many open files") { outcome.findings.append("descriptors ran out at \(file)") }
        }
        return outcome
    }

    private static func file(inResult line: String) -> String? {
        struct Result: Decodable { let file: String }
        return try? JSONDecoder().decode(Result.self, from: Data(line.utf8)).file
    }

    /// A name as the program prints it: without control characters, which a terminal would obey.
    private static func plain(_ name: String) -> String {
        String(String.UnicodeScalarView(name.unicodeScalars.map { $0.value < 32 || $0.value == 127 ? "\u{FFFD}" : $0 }))
    }

    /// The number of its workers, including zombies: its other child is their zygote, which has a session of its own.
    private static func workers(of parent: pid_t) -> Int {
        let folders = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(parent)/task")) ?? []
        return folders.map { task in
            let text = try? String(contentsOfFile: "/proc/\(parent)/task/\(task)/children", encoding: .utf8)
            let children = (text?.split(separator: " ") ?? []).compactMap { pid_t($0) }.compactMap { ProcessEntry($0) }
            return children.filter { $0.session != $0.id }.count
        }.reduce(0, +)
    }
}
