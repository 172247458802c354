import Testing

@testable import Web

@Suite("Fair shares") struct SharesTests {
    private func asker(_ text: String, isTrusted: Bool = false, for client: String? = nil) throws -> Asker {
        let fields = HeaderFields(client.map { [("X-Forwarded-For", $0)] } ?? [])
        return Asker(
            try #require(PeerAddress(text: text)), isTrusted: isTrusted, Forwarded(fields, fromTrustedProxy: isTrusted))
    }

    @Test("after any takes and gives, no address and no total exceeds its limit, and a newcomer finds room")
    func law() throws {
        for seed in 1...200 as ClosedRange<UInt64> {
            var random = SeededGenerator(seed: seed)
            let quota = Quota(inAll: Int.random(in: 1...400, using: &random), perAddress: Int.random(in: 1...50, using: &random))
            var shares = Shares(quota)
            let askers = try (1...20).map { try asker("192.0.2.\($0)") }
            var held = [Int](repeating: 0, count: askers.count)
            for _ in 0..<500 {
                let index = Int.random(in: askers.indices, using: &random)
                if Bool.random(using: &random) {
                    let isNewcomer = held[index] == 0
                    let refusal = shares.take(for: askers[index])
                    if refusal == nil { held[index] += 1 }
                    let isFull = shares.total == quota.inAll
                    #expect(!isNewcomer || refusal == nil || isFull || quota.reserve == 0, "seed \(seed)")
                } else if held[index] > 0 {
                    shares.give(of: askers[index])
                    held[index] -= 1
                }
                #expect(shares.total == held.reduce(0, +) && shares.total <= quota.inAll, "seed \(seed)")
                #expect(held.allSatisfy { $0 <= quota.perAddress }, "seed \(seed)")
            }
            for index in askers.indices { shares.give(held[index], of: askers[index]) }
            #expect(shares.total == 0 && shares.holders == 0, "seed \(seed)")
        }
    }

    @Test("addresses that hold much leave the last quarter to those that hold nothing")
    func reserve() throws {
        var shares = Shares(Quota(inAll: 100, perAddress: 60))
        let (one, two) = (try asker("192.0.2.1"), try asker("192.0.2.2"))
        #expect(shares.take(60, for: one) == nil && shares.take(for: one) == .address)
        #expect(shares.take(15, for: two) == nil && shares.take(for: two) == .all)
        for number in 3..<28 { #expect(try shares.take(for: asker("192.0.2.\(number)")) == nil) }
        #expect(try shares.take(for: asker("192.0.2.99")) == .all)
    }

    @Test("an IPv6 /64 counts as one address, an IPv4 address by itself")
    func households() throws {
        #expect(try asker("2001:db8::1") == asker("2001:db8::2:3:4:5"))
        #expect(try asker("2001:db8::1") != asker("2001:db8:0:1::1"))
        #expect(try asker("192.0.2.1") != asker("192.0.2.2"))
    }

    @Test("behind a trusted proxy the client is charged, behind any other the proxy is")
    func proxies() throws {
        #expect(try asker("10.0.0.1", isTrusted: true, for: "192.0.2.1") == asker("192.0.2.1"))
        #expect(try asker("10.0.0.1", for: "192.0.2.1") == asker("10.0.0.1"))
        #expect(try asker("10.0.0.1", isTrusted: true, for: "2001:db8::7") == asker("2001:db8::8"))
    }

    @Test("a proxy that names no client, and this machine, may hold three quarters of the total")
    func shared() throws {
        for one in [try asker("127.0.0.1"), try asker("::1"), try asker("10.0.0.1", isTrusted: true)] {
            var shares = Shares(Quota(inAll: 100, perAddress: 5))
            #expect(shares.take(75, for: one) == nil && shares.take(for: one) == .all)
            #expect(try shares.take(for: asker("192.0.2.1")) == nil)
        }
    }

    @Test("connections are counted per address and in total, until they end")
    func connections() throws {
        var limits = Limits()
        limits[.connections] = Quota(inAll: .max, perAddress: 2)
        let quotas = Quotas(limits, connections: 5)
        let (one, two, local) = (try asker("192.0.2.1"), try asker("2001:db8::2"), try asker("127.0.0.1"))
        #expect(quotas.take(.connections, for: one) == nil && quotas.take(.connections, for: one) == nil)
        #expect(quotas.take(.connections, for: one) == .address)
        #expect(quotas.take(.connections, for: two) == nil)
        quotas.give(.connections, of: one)
        #expect(quotas.take(.connections, for: one) == nil && quotas.take(.connections, for: one) == .address)
        #expect(quotas.take(.connections, for: two) == nil)
        #expect(quotas.take(.connections, for: local) == nil && quotas.take(.connections, for: local) == .all)
        #expect(quotas.refusals == [.connections: 3])
    }

    @Test("a seat is given back once, by leave or deinit, and under its current kind")
    func seats() throws {
        let quotas = Quotas(Limits())
        let one = try asker("192.0.2.1")
        do {
            let seat = try quotas.seat(.requests, for: one)
            try seat.move(to: .waits)
            #expect(quotas.total(of: .requests) == 0 && quotas.total(of: .waits) == 1)
            let other = try seat.another(.conversions)
            #expect(quotas.total(of: .conversions) == 1)
            other.leave()
            other.leave()
            #expect(quotas.total(of: .conversions) == 0)
        }
        #expect(quotas.total(of: .waits) == 0)
        let body = try quotas.seat(.bodyBytes, 0, for: one)
        try body.grow(by: 3 << 20)
        #expect(throws: HTTPError.tooMany(.bodyBytes)) { try body.grow(by: 11 << 20) }
        body.leave()
        #expect(quotas.total(of: .bodyBytes) == 0)
    }
}
