package import System

/// The HTTP client: requests without bodies over http and https, by libcurl on a thread of its own. It does not ask for compressed bodies.
package final class Fetcher: Sendable {
    package struct Settings: Sendable {
        package var agent = "Downbeat"
        /// A PEM file of certificates to trust; nil trusts those of the system.
        package var authorities: String?
        /// The proxies that the environment names, as every program with libcurl uses them.
        package var usesProxies = true
        /// How long a connection without a request stays open for the next one.
        package var idle: Duration = .seconds(60)

        package init() {}
    }

    package let clock: any HouseClock
    private let loop: TransferLoop

    package init(_ settings: Settings = Settings(), _ clock: any HouseClock) throws(FetchError) {
        self.clock = clock
        loop = try TransferLoop(settings, clock)
    }

    deinit { loop.stop() }

    /// Waits for the head of the answer; its body is then read piece by piece. Cancelling the task ends the transfer.
    package func open(_ request: FetchRequest) async throws(FetchError) -> FetchAnswer {
        let body = BodyQueue()
        let number = try loop.start(request, body)
        let (loop, fetcher) = (loop, self)
        return try await withTaskCancellationHandler {
            await body.head().map { FetchAnswer(head: $0, body, number, loop, fetcher) }
        } onCancel: {
            body.finish(.failure(.cancelled))
            loop.end(number)
        }.get()
    }

    /// The whole answer in memory.
    package func fetch(_ request: FetchRequest) async throws(FetchError) -> (head: AnswerHead, body: [UInt8]) {
        let answer = try await open(request)
        var body: [UInt8] = []
        while let piece = try await answer.next() { body += piece }
        return (answer.head, body)
    }

    /// The whole answer in memory, asked for again while the failure may pass. The last answer counts, whatever its status.
    package func fetch(
        _ request: FetchRequest, retrying backoff: Backoff
    ) async throws(FetchError) -> (head: AnswerHead, body: [UInt8]) {
        var failures = 0
        while true {
            let outcome: Result<(head: AnswerHead, body: [UInt8]), FetchError>
            do { outcome = .success(try await fetch(request)) } catch { outcome = .failure(error) }
            let (mayPass, asked) =
                switch outcome {
                case .success(let answer): (answer.head.mayPass, answer.head.retryAfter)
                case .failure(let error): (error.mayPass, nil)
                }
            failures += 1
            guard mayPass, let wait = backoff.wait(after: failures, chance: .random(in: 0..<1), asked: asked) else {
                return try outcome.get()
            }
            do { try await clock.sleep(for: wait) } catch { throw .cancelled }
        }
    }
}
