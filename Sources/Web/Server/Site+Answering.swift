/// What a request has while its handler works.
struct Admission: Sendable {
    /// The share of the quotas that it is charged to.
    let seat: Seat
    let isLong: Bool
    /// The slow lane's threads, for its address.
    let place: SlowLane.Place
    /// Where it waits for its turn; nil if it takes none.
    let turnstile: Turnstile?

    /// Where its handler works; nil for the usual threads.
    var lane: SlowLane.Place? { isLong ? place : nil }
}

/// The answer of a route is a function of the request and of how it was admitted.
extension Site {
    /// Charges a request for its effort; throws if that is more than its sender may have at a time.
    func admit(_ caller: Caller, _ effort: Effort, _ quotas: Quotas) throws(HTTPError) -> Admission {
        let (head, isLong) = (caller.head, effort.isLong(caller.head))
        let seat = try quotas.seat(isLong ? .works : .requests, for: caller.asker, isChange: effort.isChange(head))
        let place = lane.place(of: seat.asker)
        let turnstile = isLong ? place.turnstile : effort.takesTurns(head) ? self.turnstile : nil
        return Admission(seat: seat, isLong: isLong, place: place, turnstile: turnstile)
    }

    /// The handler's answer; nil if it was cancelled because the client has left. Frees the seat, unless the answer is a stream.
    @concurrent
    func answer(
        _ request: Request, _ admission: Admission, _ handler: @concurrent @Sendable (Request) async throws -> Response
    ) async -> Response? {
        let seat = admission.seat
        do {
            if let turnstile = admission.turnstile {
                await turnstile.begin(seat)
                // Its client may have left meanwhile.
                try Task.checkCancellation()
            }
            let response = try await compressed(try await handler(request), for: request, admission)
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
        _ response: Response, for request: Request, _ admission: Admission
    ) async throws -> Response {
        guard !admission.isLong, response.isLongToCompress(for: request.head) else {
            return response.compressed(for: request.head)
        }
        do {
            try admission.seat.move(to: .works)
        } catch {
            response.abandon()
            throw error
        }
        return await Task(executorPreference: admission.place) { response.compressed(for: request.head) }.value
    }

    /// The answer in the words of its address: an error of the API as problem details. The path may be only partly parsed, and `prefix`
    /// is that of the port.
    func worded(_ response: Response, at path: String, below prefix: String) -> Response {
        response.refusal != nil && (!prefix.isEmpty || tellsProblems(at: path)) ? response.asProblem : response
    }
}
