import CLinux
import Foundation
import Glibc
import Synchronization
import System
import Testing
import Waiting

@testable import Guardian
@testable import Library
@testable import Worker
@testable import Workers

/// Serialized, since each test counts the workers and descriptors of this process.
@Suite("Workers", .serialized, CountsWorkers()) struct WorkerTests {
    @Suite("Sandbox") struct Walls {
        @Test(
            "system calls that a decoder does not need are refused, with Landlock and without",
            arguments: [Attempt.file, .folder, .socket, .process, .thread, .code, .signal, .limits, .descriptor], [nil, 0])
        func refused(_ attempt: Attempt, landlock: Int?) async throws {
            let pool = try WorkerTrial.pool()
            let outcome = await WorkerTrial.outcome(WorkerTrial.job(attempt) { $0.landlock = landlock }, pool)
            #expect(outcome == .success(["Operation not permitted"]))
        }

        @Test("starting a program kills the worker")
        func program() async throws {
            let outcome = await WorkerTrial.outcome(WorkerTrial.job(.program), try WorkerTrial.pool())
            #expect(outcome == .failure(.crashed(signal: SIGSYS)))
        }

        @Test("the kernel shows it without capabilities, with a filter, at low priority and first to be killed")
        func status() async throws {
            let pool = try WorkerTrial.pool()
            try await WorkerTrial.whileSilent(pool) { id in
                let status = try String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8).split(separator: "\n")
                    .map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
                for line in ["NoNewPrivs: 1", "Seccomp: 2", "Threads: 1", "CapEff: 0000000000000000", "CapPrm: 0000000000000000"] {
                    #expect(status.contains(line))
                }
                #expect(getpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(id)) == 10)
                let badness = try String(contentsOfFile: "/proc/\(id)/oom_score_adj", encoding: .utf8)
                #expect(badness == "1000\n")
            }
        }

        @Test("every version of Landlock works, and without it the pool warns once", arguments: 0...7)
        func landlock(version: Int) async throws {
            let told = Mutex<[String]>([])
            let pool = try WorkerTrial.pool { wall in told.withLock { $0.append(wall) } }
            for _ in 0..<3 {
                let outcome = await WorkerTrial.outcome(WorkerTrial.job(.file) { $0.landlock = version }, pool)
                #expect(outcome == .success(["Operation not permitted"]))
            }
            let heard = told.withLock { $0 }
            // A kernel without Landlock has none to use.
            if Landlock.here.version > 0 { #expect(heard == (version == 0 ? ["Landlock"] : [])) }
        }
    }

    @Suite("Work") struct Work {
        @Test("a worker reads the given files and writes the parent's file")
        func files() async throws {
            let folder = try TemporaryFolder()
            try folder.write("first, ", to: "a")
            try folder.write("second", to: "b")
            let job = WorkerTrial.job(.work) {
                $0.input = .path(folder.path + "/a")
                $0.second = .path(folder.path + "/b")
                $0.outputFolder = folder.path
            }
            let steps = Mutex<[Double]>([])
            let result = try await WorkerTrial.pool().run(job) { part in steps.withLock { $0.append(part) } }
            let output = try #require(result.output)
            var bytes = [UInt8](repeating: 0, count: 100)
            let count = pread(output.raw, &bytes, bytes.count, 0)
            #expect(String(decoding: bytes.prefix(count), as: UTF8.self) == "first, second")
            #expect(output.size == 13)
            let told = steps.withLock { $0 }
            #expect(told == [0.5])
            let left = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
            #expect(left == ["a", "b"])
        }

        /// A track that comes piece by piece, and the analysis of it.
        private func analyze(
            _ wave: [UInt8], in folder: TemporaryFolder, sent: Int, then end: Result<Void, WorkerFailure>
        ) async throws -> (result: Result<WorkerFile?, WorkerFailure>, framesBeforeEnd: Int) {
            let file = try WorkerFile(namelessIn: folder.path)
            ftruncate(file.raw, off_t(wave.count))
            let arrival = Arrival(file, tail: wave.count)
            let (grown, growth) = AsyncStream<Int>.makeStream()
            let job = WorkerJob(task: "analysis", arguments: ["a.wav"], input: .file(try arrival.open()), outputFolder: folder.path)
            let running = Task { [pool = try WorkerTrial.pool()] () -> Result<WorkerFile?, WorkerFailure> in
                do throws(WorkerFailure) {
                    return .success(try await pool.run(job, progress: { _ in }, grown: { growth.yield($1) }).output)
                } catch {
                    return .failure(error)
                }
            }
            func send(_ range: Range<Int>) {
                for start in stride(from: range.lowerBound, to: range.upperBound, by: 100_000) {
                    let piece = Array(wave[start..<min(start + 100_000, range.upperBound)])
                    try? NewFile.write(piece, to: file.raw, at: start)
                    arrival.add(piece.count)
                }
            }
            send(0..<sent)
            var frames = grown.makeAsyncIterator()
            let first = await frames.next() ?? 0
            if case .success = end { send(sent..<wave.count) }
            arrival.end(end)
            return (await running.value, first)
        }

        @Test("an analysis begins while its track still comes, and is the same in the end")
        func arriving() async throws {
            let folder = try TemporaryFolder()
            let wave = ClickTrack(seconds: 20).wave
            let (result, frames) = try await analyze(wave, in: folder, sent: wave.count / 2, then: .success(()))
            #expect(frames > 180 && frames < 600)
            try Data(wave).write(to: URL(fileURLWithPath: folder.path + "/a.wav"))
            let job = WorkerJob(
                task: "analysis", arguments: ["a.wav"], input: .path(folder.path + "/a.wav"), outputFolder: folder.path)
            let whole = try #require(try await WorkerTrial.pool().run(job).output)
            let arrived = try #require(try result.get())
            #expect(try arrived.start(atMost: .max) == whole.start(atMost: .max) && whole.size > 10_000)
        }

        @Test("a track of which the rest does not come fails as its transfer does")
        func lost() async throws {
            let wave = ClickTrack(seconds: 20).wave
            let outcome = try await analyze(
                wave, in: TemporaryFolder(), sent: wave.count / 2, then: .failure(.outOfReach("is gone")))
            guard case .failure(.outOfReach("is gone")) = outcome.result else { throw NeverHappened("the transfer's failure") }
        }

        @Test("a result beyond the size limit is a failure with a reason")
        func tooLong() async throws {
            let folder = try TemporaryFolder()
            try folder.write(String(repeating: "x", count: 5000), to: "a")
            let job = WorkerTrial.job(.work) {
                $0.input = .path(folder.path + "/a")
                $0.outputFolder = folder.path
                $0.limits?.output = 4096
            }
            guard case .failure(.refused) = await WorkerTrial.outcome(job, try WorkerTrial.pool()) else {
                throw NeverHappened("a refusal")
            }
        }

        @Test("an unknown task ends without a result")
        func unknownTask() async throws {
            let outcome = await WorkerTrial.outcome(WorkerJob(task: "nonsense"), try WorkerTrial.pool())
            #expect(outcome == .failure(.garbled))
        }

        @Test("a program that is no program is reported as one that could not be started")
        func noProgram() async throws {
            let folder = try TemporaryFolder()
            let pool = WorkerPool(jobs: 1, program: try WorkerTrial.noProgram(in: folder))
            #expect(await WorkerTrial.outcome(WorkerTrial.job(.work), pool) == .failure(.couldNotStart(code: ENOEXEC)))
        }

        @Test("without its worker program downbeat says in one line what is missing")
        func alone() async throws {
            let folder = try WorkerTrial.folderOfLink(to: Downbeat.program)
            for words in [["analyze", "a.wav"], ["--data", folder.path + "/data", "--port", "0"], ["worker", "probe"]] {
                let said = try await ChildProcess.run(folder.path + "/downbeat", words)
                #expect(said.ending == .code(69))
                #expect(
                    said.err == "downbeat: \(folder.path)/downbeat-worker cannot be run (No such file or directory): it belongs "
                        + "beside downbeat, and \"swift build -c release\" builds both\n")
            }
        }

        @Test("the program stays the same when its file is replaced")
        func replaced() async throws {
            let folder = try WorkerTrial.folderOfLink(to: Downbeat.program + "-worker")
            let path = folder.path + "/downbeat-worker"
            let pool = WorkerPool(jobs: 1, program: try WorkerProgram(at: path))
            try FileManager.default.removeItem(atPath: path)
            #expect(await WorkerTrial.outcome(WorkerTrial.job(.work), pool) == .success(["allowed"]))
        }

        @Test("only the worker program is linked with a decoder")
        func noDecoder() throws {
            let decoder = Array("libavcodec.so".utf8)
            for (path, isLinked) in [(try Downbeat.program, false), (try Downbeat.program + "-worker", true)] {
                let bytes = try Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
                #expect((bytes.range(of: Data(decoder)) != nil) == isLinked)
            }
        }

        @Test("what is not a file is refused in one sentence, and no pipe is waited for")
        func noFile() async throws {
            let folder = try TemporaryFolder()
            let (pipe, socket) = (folder.path + "/pipe", folder.path + "/socket")
            mkfifo(pipe, 0o600)
            let listener = try Self.listen(socket)
            defer { close(listener) }
            let pool = try WorkerTrial.pool()
            for (path, reason) in [
                (folder.path, "is a folder, not a file"), (pipe, "is a named pipe, not a file"),
                (socket, "is a socket or a device, not a file"), ("/dev/null", "is a device, not a file"),
                (folder.path + "/none", "cannot be opened (No such file or directory)"),
            ] {
                let outcome = await WorkerTrial.outcome(WorkerTrial.job(.work) { $0.input = .path(path) }, pool)
                #expect(outcome == .failure(.unreadable(reason)))
            }
        }

        private static func listen(_ path: String) throws -> Int32 {
            let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8).prefix($0.count - 1)) }
            let size = socklen_t(MemoryLayout<sockaddr_un>.size)
            let outcome = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, size) }
            }
            guard outcome == 0 else { throw NeverHappened("a socket at \(path)") }
            return listener
        }
    }

    @Suite("Ends") struct Ends {
        @Test("a worker that uses too much time is killed, by the CPU clock and the wall clock")
        func time() async throws {
            let pool = try WorkerTrial.pool()
            let idle = WorkerTrial.job(.silence) { $0.limits?.seconds = 0.2 }
            #expect(await WorkerTrial.outcome(idle, pool) == .failure(.timedOut(seconds: 0.2)))
            let busy = WorkerTrial.job(.time) { $0.limits?.processorSeconds = 1 }
            #expect(await WorkerTrial.outcome(busy, pool) == .failure(.timedOut(seconds: 1)))
        }

        @Test("failures have their own cases", arguments: [(Attempt.memory, WorkerFailure.ranOutOfMemory), (.babble, .garbled)])
        func wrong(_ attempt: Attempt, failure: WorkerFailure) async throws {
            #expect(await WorkerTrial.outcome(WorkerTrial.job(attempt), try WorkerTrial.pool()) == .failure(failure))
        }

        @Test("a crash is reported with its signal")
        func crash() async throws {
            guard case .failure(.crashed(let signal)) = await WorkerTrial.outcome(WorkerTrial.job(.crash), try WorkerTrial.pool())
            else { throw NeverHappened("a crash") }
            #expect([SIGILL, SIGTRAP, SIGABRT].contains(signal))
        }

        @Test("a worker dies with its parent, however the parent ends")
        func parentDies() async throws {
            try await ChildProcess.running(try Downbeat.program, ["worker", "probe", "silence"]) { parent in
                let id = parent.id
                try await eventually("a worker") { try !ProcessEntry.workers(of: id).isEmpty }
                let worker = try #require(ProcessEntry.workers(of: id).first?.id)
                parent.signal(SIGKILL)
                try await eventually("the worker's death") { ProcessEntry(worker)?.isDead ?? true }
            }
        }

        @Test("cancelling kills the running worker and removes the waiting job from the queue")
        func cancel() async throws {
            let pool = try WorkerTrial.pool()
            let (started, start) = AsyncStream<Void>.makeStream()
            let working = Task { try await pool.run(WorkerTrial.job(.silence)) { _ in start.yield() } }
            // Wait until the first is running: otherwise the order of the two tasks is undefined.
            for await _ in started { break }
            let waiting = pool.submit(WorkerTrial.job(.silence))
            waiting.cancel()
            await #expect(throws: WorkerFailure.cancelled) { try await waiting.outcome().get() }
            working.cancel()
            await #expect(throws: WorkerFailure.cancelled) { try await working.value }
            #expect(await WorkerTrial.outcome(WorkerTrial.job(.work), pool) == .success(["allowed"]))
            let left = try ProcessEntry.workers(of: getpid())
            #expect(left.isEmpty)
        }

        @Test("a task that is cancelled before its request starts nothing")
        func cancelledBefore() async throws {
            let pool = try WorkerTrial.pool()
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await pool.run(WorkerTrial.job(.silence))
            }
            await #expect(throws: WorkerFailure.cancelled) { try await task.value }
        }
    }

    @Suite("Zygote") struct ZygoteLaws {
        @Test("workers of one program come from one zygote, and from another after a crash")
        func renewed() async throws {
            let pool = try WorkerTrial.pool()
            let first = try await Self.zygote(of: pool)
            #expect(try await Self.zygote(of: pool) == first)
            _ = await WorkerTrial.outcome(WorkerTrial.job(.crash), pool)
            #expect(try await Self.zygote(of: pool) != first)
        }

        @Test("one that was killed is replaced with the next job, and one without a program ends")
        func ended() async throws {
            var pool: WorkerPool? = WorkerPool(jobs: 1, program: try WorkerProgram(at: try Downbeat.program + "-worker"))
            let first = try await Self.zygote(of: pool)
            kill(first, SIGKILL)
            let second = try await Self.zygote(of: pool)
            #expect(second != first)
            pool = nil
            try await eventually("its end") { ProcessEntry(second) == nil }
        }

        @Test("a request is read as it was written, and nothing else is one")
        func request() {
            let request = ForkRequest(words: ["sound", "", "--", "grün"], places: [3, 6, 1])
            let bytes = request.bytes
            #expect(ForkRequest(bytes[...]) == request)
            for broken in [[], [0], [3, 1], [1, 3], bytes.dropLast()] as [ArraySlice<UInt8>] { #expect(ForkRequest(broken) == nil) }
        }

        /// The id of the zygote that forks the workers of a pool.
        private static func zygote(of pool: WorkerPool?) async throws -> pid_t {
            var session: pid_t?
            try await WorkerTrial.whileSilent(try #require(pool)) { session = ProcessEntry($0)?.session }
            return try #require(session)
        }
    }

    @Suite("Pool") struct Pool {
        @Test("the limit of workers run at once, and the others follow in order", arguments: [1, 3])
        func order(jobs: Int) async throws {
            let pool = try WorkerTrial.pool(jobs: jobs)
            let (starts, start) = AsyncStream<Int>.makeStream()
            let tickets = (0..<8).map { number in
                pool.submit(WorkerTrial.job(.silence)) { _ in start.yield(number) }
            }
            var started: [Int] = []
            for await number in starts {
                started.append(number)
                guard started.count >= jobs else { continue }
                let atWork = try ProcessEntry.workers(of: getpid()).count
                #expect(atWork == jobs)
                guard started.count < tickets.count else { break }
                tickets[started.count - jobs].cancel()
            }
            // The first few start at once, in any order.
            #expect(started[..<jobs].sorted() == Array(0..<jobs))
            #expect(Array(started[jobs...]) == Array(jobs..<8))
            for ticket in tickets {
                ticket.cancel()
                _ = await ticket.outcome()
            }
        }

        @Test("with a full queue a job is refused at once, and cancelled jobs make room")
        func full() async throws {
            let pool = try WorkerTrial.pool()
            try await WorkerTrial.whileSilent(pool) { _ in
                let waiting = (0..<WorkerPool.mostWaiting).map { _ in pool.submit(WorkerTrial.job(.silence)) }
                #expect(pool.submit(WorkerTrial.job(.silence)).ending == .failure(.couldNotStart(code: EAGAIN)))
                waiting[7].cancel()
                let late = pool.submit(WorkerTrial.job(.silence))
                #expect(late.ending == nil)
                for ticket in waiting + [late] { ticket.cancel() }
            }
        }

        @Test("200 workers that end in every way leave no process and no descriptor behind")
        func leaks() async throws {
            let kinds: [Attempt] = [.work, .crash, .file, .babble, .program, .silence, .descriptor, .silence]
            do {
                let pool = try WorkerTrial.pool(jobs: 3)
                let tickets = (0..<200).map { number in
                    let kind = kinds[number % kinds.count]
                    return pool.submit(
                        WorkerTrial.job(kind) {
                            $0.input = .path("/proc/self/exe")
                            $0.outputFolder = "/tmp"
                            if number % 3 == 0 { $0.limits?.seconds = 0.03 }
                            if number % 50 == 0 { $0.input = .path("/tmp") }
                        })
                }
                for (number, ticket) in tickets.enumerated() {
                    if kinds[number % kinds.count] == .silence || number % 11 == 0 { ticket.cancel() }
                    _ = await ticket.outcome()
                }
            }
            // A job that is cancelled at its start is reported before its worker is reaped.
            try await eventually("every worker is buried") { try ProcessEntry.workers(of: getpid()).isEmpty }
            try await eventually("every descriptor is closed") { try descriptorsOfPools().isEmpty }
        }

        @Test("there is one worker on one core, and otherwise one fewer than cores", arguments: [(1, 1), (2, 1), (8, 7)])
        func jobs(cores: Int, jobs: Int) {
            #expect(WorkerPool.jobs(cores: cores) == jobs)
        }
    }
}

extension WorkerTicket {
    /// The result with its notes, or the failure; nil before the end.
    fileprivate var ending: Result<[String], WorkerFailure>? { outcomeSoFar.map { $0.map(\.notes) } }
}
