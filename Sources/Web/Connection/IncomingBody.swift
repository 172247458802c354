import System

/// A request body as it arrives: kept in memory, written to disk, or only counted, as the route asked.
struct IncomingBody {
    /// Size of each write to disk: large enough that disk latency does not matter.
    static let spoolChunk = 256 << 10

    let policy: BodyPolicy
    var sink: (any BodySink)?
    /// The body's share of the quotas: one for the body, one for its bytes.
    var seat: Seat?
    var bytesSeat: Seat?
    private(set) var count = 0
    private(set) var bytes: [UInt8] = []
    /// The length that the head announced, if it did.
    private let announced: Int?
    /// When the request's head was complete, in clock microseconds.
    let startedAt: UInt64

    /// The memory that the bytes take.
    var held: Int { bytes.capacity }

    init(policy: BodyPolicy, announced: Int? = nil, startedAt: UInt64) {
        self.policy = policy
        self.announced = announced
        self.startedAt = startedAt
    }

    mutating func take(_ input: Span<UInt8>, _ range: Range<Int>) {
        count += range.count
        guard policy != .none else { return }
        makeRoom(for: range.count)
        input.extracting(range).withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
    }

    /// Grows by halves at least, as far as the bytes came: an announced length alone takes no memory, and a whole body no more than its
    /// length.
    private mutating func makeRoom(for more: Int) {
        let needed = bytes.count + more
        guard needed > bytes.capacity else { return }
        let most = sink == nil ? announced ?? policy.limit(unwanted: 0) : Self.spoolChunk
        bytes.reserveCapacity(max(needed, min(most, 2 * bytes.capacity)))
    }

    /// The bytes kept since the last call.
    mutating func takeBytes() -> [UInt8] {
        exchange(&bytes, with: [])
    }

    /// The complete body, for the handler.
    var finished: Request.Body {
        if let spooled = sink as? SpooledBody { return .spooled(spooled) }
        if let sink { return .written(sink) }
        return policy == .none ? .none : .bytes(bytes)
    }

    /// The body's timeout: after a pause, or when the average rate falls below `bodyBytesPerSecond`.
    func deadline(at now: UInt64, _ limits: Limits) -> UInt64 {
        let pause = limits.bodyPause.microseconds
        let earned = UInt64(count) * 1_000_000 / UInt64(max(limits.bodyBytesPerSecond, 1))
        return min(now + pause, startedAt + pause + earned)
    }
}
