import Glibc
import System
import Workers

/// `downbeat worker probe`: tests every part of the sandbox on this machine and prints a line for each.
///
/// The attempts run in the workers of a pool, as the server's work does.
struct Probe {
    /// Short limits: some attempts must reach them.
    private static let limits = WorkerLimits(seconds: 10, processorSeconds: 1, memory: 128 << 20, output: 1 << 20)

    private let pool: WorkerPool

    init(pool: WorkerPool) {
        self.pool = pool
    }

    /// Prints the outcome of each attempt; false if the sandbox failed to stop one.
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
        print(allStand ? "The sandbox works." : "The sandbox does not work: decoding is less safe here than it should be.")
        return allStand
    }

    /// Reads the words after "probe", makes the attempts that they name, or all, and returns the exit code.
    static func main(_ words: ArraySlice<String>) async -> Int32 {
        let named = words.compactMap { Attempt(rawValue: $0) }
        if named.count < words.count {
            WorkerCommand.complain("probe knows \(Attempt.walls.map(\.rawValue).joined(separator: ", "))")
        }
        let pool: WorkerPool
        do throws(Failure) {
            pool = WorkerPool(jobs: 1, program: try WorkerProgram(at: "/proc/self/exe")) { print("missing on this machine: \($0)") }
        } catch {
            WorkerCommand.complain(error.line)
        }
        return await Probe(pool: pool).run(named.isEmpty ? Attempt.walls : named) ? 0 : Failure.unavailable
    }
}
