import Session
import Testing

@testable import API
@testable import Web

@Suite("Rate limits of commands over HTTP") struct AddressAllowancesTests {
    private func asker(_ text: String, isShared: Bool) throws -> Asker {
        Asker(try #require(PeerAddress.Host(text: text)), isShared: isShared)
    }

    @Test("an address has the limit of a socket; this machine and a proxy that names no client have five times that")
    func shares() throws {
        let allowances = AddressAllowances()
        for (asker, many) in [
            (try asker("192.0.2.1", isShared: false), 1), (try asker("127.0.0.1", isShared: true), 5),
        ] {
            var now = ServerTime(microseconds: 1_000_000_000)
            func taken() -> Int { (0..<1000).count { _ in allowances.take(asker, at: now) } }
            #expect(taken() == 40 * many)
            now = ServerTime(microseconds: now.microseconds + 1_000_000)
            #expect(taken() == 20 * many && allowances.perSecond(for: asker) == 20 * many)
        }
    }

    @Test("the limits are kept for at most 4096 addresses: others are refused, and a moment later they are not")
    func flood() throws {
        let allowances = AddressAllowances()
        let now = ServerTime(microseconds: 1_000_000_000)
        let askers = try (0..<5000).map { try asker("10.0.\($0 / 250).\($0 % 250)", isShared: false) }
        #expect(askers.count { allowances.take($0, at: now) } == 4096)
        #expect(allowances.take(try asker("192.0.2.9", isShared: false), at: ServerTime(microseconds: 1_003_000_000)))
    }
}
