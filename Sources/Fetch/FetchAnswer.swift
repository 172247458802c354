/// An answer whose body is read piece by piece, by one task. The server is held back while nothing is read; leaving the answer ends it.
package final class FetchAnswer: Sendable {
    package let head: AnswerHead
    private let body: BodyQueue
    private let number: Int
    private let loop: TransferLoop
    /// Stops the loop when it goes.
    private let fetcher: Fetcher

    init(head: AnswerHead, _ body: BodyQueue, _ number: Int, _ loop: TransferLoop, _ fetcher: Fetcher) {
        (self.head, self.body, self.number, self.loop, self.fetcher) = (head, body, number, loop, fetcher)
    }

    deinit { loop.end(number) }

    /// The next bytes of the body; nil after the last. An error says that the body is not whole.
    package func next() async throws(FetchError) -> [UInt8]? {
        let (body, loop, number) = (body, loop, number)
        let piece = try await withTaskCancellationHandler {
            await body.next()
        } onCancel: {
            body.finish(.failure(.cancelled))
            loop.end(number)
        }.get()
        if piece.isPaused { loop.resume(number) }
        return piece.bytes
    }
}
