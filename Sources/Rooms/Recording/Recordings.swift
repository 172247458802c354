package import Library
package import Live
package import System

/// The recordings of live inputs: each is written as it comes into the data folder, and moves into the folder for uploads when it ends.
package actor Recordings {
    /// What is told of a recording, or of the last one of an input.
    package struct State: Sendable {
        package enum Stage: String, Sendable {
            case recording
            /// It ended, and is checked and stored.
            case storing
            case failed
        }

        package internal(set) var stage: Stage
        /// Seconds of sound so far.
        package internal(set) var seconds = 0.0
        /// Why it failed, or ended by itself.
        package internal(set) var trouble: String?
    }

    /// Whether the server stops, and nothing is stored any more.
    private var isEnding = false
    private let inputs: Inputs
    private let library: Library
    private let log: Log
    private let clock: any HouseClock
    /// Those of an earlier run of the server, until they are stored.
    private var left: [RecordingFile] = []
    private var states: [String: State] = [:]
    private var tasks: [String: Task<Void, Never>] = [:]

    package init(_ inputs: Inputs, _ library: Library, _ log: Log, _ clock: any HouseClock) {
        (self.inputs, self.library, self.log, self.clock) = (inputs, library, log, clock)
        // Before another one can begin.
        do {
            left = try library.leftRecordings()
        } catch {
            log.warning("recordings that were cut off cannot be found", ["reason": "\(error)"])
        }
    }

    /// By the names of their inputs: those that run, and the last one of each that failed.
    package var all: [String: State] { states }

    /// Begins a recording.
    package func start(_ name: String) async throws(RecordingRefusal) {
        guard library.uploads != nil else { throw .noFolder }
        guard let input = inputs.input(name) else { throw .noInput(name) }
        guard tasks[name] == nil else { throw .runs(name) }
        states[name] = State(stage: .recording)
        tasks[name] = Task { await run(input) }
    }

    /// Ends a recording; says nothing of what becomes of it.
    package func stop(_ name: String) throws(RecordingRefusal) {
        guard let task = tasks[name], states[name]?.stage == .recording else { throw .none(name) }
        task.cancel()
    }

    /// Stores the recordings that a server left that ended in the midst of them.
    package func storeLeft() async {
        guard library.uploads != nil else { return }
        while let recording = left.popLast() {
            do {
                try await library.store(recording, isWhole: false)
                log.info("a recording that was cut off is stored", ["file": recording.name])
            } catch {
                log.warning("a recording stays in the data folder", ["file": recording.name, "reason": "\(error)"])
            }
        }
    }

    /// Ends all recordings, and returns once their files are whole. They are stored by the next start.
    package func end() async {
        let running = tasks.values
        isEnding = true
        for task in running { task.cancel() }
        for task in running { await task.value }
    }

    private func run(_ input: LiveInput) async {
        let name = input.name
        defer { tasks[name] = nil }
        do {
            let file = try await library.newRecording(of: name, at: clock.wall)
            log.info("recording", ["input": name, "file": file.name])
            let ending = try await input.record(into: file, by: library.recorder(of: file), clock) { [self] in told(name, $0) }
            states[name]?.trouble = ending
            if let ending { log.warning("a recording ended by itself", ["input": name, "reason": ending]) }
            guard !isEnding else { return }
            states[name]?.stage = .storing
            // The command that ended the recording must not end this.
            try await Task { [library] in try await library.store(file, isWhole: true) }.value
            log.info("recorded", ["input": name, "file": file.name])
            states[name] = ending.map { State(stage: .failed, seconds: states[name]?.seconds ?? 0, trouble: $0) }
        } catch {
            states[name]?.stage = .failed
            states[name]?.trouble = "\(error)"
            log.warning("a recording failed", ["input": name, "reason": "\(error)"])
        }
    }

    private func told(_ name: String, _ seconds: Double) { states[name]?.seconds = seconds }
}

/// Why a recording does not begin or end.
package enum RecordingRefusal: Error, Equatable, Sendable, CustomStringConvertible {
    case noFolder
    case noInput(String)
    case runs(String)
    case none(String)

    package var description: String {
        switch self {
        case .noFolder: "Recordings need a folder for uploads, and this server was started without one."
        case .noInput(let name): "There is no input \(name)."
        case .runs(let name): "\(name) is being recorded already."
        case .none(let name): "\(name) is not being recorded."
        }
    }
}
