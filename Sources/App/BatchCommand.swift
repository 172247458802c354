import API
import Foundation
import Glibc
import Library
import System
import Text
import Web
import Workers

/// `downbeat library analyze`: has many tracks analyzed, by the running server if there is one, and shows how far that is.
struct BatchCommand: Sendable {
    /// How often it is looked how far the batch is.
    private static let look = Duration.milliseconds(500)
    /// A server that died is back by then.
    private static let patience = Duration.seconds(60)

    private struct Order: Encodable {
        let which: String
        let force: Bool
        let server: String?
        let albums: [Int]
        let search: String?
        let paths: [String]
        let rate: Int?
        let hours: DailyHours?
    }

    private struct Answer: Decodable {
        let batch: BatchReport?
    }

    private struct Refusal: Decodable {
        let detail: String
    }

    private let wish: AnalysisWish
    private let options: LibraryOptions
    private let clock = MachineClock()

    init(_ wish: AnalysisWish, _ options: LibraryOptions) {
        (self.wish, self.options) = (wish, options)
    }

    /// Returns whether no track failed.
    func run() async throws -> Bool {
        let folder = try DataFolder.location(option: options.dataFolder, environment: ProcessInfo.processInfo.environment)
        let display = BatchDisplay(clock)
        if let running = try DataFolder.running(in: folder) {
            try await follow(running, in: folder, display)
        } else {
            try await work(display)
        }
        return display.end()
    }

    // By a server

    private func follow(_ first: DataFolder.Running, in folder: String, _ display: BatchDisplay) async throws {
        let signals = StopSignals()
        let begun = try ask(first, .post, JSON.bytes(order))
        display.show(begun)
        Task {
            let code = await signals.next() == "SIGINT" ? 128 + SIGINT : 128 + SIGTERM
            display.leave("The server goes on with it. The page shows it under Music servers, and can stop it.")
            exit(code)
        }
        var silentSince: UInt64?
        while display.isRunning {
            try await clock.sleep(for: Self.look)
            do {
                guard let running = try DataFolder.running(in: folder) else { throw Failure.unavailable("no server runs") }
                let report = try ask(running, .get, nil)
                guard report.startedAt == begun.startedAt else { throw BatchOver() }
                display.show(report)
                silentSince = nil
            } catch is BatchOver {
                throw Failure.unavailable("another batch runs now: this one was stopped")
            } catch {
                let since = silentSince ?? clock.now
                silentSince = since
                guard clock.now - since < Self.patience.microseconds else {
                    throw Failure.unavailable(
                        "the server does not respond any more; what was analyzed is kept, and it goes on when it is started again")
                }
            }
        }
    }

    private struct BatchOver: Error {}

    private var order: Order {
        Order(
            which: wish.extent.rawValue, force: wish.isForced, server: wish.server, albums: wish.albums, search: wish.words,
            paths: wish.paths, rate: wish.rate, hours: wish.hours)
    }

    private func ask(_ running: DataFolder.Running, _ method: Web.Method, _ body: [UInt8]?) throws(Failure) -> BatchReport {
        let server = LocalServer(bind: running.bind, port: running.port, basePath: running.basePath)
        let answer = try server.answer(method, "/api/v1/analysis/batch", token: running.token.text, json: body)
        guard let answer else { throw .unavailable("another program answers on port \(server.port)") }
        if let batch = (try? JSON.read(Answer.self, from: answer.body))?.batch, [200, 202].contains(answer.status) { return batch }
        guard let refusal = try? JSON.read(Refusal.self, from: answer.body) else {
            throw .unavailable("the server on port \(server.port) did not answer as this version does")
        }
        throw answer.status == 422 ? .usage(refusal.detail) : .unavailable(refusal.detail)
    }

    // In this process

    private func work(_ display: BatchDisplay) async throws {
        let signals = StopSignals()
        let library = try Library(options, WorkerProgram(), log: Log(level: .warning, format: .text, clock: clock), clock: clock)
        Task {
            let code = await signals.next() == "SIGINT" ? 128 + SIGINT : 128 + SIGTERM
            await library.end()
            display.leave("Stopped. What was analyzed is kept, and the same command goes on with the rest.")
            exit(code)
        }
        try await library.open()
        // What nobody asked for waits for a server.
        try await library.queue.start(paused: true)
        do {
            display.show(BatchReport(try await library.analyze(wish, isKept: false)))
        } catch let refusal as BatchRefusal {
            throw Failure.usage(refusal.description)
        }
        let shown = Task {
            while let batch = await library.batches.current, !Task.isCancelled {
                display.show(BatchReport(batch))
                try await clock.sleep(for: Self.look)
            }
        }
        await library.batches.ended()
        shown.cancel()
        if let batch = await library.batches.current { display.show(BatchReport(batch)) }
    }
}
