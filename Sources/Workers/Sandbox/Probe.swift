import Glibc
import System

/// `downbeat worker probe`: tries every wall of the sandbox on this machine, and prints a line for each.
///
/// It does so as the server does its work: from inside workers of a pool.
struct Probe {
    /// Short limits: what runs into them is meant to.
    private static let limits = WorkerLimits(seconds: 10, processorSeconds: 1, memory: 128 << 20, output: 1 << 20)

    private let pool: WorkerPool

    init(pool: WorkerPool) {
        self.pool = pool
    }

    /// Prints what came of each attempt; false when a wall did not stand.
    func run(_ attempts: [Attempt]) async -> Bool {
        var allStand = true
        for attempt in attempts {
            let job = WorkerJob(
                task: "attempt", arguments: [attempt.rawValue], input: .path("/proc/self/exe"), outputFolder: "/tmp",
                limits: Self.limits)
            var outcome: String
            do {
                outcome = try await pool.run(job).notes.joined(separator: ", ")
            } catch {
                outcome = "\(error)"
                allStand = allStand && attempt.isStopped(by: error)
            }
            print("\(attempt.sentence): \(outcome)")
        }
        print(allStand ? "All walls stand." : "Not all walls stand: decoding is less safe here than it should be.")
        return allStand
    }

    /// Reads the words after "probe", tries the walls they name or all of them, and returns the exit code.
    static func main(_ words: ArraySlice<String>) async -> Int32 {
        let named = words.compactMap { Attempt(rawValue: $0) }
        if named.count < words.count {
            WorkerCommand.complain("probe knows \(Attempt.walls.map(\.rawValue).joined(separator: ", "))")
        }
        let pool = WorkerPool(jobs: 1) { print("missing on this machine: \($0)") }
        return await Probe(pool: pool).run(named.isEmpty ? Attempt.walls : named) ? 0 : Failure.unavailable
    }
}
