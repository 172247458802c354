import CLinux
import Dispatch
import Glibc
import Synchronization
import System

/// The process that forks all workers of a program, seen from the server.
///
/// The program is linked with more than a hundred libraries, and loading them takes longer than most jobs. A zygote has loaded them and waits.
/// It starts with the first worker, is started again if it was killed, and ends with the server.
final class WorkerZygote: Sendable {
    private struct State {
        var waiting: [Order] = []
        var hasThread = false
        var isClosed = false
        /// Whether the next worker must come from a new zygote.
        var isSpent = false
    }

    private let path: String
    private let state = Mutex(State())
    /// Signalled once for each order, and once at close.
    private let bell = DispatchSemaphore(value: 0)

    /// `path` names the program for as long as this object is used.
    init(path: String) {
        self.path = path
    }

    /// Forks a worker and returns its id, which the caller must reap: it is a child of this process. Each file is open in it under the number
    /// `place`.
    func fork(_ words: [String], _ files: [(raw: Int32, place: Int32)]) throws(WorkerFailure) -> pid_t {
        let order = Order(ForkRequest(words: words, places: files.map(\.place)), files.map(\.raw))
        let needsThread = state.withLock { state in
            state.waiting.append(order)
            defer { state.hasThread = true }
            return !state.hasThread
        }
        if needsThread { startThread() }
        bell.signal()
        return try order.outcome()
    }

    /// Has the next worker come from a new zygote. All workers of one share its layout of memory: what a file could learn of it by a crash must
    /// be of no use afterwards.
    func renew() {
        state.withLock { $0.isSpent = true }
    }

    /// Ends the zygote, and the workers that still run.
    func close() {
        state.withLock { $0.isClosed = true }
        bell.signal()
    }

    /// One thread starts all zygotes: the kernel kills these and their workers when the thread ends that started them.
    private func startThread() {
        let code = PlainThread.start(name: "zygote") { [self] in
            var zygote: ZygoteProcess?
            while true {
                bell.wait()
                let (order, isClosed) = state.withLock { state in
                    if state.isSpent { zygote = nil }
                    state.isSpent = false
                    return (state.waiting.isEmpty ? nil : state.waiting.removeFirst(), state.isClosed)
                }
                if let order { order.finish(serve(order, &zygote)) } else if isClosed { return }
            }
        }
        guard code != 0 else { return }
        let stranded = state.withLock { state in
            state.hasThread = false
            defer { state.waiting = [] }
            return state.waiting
        }
        for order in stranded { order.finish(.failure(.couldNotStart(code: code))) }
    }

    private func serve(_ order: Order, _ zygote: inout ZygoteProcess?) -> Result<pid_t, WorkerFailure> {
        do throws(WorkerFailure) {
            // The first may have been killed since it forked last.
            for _ in 0..<2 {
                if zygote == nil { zygote = try ZygoteProcess(path) }
                if let id = try zygote?.fork(order.request, order.files) { return .success(id) }
                zygote = nil
            }
            throw .couldNotStart(code: ECHILD)
        } catch {
            return .failure(error)
        }
    }
}

/// One worker to be forked, and the thread that waits for it.
private final class Order: Sendable {
    let request: ForkRequest
    let files: [Int32]
    private let result = Mutex<Result<pid_t, WorkerFailure>>(.failure(.cancelled))
    private let bell = DispatchSemaphore(value: 0)

    init(_ request: ForkRequest, _ files: [Int32]) {
        self.request = request
        self.files = files
    }

    func finish(_ result: Result<pid_t, WorkerFailure>) {
        self.result.withLock { $0 = result }
        bell.signal()
    }

    func outcome() throws(WorkerFailure) -> pid_t {
        bell.wait()
        return try result.withLock { $0 }.get()
    }
}

/// A running zygote; `deinit` ends and reaps it.
private struct ZygoteProcess: ~Copyable {
    private let id: pid_t
    private let socket: Descriptor

    init(_ path: String) throws(WorkerFailure) {
        var ends: [Int32] = [-1, -1]
        guard downbeat_message_pair(&ends) == 0 else { throw .couldNotStart(code: errno) }
        let ours = Descriptor(owning: ends[0])
        let theirs = Descriptor(owning: ends[1])
        let id = try ZygoteSpawn.start(path, socket: theirs.raw)
        self.id = id
        socket = ours
    }

    deinit {
        kill(id, SIGKILL)
        while waitpid(id, nil, 0) < 0 && errno == EINTR {}
    }

    /// The id of a new worker; nil if the zygote is gone. Throws if the kernel lets it fork none.
    func fork(_ request: ForkRequest, _ files: [Int32]) throws(WorkerFailure) -> pid_t? {
        let bytes = request.bytes
        guard bytes.count <= ForkRequest.mostBytes else { throw .couldNotStart(code: E2BIG) }
        guard downbeat_send_files(socket.raw, bytes, bytes.count, files, files.count) == bytes.count else {
            guard [EPIPE, ECONNRESET].contains(errno) else { throw .couldNotStart(code: errno) }
            return nil
        }
        var answer: Int32 = 0
        var count = 0
        repeat {
            count = recv(socket.raw, &answer, MemoryLayout<Int32>.size, 0)
        } while count < 0 && errno == EINTR
        guard count == MemoryLayout<Int32>.size else { return nil }
        guard answer > 0 else { throw .couldNotStart(code: -answer) }
        return answer
    }
}
