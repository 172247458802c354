/// How long and how much one peer may ask of the server. The defaults suit a home network and phones on poor Wi-Fi.
package struct Limits: Sendable {
    /// From a request's first byte to its blank line: a person's browser needs one packet, slow-loris tools never finish.
    package var head: Duration = .seconds(10)
    /// From connecting to the first byte: browsers open connections ahead of need, but not this long.
    package var firstByte: Duration = .seconds(30)
    /// From an answer to the next request's first byte: above the 60 s for which proxies keep idle connections.
    package var idle: Duration = .seconds(75)
    /// Between two arrivals of a request's body.
    package var bodyPause: Duration = .seconds(15)
    /// A body that arrives more slowly than this after `bodyPause` is cut: slower than any phone that is still usable.
    package var bodyBytesPerSecond = 500
    /// Between two moments at which the peer takes some of an answer.
    package var answerPause: Duration = .seconds(30)
    /// How long the server reads and drops what a peer still sends after the final answer, so that it can read that answer.
    package var linger: Duration = .seconds(5)
    /// The same while the server stops.
    package var lastLinger: Duration = .seconds(1)
    /// A request body that no route asked for is read and dropped up to here, to keep the connection in step.
    package var unwantedBody = 64 << 10

    private var quotas: [QuotaKind: Quota] = [:]

    /// How much of a kind may be held: what `Quota.standard` says, unless it was changed.
    package subscript(kind: QuotaKind) -> Quota {
        get { quotas[kind] ?? .standard(kind) }
        set { quotas[kind] = newValue }
    }

    /// Connections of one address, and so its WebSockets; those of this machine and of trusted proxies are not counted so.
    package var connectionsPerAddress: Int {
        get { self[.connections].perAddress }
        set {
            self[.connections].perAddress = newValue
            self[.sockets].perAddress = newValue
        }
    }

    /// Events that may wait for one loop; past it frames are dropped, and only what must arrive is still taken.
    package var mailbox = 16_384
    /// Past this nothing is taken, and the loop's WebSocket peers are closed with 1013. A healthy loop empties it in half a second.
    package var mailboxInAll = 65_536
    /// Before a wrong key is answered: guessing is slow.
    package var wrongKey: Duration = .seconds(1)

    /// One WebSocket message, all fragments together, also after inflating.
    package var message = 1 << 20
    /// Control messages that wait for one WebSocket peer, in bytes; past it the peer is closed with 1013.
    package var controlQueue = 256 << 10
    /// Silence after which a WebSocket peer is pinged: below the 60 s at which proxies drop a quiet connection.
    package var heartbeat: Duration = .seconds(25)
    /// Silence after which a WebSocket peer that answers pings counts as gone, and time for which the kernel waits for any peer to
    /// acknowledge what was sent: three heartbeats and some.
    package var silence: Duration = .seconds(90)
    /// How long the peer may take to answer a close frame.
    package var closing: Duration = .seconds(2)

    /// How long a graceful stop may take before what is left is cut. A stop as a whole stays under 5 s.
    package var stopping: Duration = .seconds(4)

    package init() {}
}

extension Duration {
    /// Whole microseconds; negative durations count as none.
    var microseconds: UInt64 {
        let (seconds, attoseconds) = components
        return seconds < 0 ? 0 : UInt64(seconds) * 1_000_000 + UInt64(attoseconds / 1_000_000_000_000)
    }
}
