/// A resource that a client holds and that is limited.
package enum QuotaKind: String, Sendable, CaseIterable {
    /// Open connections.
    case connections
    /// WebSockets.
    case sockets
    /// WebSockets that were opened within the last `Limits.arrival`, open or not: joining a room costs more than being in it.
    case arrivals
    /// Requests with a running handler that ends soon by itself.
    case requests
    /// Requests that take more than some 5 ms of processor time, or need a child process.
    case works
    /// Requests that wait for a result computed elsewhere.
    case waits
    /// Audio conversions.
    case conversions
    /// Event streams.
    case events
    /// Uploads, from the head of the request to its answer.
    case uploads
    /// Request bodies in memory.
    case bodies
    /// The bytes of those bodies, and of unfinished WebSocket messages.
    case bodyBytes = "body_bytes"
    /// Wrong keys, each until its answer is due.
    case guesses
    /// Tracks moved to the front of the analysis queue.
    case analyses
}

/// How much of one kind may be held at a time.
package struct Quota: Sendable, Equatable {
    /// Quotas below this have no reserve: a quarter of so few would not matter.
    private static let reservesFrom = 64

    package var inAll: Int
    package var perAddress: Int
    /// An address that would hold at most this much may use the reserved last quarter.
    package var newcomer: Int

    package init(inAll: Int, perAddress: Int, newcomer: Int = 1) {
        self.inAll = inAll
        self.perAddress = perAddress
        self.newcomer = newcomer
    }

    /// The part reserved for addresses that hold at most `newcomer`.
    var reserve: Int { inAll < Self.reservesFrom ? 0 : inAll / 4 }

    /// The default quota of each kind; `Public/docs/limits.md` shows the same table.
    package static func standard(_ kind: QuotaKind) -> Quota {
        switch kind {
        // In all: bounded by the process's descriptors. Per address: enough for a household, too few for a runaway script.
        case .connections: Quota(inAll: .max, perAddress: 1000)
        case .sockets: Quota(inAll: .max, perAddress: 1000)
        // After a restart all screens of a household come back at once; one that opens and closes sockets all the time waits.
        case .arrivals: Quota(inAll: .max, perAddress: 64)
        case .requests: Quota(inAll: 1024, perAddress: 128)
        // A page shows some 60 covers, and a proxy requests all of them at once.
        case .works: Quota(inAll: 256, perAddress: 64)
        // Each page waits for the waveform of one track.
        case .waits: Quota(inAll: 512, perAddress: 64)
        // Each occupies a core for seconds and the disk for up to a gigabyte.
        case .conversions: Quota(inAll: 8, perAddress: 2)
        case .events: Quota(inAll: 500, perAddress: 100)
        case .uploads: Quota(inAll: 16, perAddress: 4)
        case .bodies: Quota(inAll: 256, perAddress: 32)
        // The longest body has 12 MiB, usual ones at most 1 MiB; the memory of an array is somewhat more than its bytes.
        case .bodyBytes: Quota(inAll: 32 << 20, perAddress: 13 << 20, newcomer: 5 << 18)
        // Allows more than one mistyped key a second. Past it, keys are refused without comparing them.
        case .guesses: Quota(inAll: 256, perAddress: 16)
        // Enough for an album or a long list; a whole library should be left to background analysis.
        case .analyses: Quota(inAll: 4096, perAddress: 256)
        }
    }
}
