/// A request body as it arrives: kept, spooled, or merely counted, as the route asked.
struct IncomingBody {
    /// Pieces of this size go to the disk: large enough that its latency does not matter.
    static let spoolChunk = 256 << 10

    let policy: BodyPolicy
    var spool: SpooledBody?
    /// What the body holds of the limits, as one of many and in bytes.
    var seat: Seat?
    var bytesSeat: Seat?
    private(set) var count = 0
    private(set) var bytes: [UInt8] = []
    /// When the request's head was complete, in clock microseconds.
    let startedAt: UInt64

    init(policy: BodyPolicy, startedAt: UInt64) {
        self.policy = policy
        self.startedAt = startedAt
    }

    mutating func take(_ input: Span<UInt8>, _ range: Range<Int>) {
        count += range.count
        guard policy != .none else { return }
        input.extracting(range).withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
    }

    /// What was kept since the last call.
    mutating func takeBytes() -> [UInt8] {
        exchange(&bytes, with: [])
    }

    /// The body as the handler gets it, once it is complete.
    var finished: Request.Body {
        if let spool { return .spooled(spool) }
        return policy == .none ? .none : .bytes(bytes)
    }

    /// When to give up on the peer: after a pause, or when the whole has become slower than anyone's network.
    func deadline(at now: UInt64, _ limits: Limits) -> UInt64 {
        let pause = limits.bodyPause.microseconds
        let earned = UInt64(count) * 1_000_000 / UInt64(max(limits.bodyBytesPerSecond, 1))
        return min(now + pause, startedAt + pause + earned)
    }
}
