/// Carries handlers from the loops, which may not wait, to the tasks that may.
struct WorkQueue: Sendable {
    typealias Work = @concurrent @Sendable () async -> Void

    private let stream: AsyncStream<Work>
    private let source: AsyncStream<Work>.Continuation

    init() {
        // Each piece is a request, and those are bounded by the quotas.
        (stream, source) = AsyncStream.makeStream(bufferingPolicy: .unbounded)
    }

    func submit(_ work: @escaping Work) {
        source.yield(work)
    }

    func finish() {
        source.finish()
    }

    /// Runs what is submitted, each piece in a task of its own, until `finish`.
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
