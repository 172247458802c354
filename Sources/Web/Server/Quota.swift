/// A resource that a client holds and that is limited.
package enum QuotaKind: String, Sendable, CaseIterable {
    /// Open connections.
    case connections
    /// WebSockets.
    case sockets
    /// Requests whose handlers run, and that soon end by themselves.
    case requests
    /// Requests that need a child process or long lists.
    case works
    /// Requests that wait for something that others make.
    case waits
    /// Sound that is converted.
    case conversions
    /// Event streams.
    case events
    /// Uploads, from the head of the request to its answer.
    case uploads
    /// Request bodies in memory.
    case bodies
    /// The bytes of those bodies, and of unfinished WebSocket messages.
    case bodyBytes = "body_bytes"
}

/// How much of one kind may be held at a time.
package struct Quota: Sendable, Equatable {
    /// Smaller quotas have no reserve: a quarter of them would be too little to matter.
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

    /// The part that only newcomers may take.
    var reserve: Int { inAll < Self.reservesFrom ? 0 : inAll / 4 }

    /// The table of all limits on what is held; `Public/docs/limits.md` shows the same.
    package static func standard(_ kind: QuotaKind) -> Quota {
        switch kind {
        // As many as the process has descriptors for. A house behind one router fits, a script that is stuck does not.
        case .connections: Quota(inAll: .max, perAddress: 1000)
        case .sockets: Quota(inAll: .max, perAddress: 1000)
        case .requests: Quota(inAll: 1024, perAddress: 128)
        // A page shows some 60 covers at once, and a proxy asks for all of them at once.
        case .works: Quota(inAll: 256, perAddress: 64)
        // Each page waits for the waveform of one track.
        case .waits: Quota(inAll: 512, perAddress: 64)
        // Each occupies a core for seconds and the disk for up to a gigabyte.
        case .conversions: Quota(inAll: 8, perAddress: 2)
        case .events: Quota(inAll: 500, perAddress: 100)
        case .uploads: Quota(inAll: 16, perAddress: 4)
        case .bodies: Quota(inAll: 256, perAddress: 32)
        // The longest body has 1 MiB.
        case .bodyBytes: Quota(inAll: 32 << 20, perAddress: 8 << 20, newcomer: 1 << 20)
        }
    }
}
