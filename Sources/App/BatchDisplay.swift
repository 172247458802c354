import Foundation
import Library
import Synchronization
import System
import Text

/// How far a batch of analyses is, as the server tells it or this process knows it.
struct BatchReport: Decodable, Sendable {
    struct Failure: Decodable, Sendable {
        let name: String
        let reason: String
    }

    let state: String
    let waitsFor: String?
    let total: Int
    let done: Int
    let failed: Int
    let failures: [Failure]
    let fetched: Int
    let startedAt: Int

    init(_ batch: AnalysisBatch) {
        (state, waitsFor, total) = (batch.state.rawValue, batch.waitsFor?.rawValue, batch.total)
        (done, failed, fetched, startedAt) = (batch.done, batch.failed, batch.fetched, batch.startedAt)
        failures = batch.failures.map { Failure(name: $0.name, reason: $0.reason) }
    }

    fileprivate var words: String {
        var words = "\(done + failed) of \(total)"
        if fetched > 0 { words += ", \(rounded(Double(fetched) / 1_000_000, to: 1)) MB fetched" }
        switch waitsFor {
        case "hours": words += "; waits for the hours in which songs may be fetched"
        case "server": words += "; waits for a music server that does not answer"
        default: break
        }
        return words
    }
}

/// Shows a batch of analyses on the terminal: as a bar, or in lines now and then where there is no terminal. Each failure is told
/// once.
final class BatchDisplay: Sendable {
    /// Between two lines about the progress.
    private static let pause = Duration.seconds(10)

    private struct State {
        var report: BatchReport?
        var bar: ProgressBar?
        var told = 0
        var words = ""
        var nextLine: UInt64 = 0
    }

    private let clock: any HouseClock
    private let state = Mutex(State())

    init(_ clock: any HouseClock) {
        self.clock = clock
    }

    var isRunning: Bool { state.withLock { $0.report?.state != "done" && $0.report?.state != "stopped" } }

    func show(_ report: BatchReport) {
        state.withLock { state in
            if state.bar == nil { state.bar = ProgressBar(files: max(report.total, 1)) }
            state.report = report
            state.bar?.move(to: report.done + report.failed)
            for failure in report.failures.dropFirst(state.told) {
                Self.tell("downbeat: \(failure.name): \(failure.reason)", state.bar)
            }
            state.told = report.failures.count
            let mayTell = state.bar?.isShown == true ? report.waitsFor != nil : clock.now >= state.nextLine
            guard report.words != state.words, mayTell else { return }
            state.words = report.words
            state.nextLine = clock.now + Self.pause.microseconds
            Self.tell(report.words, state.bar)
        }
    }

    /// Tells that the program goes, and what becomes of the batch.
    func leave(_ words: String) {
        state.withLock { state in
            let sofar = state.report.map { "\($0.done + $0.failed) of \($0.total) tracks are done. " } ?? ""
            Self.tell(sofar + words, state.bar)
        }
    }

    /// Tells what came of it. Returns whether all is done, and no track failed.
    func end() -> Bool {
        state.withLock { state in
            guard let report = state.report else { return false }
            state.bar?.printing {}
            if report.failed > report.failures.count {
                Self.tell("downbeat: and \(report.failed - report.failures.count) more failed", nil)
            }
            var line = "\(report.done) tracks analyzed, \(report.failed) failed"
            if report.fetched > 0 { line += "; \(rounded(Double(report.fetched) / 1_000_000, to: 1)) MB fetched" }
            if report.state == "stopped" { line += "; stopped before the end" }
            FileHandle.standardOutput.write(Data((line + "\n").utf8))
            return report.failed == 0 && report.state == "done"
        }
    }

    private static func tell(_ line: String, _ bar: ProgressBar?) {
        let write = { FileHandle.standardError.write(Data((line.asOneLine + "\n").utf8)) }
        if let bar { bar.printing(write) } else { write() }
    }
}
