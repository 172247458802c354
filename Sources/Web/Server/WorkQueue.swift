/// Passes handlers from the loops, which must not block, to tasks.
struct WorkQueue: Sendable {
    typealias Work = @concurrent @Sendable () async -> Void

    private let stream: AsyncStream<Work>
    private let source: AsyncStream<Work>.Continuation

    init() {
        // Each piece of work is a request, and the quotas bound requests.
        (stream, source) = AsyncStream.makeStream(bufferingPolicy: .unbounded)
    }

    func submit(_ work: @escaping Work) {
        source.yield(work)
    }

    func finish() {
        source.finish()
    }

    /// Runs each submitted piece of work in its own task, until `finish`.
    @concurrent
    func run() async {
        await withDiscardingTaskGroup { group in
            for await work in stream {
                group.addTask { await work() }
            }
            group.cancelAll()
        }
    }
}
