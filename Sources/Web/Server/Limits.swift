/// Timeouts and size limits for one peer. The defaults suit a home network and phones on poor Wi-Fi.
package struct Limits: Sendable {
    /// From a request's first byte to its blank line: a person's browser needs one packet, slow-loris tools never finish.
    package var head: Duration = .seconds(10)
    /// From connecting to the first byte: browsers open connections in advance, but use them sooner than this.
    package var firstByte: Duration = .seconds(30)
    /// From the first byte of a TLS handshake to its end.
    package var handshake: Duration = .seconds(10)
    /// From an answer to the next request's first byte: above the 60 s for which proxies keep idle connections.
    package var idle: Duration = .seconds(75)
    /// Between two reads of a request's body.
    package var bodyPause: Duration = .seconds(15)
    /// A body that arrives more slowly than this after `bodyPause` is cut off: no usable phone is so slow.
    package var bodyBytesPerSecond = 500
    /// Longest time in which the peer reads nothing of an answer.
    package var answerPause: Duration = .seconds(30)
    /// How long the server reads and drops input after the final answer: closing at once would reset the connection and lose it.
    package var linger: Duration = .seconds(5)
    /// `linger` while the server stops.
    package var lastLinger: Duration = .seconds(1)
    /// A request body that no route asked for is read and dropped up to this size, so that the connection can be kept alive.
    package var unwantedBody = 64 << 10

    private var quotas: [QuotaKind: Quota] = [:]

    /// The quota of a kind: `Quota.standard`, unless it was changed.
    package subscript(kind: QuotaKind) -> Quota {
        get { quotas[kind] ?? .standard(kind) }
        set { quotas[kind] = newValue }
    }

    /// Connections per address, and so its WebSockets; does not apply to this machine and to trusted proxies.
    package var connectionsPerAddress: Int {
        get { self[.connections].perAddress }
        set {
            self[.connections].perAddress = newValue
            self[.sockets].perAddress = newValue
        }
    }

    /// Events queued for one loop before frames are dropped; messages that must arrive are still queued.
    package var mailbox = 16_384
    /// Past this nothing is queued, and the loop's WebSocket peers are closed with 1013. A healthy loop empties it in half a second.
    package var mailboxInAll = 65_536
    /// Delay before a wrong key is answered, to make guessing slow.
    package var wrongKey: Duration = .seconds(1)
    /// How long an opened WebSocket counts as an arrival.
    package var arrival: Duration = .seconds(4)

    /// Bytes of one WebSocket message: all fragments together, and also after inflating.
    package var message = 1 << 20
    /// Bytes of control messages queued for one WebSocket peer; past it the peer is closed with 1013.
    package var controlQueue = 256 << 10
    /// Silence after which a WebSocket peer is pinged: below the 60 s at which proxies drop a quiet connection.
    package var heartbeat: Duration = .seconds(25)
    /// Silence after which a WebSocket peer that answers pings counts as gone, and TCP_USER_TIMEOUT for every peer: a little more
    /// than three heartbeats.
    package var silence: Duration = .seconds(90)
    /// How long the peer may take to answer a close frame.
    package var closing: Duration = .seconds(2)

    /// How long a graceful stop may take before the remaining connections are cut. The whole stop stays under 5 s.
    package var stopping: Duration = .seconds(4)
    /// The same when another server takes its place: screens have 3 s of frames and listeners 2 s of sound, which must last until it
    /// has started.
    package var restarting: Duration = .seconds(1)

    package init() {}
}
