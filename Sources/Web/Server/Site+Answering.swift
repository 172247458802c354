/// The answer of a route is a function of the request and of the share of the quotas that it is charged to.
extension Site {
    /// Where a request waits for its turn; nil if it takes none.
    func turnstile(of effort: Effort, _ head: RequestHead, at place: SlowLane.Place) -> Turnstile? {
        effort.isLong(head) ? place.turnstile : effort.takesTurns(head) ? turnstile : nil
    }

    /// The handler's answer; nil if it was cancelled because the client has left. Frees the seat, unless the answer is a stream.
    @concurrent
    func answer(
        _ request: Request, _ seat: Seat, _ turnstile: Turnstile?, _ place: SlowLane.Place,
        _ handler: @concurrent @Sendable (Request) async throws -> Response
    ) async -> Response? {
        do {
            if let turnstile {
                await turnstile.begin(seat)
                // Its client may have left meanwhile.
                try Task.checkCancellation()
            }
            let response = try await compressed(try await handler(request), for: request, seat, place)
            guard case .stream(let stream) = response.body else {
                seat.leave()
                return response
            }
            do {
                try seat.move(to: .events)
            } catch {
                stream.end()
                throw error
            }
            stream.onEnd { seat.leave() }
            return response
        } catch is CancellationError {
            seat.leave()
            return nil
        } catch {
            seat.leave()
            return Workbench.answer(to: error, log)
        }
    }

    /// The answer as it is sent. One that takes long to compress is compressed in the slow lane, and charged for it, whoever made it.
    @concurrent
    private func compressed(
        _ response: Response, for request: Request, _ seat: Seat, _ place: SlowLane.Place
    ) async throws -> Response {
        guard request.place == nil, response.isLongToCompress(for: request.head) else {
            return response.compressed(for: request.head)
        }
        do {
            try seat.move(to: .works)
        } catch {
            response.abandon()
            throw error
        }
        return await Task(executorPreference: place) { response.compressed(for: request.head) }.value
    }

    /// The answer in the words of its address: an error of the API as problem details. The path may be only partly parsed, and `prefix`
    /// is that of the port.
    func worded(_ response: Response, at path: String, below prefix: String) -> Response {
        response.refusal != nil && (!prefix.isEmpty || tellsProblems(at: path)) ? response.asProblem : response
    }
}
