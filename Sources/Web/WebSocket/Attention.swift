/// Detects a client that has stopped reading, by the delay of its pongs to pings sent among the frames.
///
/// TCP cannot tell: kernels and proxies on the way to a sleeping client buffer megabytes, minutes of stale frames.
/// A ping queues behind the frames before it, so its pong proves that those were read.
struct Attention {
    /// Short, because frames between two pings may go stale unnoticed; a ping and its pong are only 8 bytes.
    private static let probeInterval: UInt64 = 450_000
    /// Wi-Fi retransmission can delay a pong this long although the client is awake.
    private static let patience: UInt64 = 350_000
    /// Connections slower than this are useless for frames.
    private static let longestPatience: UInt64 = 2_000_000

    private var askedAt: UInt64?
    private var nextProbe: UInt64
    private var quickestAnswer = UInt64.max
    /// The time of the last bytes from the client.
    private(set) var heardAt: UInt64

    /// `turn` staggers the pings of different clients, so that their pongs do not come all at once.
    init(at now: UInt64, turn: UInt32) {
        heardAt = now
        nextProbe = now + Self.probeInterval * UInt64(turn % 16) / 16
    }

    /// Whether the next frame should carry a ping.
    func wantsProbe(at now: UInt64) -> Bool {
        askedAt == nil && now >= nextProbe
    }

    mutating func asked(at now: UInt64) {
        askedAt = askedAt ?? now
        nextProbe = now + Self.probeInterval
    }

    mutating func heard(at now: UInt64) {
        heardAt = now
    }

    mutating func answered(at now: UInt64) {
        guard let askedAt else { return }
        quickestAnswer = min(quickestAnswer, now - askedAt)
        self.askedAt = nil
    }

    /// True once a client that answers pings has been silent for `limit`; one that never answered is left to TCP's timeout.
    func isGone(at now: UInt64, after limit: UInt64) -> Bool {
        answersPings && now - heardAt > limit
    }

    private var answersPings: Bool { quickestAnswer != .max }

    /// True while a ping has waited longer for its pong than this client is known to need. A client that never answered a ping
    /// may not support them (some small scripts do not), and is left to TCP.
    func isStalled(at now: UInt64) -> Bool {
        guard let askedAt, answersPings else { return false }
        return now - askedAt > min(Self.patience + 2 * quickestAnswer, Self.longestPatience)
    }
}
