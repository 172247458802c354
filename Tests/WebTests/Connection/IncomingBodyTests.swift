import Testing

@testable import Web

@Suite("Incoming bodies") struct IncomingBodyTests {
    private func limits() -> Limits {
        var limits = Limits()
        limits.bodyPause = .seconds(10)
        limits.bodyBytesPerSecond = 1000
        return limits
    }

    private func take(_ count: Int, into body: inout IncomingBody) {
        let bytes = [UInt8](repeating: 7, count: count)
        body.take(bytes.span, 0..<count)
    }

    @Test("an unwanted body is counted and not kept")
    func unwanted() {
        var body = IncomingBody(policy: .none, startedAt: 0)
        take(500, into: &body)
        #expect(body.count == 500 && body.bytes.isEmpty)
        guard case .none = body.finished else {
            Issue.record("kept")
            return
        }
    }

    @Test("pieces are kept in order, and taken once")
    func kept() {
        var body = IncomingBody(policy: .memory(limit: 100), startedAt: 0)
        let bytes = Array("downbeat".utf8)
        body.take(bytes.span, 0..<4)
        body.take(bytes.span, 4..<8)
        guard case .bytes(bytes) = body.finished else {
            Issue.record("not kept")
            return
        }
        #expect(body.takeBytes() == bytes && body.takeBytes() == [] && body.count == 8)
    }

    @Test("it takes at most twice the memory of what came, and a whole one no more than its length", arguments: [600_000, nil])
    func memory(_ announced: Int?) {
        let length = 600_000
        var body = IncomingBody(policy: .memory(limit: length), announced: announced, startedAt: 0)
        #expect(body.held == 0)
        // Of what it is asked for, the allocator gives up to a page more.
        let spare = 8 << 10
        while body.count < length {
            take(min(16 << 10, length - body.count), into: &body)
            #expect(body.held == body.bytes.capacity && body.held >= body.count && body.held <= 2 * (body.count + spare))
        }
        #expect(body.held <= length + spare)
    }

    @Test("a pause reaches the deadline, also after many bytes")
    func pause() {
        var body = IncomingBody(policy: .none, startedAt: 1_000_000)
        #expect(body.deadline(at: 1_000_000, limits()) == 11_000_000)
        take(1_000_000, into: &body)
        #expect(body.deadline(at: 5_000_000, limits()) == 15_000_000)
    }

    @Test("slow bytes extend the deadline only by the minimum rate")
    func drip() {
        var body = IncomingBody(policy: .none, startedAt: 0)
        for second in 1...20 {
            take(100, into: &body)
            // Each second brings a tenth of the minimum rate: the deadline comes near, whenever the last byte came.
            let expected = min(UInt64(second) * 1_000_000 + 10_000_000, 10_000_000 + UInt64(second) * 100_000)
            #expect(body.deadline(at: UInt64(second) * 1_000_000, limits()) == expected)
        }
        // By now it is past: the deadline was reached after 11.1 seconds.
        #expect(body.deadline(at: 20_000_000, limits()) < 20_000_000)
    }
}
