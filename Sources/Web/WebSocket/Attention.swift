/// Tells whether a client still reads, from how soon it answers pings that travel among its frames.
///
/// TCP alone cannot: between us and a sleeping client, kernels and proxies take in megabytes, minutes of stale frames.
/// Since a ping queues behind the frames before it, an answer proves that those were read.
struct Attention {
    /// Frames sent between two pings are at risk of going stale unseen, so it is short; a ping and its answer are 8 bytes.
    private static let probeInterval: UInt64 = 450_000
    /// Wi-Fi that retransmits can stay silent this long without the client being asleep.
    private static let patience: UInt64 = 350_000
    /// No connection worth drawing frames over is slower than this.
    private static let longestPatience: UInt64 = 2_000_000

    private var askedAt: UInt64?
    private var nextProbe: UInt64
    private var quickestAnswer = UInt64.max
    /// The last time anything was heard of the client.
    private(set) var heardAt: UInt64

    /// Clients with different turns are asked at different moments, so that their answers do not come all at once.
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

    /// True once a client that answers pings has been silent for `limit`; one that never does is left to TCP's own timeout.
    func isGone(at now: UInt64, after limit: UInt64) -> Bool {
        answersPings && now - heardAt > limit
    }

    private var answersPings: Bool { quickestAnswer != .max }

    /// True while a ping has gone unanswered for longer than this client is known to need. One that has never answered
    /// any may not know how (some small scripts do not), and is left to TCP.
    func isStalled(at now: UInt64) -> Bool {
        guard let askedAt, answersPings else { return false }
        return now - askedAt > min(Self.patience + 2 * quickestAnswer, Self.longestPatience)
    }
}
