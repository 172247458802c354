import Testing

@testable import Web

@Suite("Whether a client still reads") struct AttentionTests {
    private static let start: UInt64 = 1_000_000_000

    /// A client that has answered one ping after `delay` microseconds, at the moment that is returned.
    private func known(delay: UInt64) -> (Attention, UInt64) {
        var attention = Attention(at: Self.start, turn: 0)
        attention.asked(at: Self.start)
        attention.answered(at: Self.start + delay)
        return (attention, Self.start + delay)
    }

    @Test("the first frame carries a ping, and then at most every 450 ms one does, one at a time")
    func probes() {
        var attention = Attention(at: Self.start, turn: 0)
        #expect(attention.wantsProbe(at: Self.start))
        attention.asked(at: Self.start)
        #expect(!attention.wantsProbe(at: Self.start + 10_000_000))
        attention.answered(at: Self.start + 1000)
        #expect(!attention.wantsProbe(at: Self.start + 449_999))
        #expect(attention.wantsProbe(at: Self.start + 450_000))
    }

    @Test("a client that has never answered is left to TCP's timeout, however long it is silent")
    func neverAnswered() {
        var attention = Attention(at: Self.start, turn: 0)
        #expect(!attention.isStalled(at: Self.start + 1_000_000_000))
        attention.asked(at: Self.start)
        #expect(!attention.isStalled(at: Self.start + 1_000_000_000))
    }

    @Test(
        "a client that has answered is stalled when it takes longer than it is known to need", arguments: [0, 5000, 300_000])
    func stalled(delay: UInt64) {
        var (attention, now) = known(delay: delay)
        now += 500_000
        attention.asked(at: now)
        let patience = 350_000 + 2 * delay
        #expect(!attention.isStalled(at: now + patience))
        #expect(attention.isStalled(at: now + patience + 1))
        attention.answered(at: now + 10_000_000)
        #expect(!attention.isStalled(at: now + 10_000_000))
    }

    @Test("a slow client is stalled after two seconds at the latest")
    func longestPatience() {
        var (attention, now) = known(delay: 60_000_000)
        attention.asked(at: now)
        #expect(!attention.isStalled(at: now + 2_000_000))
        #expect(attention.isStalled(at: now + 2_000_001))
        now += 1
    }

    @Test("the quickest pong counts, and a slow one does not extend the timeout")
    func quickest() {
        var (attention, now) = known(delay: 1000)
        attention.asked(at: now)
        attention.answered(at: now + 340_000)
        now += 1_000_000
        attention.asked(at: now)
        #expect(attention.isStalled(at: now + 352_001))
    }

    @Test("an unsolicited pong changes nothing, and the time of the last bytes is kept")
    func unasked() {
        var attention = Attention(at: Self.start, turn: 0)
        attention.answered(at: Self.start + 5)
        attention.asked(at: Self.start + 10)
        #expect(!attention.isStalled(at: Self.start + 100_000_000))
        #expect(attention.heardAt == Self.start)
        attention.heard(at: Self.start + 77)
        #expect(attention.heardAt == Self.start + 77)
    }

    @Test("clients of different turns are pinged at different times, all of them soon")
    func turns() {
        let first = (0..<16).map { turn in
            let attention = Attention(at: Self.start, turn: UInt32(turn))
            return (0...450).first { attention.wantsProbe(at: Self.start + UInt64($0) * 1000) }
        }
        #expect(Set(first).count == 16 && !first.contains(nil))
    }

    @Test("only a client that is known to answer counts as gone after the silence")
    func gone() {
        var (attention, _) = known(delay: 1000)
        attention.heard(at: Self.start + 1000)
        #expect(!attention.isGone(at: Self.start + 91_000, after: 90_000))
        #expect(attention.isGone(at: Self.start + 91_001, after: 90_000))
        #expect(!Attention(at: Self.start, turn: 0).isGone(at: Self.start + 1_000_000, after: 90_000))
    }
}
