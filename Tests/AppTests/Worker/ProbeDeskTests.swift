import CLinux
import Foundation
import Glibc
import Music
import Synchronization
import Testing
import Waiting

@testable import Worker
@testable import Workers

/// Probes files with the real program's workers.
private enum DeskTrial {
    static func desk(
        jobs: Int = 1, attempts: Bool = false, tellMissing: (@Sendable (String) -> Void)? = nil,
        change: (inout ProbeRules) -> Void = { _ in }
    ) throws -> ProbeDesk {
        var rules = ProbeRules()
        rules.limits.seconds = patience
        if attempts { rules.arguments = [ProbeRules.withAttempts] }
        change(&rules)
        return ProbeDesk(jobs: jobs, program: try Downbeat.worker, rules: rules, tellMissing: tellMissing ?? { _ in })
    }

    /// A mono WAV file whose length distinguishes it from others.
    static func wave(samples: Int) -> [UInt8] {
        func number(_ value: Int, _ width: Int) -> [UInt8] { (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        let sound = (0..<samples).flatMap { number($0 % 251 * 100, 2) }
        let format = number(1, 2) + number(1, 2) + number(8000, 4) + number(16_000, 4) + number(2, 2) + number(16, 2)
        let rest = Array("WAVEfmt ".utf8) + number(16, 4) + format + Array("data".utf8) + number(sound.count, 4) + sound
        return Array("RIFF".utf8) + number(rest.count, 4) + rest
    }

    static func file(_ path: String) -> FileToProbe { FileToProbe(path: Array(path.utf8)) }

    static func failure(_ outcome: Result<ProbedFile, WorkerFailure>) -> WorkerFailure? {
        if case .failure(let failure) = outcome { failure } else { nil }
    }
}

/// Serialized, since each test counts the workers of this process.
extension WorkerTests {
    @Suite("Probing files") struct Desk {
        private let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
        }

        private func waves(_ count: Int) throws -> [FileToProbe] {
            try (0..<count).map { DeskTrial.file(try folder.write(DeskTrial.wave(samples: 800 + $0), to: "\($0).wav")) }
        }

        @Test("the tags and lengths of every format are returned by the sandboxed worker", .needs(.ffmpeg))
        func formats() async throws {
            let source = try folder.write(DeskTrial.wave(samples: 16_000), to: "source.wav")
            let names = ["a.mp3", "a.flac", "a.m4a", "a.ogg", "a.opus", "a.wav", "a.aiff", "a.mka", "a.wma", "a.aac", "a.wv"]
            for name in names {
                let made = try await ChildProcess.run(
                    Tool.ffmpeg.found(),
                    ["-v", "error", "-nostdin", "-y", "-i", source, "-metadata", "title=T", "\(folder.path)/\(name)"])
                #expect(made.ending == .code(0), "\(made.err)")
            }
            let outcomes = await (try DeskTrial.desk()).probe(names.map { DeskTrial.file("\(folder.path)/\($0)") })
            for (name, outcome) in zip(names, outcomes) {
                let probe = try outcome.get().probe
                let duration = try #require(probe.duration)
                // ADTS has no length: it is estimated from the bit rate.
                #expect(abs(duration - 2) < (name == "a.aac" ? 0.5 : 0.1), "\(name)")
                if !["a.aac", "a.aiff"].contains(name) { #expect(probe.description.tags.title == "T", "\(name)") }
            }
        }

        @Test("answers have the order of the files and the status of each, with any number of workers", arguments: [1, 3])
        func order(jobs: Int) async throws {
            let files = try waves(200)
            let outcomes = await (try DeskTrial.desk(jobs: jobs)).probe(files)
            #expect(outcomes.count == files.count)
            for (number, outcome) in outcomes.enumerated() {
                let found = try outcome.get()
                #expect(found.probe.duration == Double(800 + number) / 8000)
                var status = stat()
                stat("\(folder.path)/\(number).wav", &status)
                #expect(found.size == Int64(status.st_size) && found.inode == UInt64(status.st_ino))
                #expect(found.modified == Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec))
            }
        }

        @Test("concurrent calls each get their own answers")
        func calls() async throws {
            let files = try waves(60)
            let desk = try DeskTrial.desk(jobs: 2)
            await withTaskGroup(of: Bool.self) { group in
                for start in 0..<10 {
                    group.addTask {
                        let outcomes = await desk.probe(Array(files[start..<start + 50]))
                        let durations = outcomes.map { try? $0.get().probe.duration }
                        return durations == (start..<start + 50).map { Double(800 + $0) / 8000 }
                    }
                }
                for await isRight in group { #expect(isRight) }
            }
            let none = await desk.probe([])
            #expect(none.isEmpty)
        }

        @Test("a file that crashes its worker in any way fails alone", arguments: [1, 2])
        func crashes(jobs: Int) async throws {
            let kinds = ["crash", "babble", "program", "memory"]
            var files = try waves(80)
            for (number, kind) in kinds.enumerated() {
                files.insert(DeskTrial.file(try folder.write("-", at: "\(kind).mp3")), at: 15 * (number + 1))
            }
            let desk = try DeskTrial.desk(jobs: jobs, attempts: true, change: { $0.limits.memory = 64 << 20 })
            let outcomes = await desk.probe(files)
            let failures = outcomes.indices.filter { DeskTrial.failure(outcomes[$0]) != nil }
            #expect(failures == [15, 30, 45, 60])
            if case .crashed? = DeskTrial.failure(outcomes[15]) {} else { Issue.record("\(outcomes[15])") }
            #expect(DeskTrial.failure(outcomes[30]) == .garbled)
            #expect(DeskTrial.failure(outcomes[45]) == .crashed(signal: SIGSYS))
            #expect(DeskTrial.failure(outcomes[60]) == .ranOutOfMemory)
        }

        @Test("a file on which its worker hangs runs into the timeout, and fails alone")
        func hangs() async throws {
            var files = try waves(20)
            files.insert(DeskTrial.file(try folder.write("-", at: "silence.mp3")), at: 10)
            let desk = try DeskTrial.desk(attempts: true, change: { $0.limits.seconds = 0.5 })
            let outcomes = await desk.probe(files)
            #expect(outcomes.indices.filter { DeskTrial.failure(outcomes[$0]) != nil } == [10])
            #expect(DeskTrial.failure(outcomes[10]) == .timedOut(seconds: 0.5))
        }

        @Test("the sandbox holds for this work too")
        func walls() async throws {
            let attempts: [Attempt] = [.file, .folder, .socket, .process, .thread, .code, .signal, .limits, .descriptor]
            let files = try attempts.map { DeskTrial.file(try folder.write("-", at: "\($0.rawValue).mp3")) }
            let told = Mutex<[String]>([])
            let desk = try DeskTrial.desk(attempts: true, tellMissing: { wall in told.withLock { $0.append(wall) } })
            let outcomes = await desk.probe(files)
            for outcome in outcomes { #expect(DeskTrial.failure(outcome) == .refused("Operation not permitted")) }
            let missing = told.withLock { $0 }
            #expect(missing == (Landlock.here.version > 0 ? [] : ["Landlock"]))
        }

        @Test("what is not music or not a file has a reason, and no pipe is waited for")
        func refusals() async throws {
            mkfifo(folder.path + "/pipe", 0o600)
            let text = try folder.write("no music\n", at: "text.mp3")
            let empty = try folder.write("", at: "empty.mp3")
            let paths = [folder.path, folder.path + "/pipe", "/dev/null", folder.path + "/none", text, empty]
            let outcomes = await (try DeskTrial.desk()).probe(paths.map { DeskTrial.file($0) })
            #expect(
                outcomes.map { DeskTrial.failure($0) } == [
                    .unreadable("is a folder, not a file"), .unreadable("is a named pipe, not a file"),
                    .unreadable("is a device, not a file"), .unreadable("cannot be opened (No such file or directory)"),
                    .refused("the file is not audio; it looks like text"), .refused("the file is empty"),
                ])
        }

        @Test("a name that is not UTF-8 is valid")
        func bytes() async throws {
            let path = Array(folder.path.utf8) + [0x2F, 0xFF, 0xFE, 0x80] + Array(".wav".utf8)
            let descriptor = (path + [0]).withUnsafeBytes {
                open($0.bindMemory(to: CChar.self).baseAddress!, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
            }
            let wave = DeskTrial.wave(samples: 800)
            #expect(write(descriptor, wave, wave.count) == wave.count)
            close(descriptor)
            let outcomes = await (try DeskTrial.desk()).probe([FileToProbe(path: path)])
            #expect(try outcomes[0].get().probe.duration == 0.1)
        }

        @Test("workers are replaced after some files, and end with their desk")
        func ends() async throws {
            let files = try waves(50)
            do {
                let desk = try DeskTrial.desk(jobs: 2, change: { $0.filesPerWorker = 7 })
                let outcomes = await desk.probe(files)
                #expect(outcomes.allSatisfy { DeskTrial.failure($0) == nil })
                let left = try ProcessEntry.workers(of: getpid()).count
                #expect(1...2 ~= left)
            }
            try await eventually("the workers' end") { try ProcessEntry.workers(of: getpid()).isEmpty }
        }

        @Test("an idle worker ends, and a new one starts when there is work")
        func idle() async throws {
            let files = try waves(2)
            let desk = try DeskTrial.desk(change: { $0.idleSeconds = 0 })
            for _ in 0..<3 {
                let outcomes = await desk.probe(files)
                #expect(outcomes.allSatisfy { DeskTrial.failure($0) == nil })
                try await eventually("the worker's end") { try ProcessEntry.workers(of: getpid()).isEmpty }
            }
        }

        @Test("cancelling skips the files that were not begun")
        func cancel() async throws {
            let files = try waves(3) + [DeskTrial.file(try folder.write("-", at: "silence.mp3"))] + waves(30)
            let desk = try DeskTrial.desk(attempts: true, change: { $0.limits.seconds = 1 })
            let task = Task { await desk.probe(files) }
            try await eventually("a worker") { try !ProcessEntry.workers(of: getpid()).isEmpty }
            task.cancel()
            let outcomes = await task.value
            #expect(outcomes.count == files.count)
            #expect(DeskTrial.failure(outcomes[files.count - 1]) == .cancelled)
        }

        @Test("if the program cannot be started, this is the reason for each file")
        func noProgram() async throws {
            let folder = try TemporaryFolder()
            let desk = ProbeDesk(jobs: 1, program: try WorkerTrial.noProgram(in: folder))
            let outcomes = await desk.probe(try waves(3))
            for outcome in outcomes { #expect(DeskTrial.failure(outcome) == .couldNotStart(code: ENOEXEC)) }
        }
    }
}

@Suite("A worker's answer about a file") struct ProbeAnswerTests {
    private static var full: TrackProbe {
        var tags = Tags()
        (tags.title, tags.artist, tags.album) = ("Über", "", "🎵")
        (tags.year, tags.track, tags.compilation, tags.trackGain, tags.albumPeak) = (1974, 3, false, -6.5, 0.99)
        (tags.isrc, tags.musicBrainzID) = ("USRC17607839", "b1a9c0e9-d987-4042-ae91-78d6a3267d69")
        return TrackProbe(
            identity: ContentIdentity(high: .max, low: 7),
            description: TrackDescription(codec: "mp3", container: "mp3", tags: tags), duration: 12.5, sampleRate: 44_100,
            channels: 2, bitRate: nil, hasCover: true)
    }

    @Test(
        "every answer survives encoding, and a part of it is not an answer",
        arguments: [ProbeAnswer.probe(full), .refused("the file is empty")])
    func roundTrip(_ answer: ProbeAnswer) {
        let bytes = answer.bytes
        #expect(ProbeAnswer(bytes[...]) == answer)
        for count in bytes.indices { #expect(ProbeAnswer(bytes[..<count]) == nil) }
        #expect(ProbeAnswer((bytes + [0])[...]) == nil)
    }

    @Test("no altered byte makes the parser trap (seed 5)")
    func hostile() {
        var generator = SeededGenerator(seed: 5)
        let bytes = ProbeAnswer.probe(Self.full).bytes
        for _ in 0..<5000 {
            var changed = bytes
            for _ in 0..<3 {
                changed[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            if case .probe(let probe)? = ProbeAnswer(changed[...]) {
                #expect(probe.sampleRate >= 0 && probe.channels >= 0 && probe.duration ?? 0 >= 0)
            }
        }
    }
}

extension TemporaryFolder {
    /// Writes text into a file and returns its path.
    fileprivate func write(_ text: String, at name: String) throws -> String { try write(Array(text.utf8), to: name) }
}
