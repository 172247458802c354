import Library
import Session
import Testing
import Waiting
import Yardstick

@testable import API
@testable import Web

@Suite("Four letters across a room") struct PairingTests {
    private static func asker(_ number: Int) throws -> Asker {
        Asker(try #require(PeerAddress.Host(text: "192.0.2.\(number)")), isShared: false)
    }

    private static func at(_ second: Int) -> ServerTime { ServerTime(microseconds: Int64(second) * 1_000_000) }

    private static func grant(_ role: Role = .guest) -> Pairings.Grant {
        Pairings.Grant(role: role, room: "main", name: "", hours: 12, maker: nil)
    }

    @Test("four letters are read in every way in which people type them, and no vowel is one of them")
    func reading() throws {
        let code = try #require(ShortCode("KXQF"))
        #expect(code.isBrief && code.text == "KXQF")
        for typed in ["kxqf", " kx-qf "] { #expect(ShortCode(typed) == code) }
        for typed in ["KXQ", "KXQA", "KXQ7", "KXQY", "ΚΧQF"] { #expect(ShortCode(typed) == nil) }
        for _ in 0..<200 {
            let random = ShortCode.brief()
            #expect(random.isBrief && ShortCode(random.text) == random)
        }
    }

    @Test("a code of four letters works once, and never after two minutes")
    func brief() {
        let clock = HandClock()
        let codes = ShortCodes(clock)
        func made() -> ShortCode {
            codes.make(.host, room: "main", name: "", hours: 12, uses: 1, maker: nil, isBrief: true).code
        }
        let once = made()
        #expect(codes.take(once)?.role == .host && codes.take(once) == nil)
        let late = made()
        clock.advance(by: .seconds(ShortCodes.briefLife - 1))
        let soon = made()
        clock.advance(by: .seconds(1))
        #expect(codes.take(late) == nil && codes.take(soon) != nil)
    }

    @Test("ten wrong tries end all codes of four letters, and none of eight")
    func guessing() throws {
        let codes = ShortCodes(HandClock())
        let long = codes.make(.guest, room: nil, name: "", hours: 12, uses: 1, maker: nil)
        let brief = (0..<2).map { _ in codes.make(.host, room: nil, name: "", hours: 12, uses: 1, maker: nil, isBrief: true).code }
        let wrong = try #require(["BBBB", "CCCC", "DDDD"].compactMap { ShortCode($0) }.first { !brief.contains($0) })
        for _ in 1..<ShortCodes.mostWrong { #expect(codes.take(wrong) == nil) }
        #expect(codes.take(brief[0]) != nil)
        #expect(codes.take(wrong) == nil)
        #expect(codes.take(brief[1]) == nil && codes.take(long.code) != nil)
        // Another one has tries of its own.
        let next = codes.make(.host, room: nil, name: "", hours: 12, uses: 1, maker: nil, isBrief: true).code
        #expect(codes.take(next) != nil)
    }

    @Test("what a screen asked for is granted once, and collected once, with its secret alone")
    func asking() throws {
        let clock = HandClock()
        let pairings = Pairings(clock)
        let (one, other) = (
            try #require(pairings.ask(try Self.asker(1), at: Self.at(1))),
            try #require(pairings.ask(try Self.asker(2), at: Self.at(1)))
        )
        #expect(one.code != other.code)
        guard case .waiting? = pairings.collect(one.secret) else { throw NeverHappened("a screen that waits") }
        #expect(pairings.grant(Self.grant(.host), to: one.code) && !pairings.grant(Self.grant(.host), to: one.code))
        guard case .waiting? = pairings.collect(other.secret) else { throw NeverHappened("another that waits") }
        guard case .granted(let grant)? = pairings.collect(one.secret) else { throw NeverHappened("a role") }
        #expect(grant.role == .host && grant.room == "main")
        #expect(pairings.collect(one.secret) == nil && pairings.collect(.random()) == nil)
    }

    @Test("a code that nobody grants is over after two minutes; what was granted waits for the screen half a minute more")
    func ends() throws {
        let clock = HandClock()
        let pairings = Pairings(clock)
        let late = try #require(pairings.ask(try Self.asker(1), at: Self.at(1)))
        clock.advance(by: .seconds(1))
        let granted = try #require(pairings.ask(try Self.asker(1), at: Self.at(2)))
        clock.advance(by: .seconds(Pairings.life - 1))
        #expect(!pairings.grant(Self.grant(), to: late.code) && pairings.collect(late.secret) == nil)
        #expect(pairings.grant(Self.grant(), to: granted.code))
        clock.advance(by: .seconds(20))
        guard case .granted? = pairings.collect(granted.secret) else { throw NeverHappened("a role") }
        let left = try #require(pairings.ask(try Self.asker(1), at: Self.at(200)))
        #expect(pairings.grant(Self.grant(), to: left.code))
        clock.advance(by: .seconds(Pairings.life + 30))
        #expect(pairings.collect(left.secret) == nil)
    }

    @Test("an address has two codes at a time, all together a few, and none asks often")
    func bounds() throws {
        let pairings = Pairings(HandClock())
        let asker = try Self.asker(1)
        let asked = try (0..<3).map { try #require(pairings.ask(asker, at: Self.at(10 * $0))) }
        #expect(
            pairings.collect(asked[0].secret) == nil && pairings.collect(asked[1].secret) != nil
                && pairings.collect(asked[2].secret) != nil)
        let all = try (2..<60).count { pairings.ask(try Self.asker($0), at: Self.at(100)) != nil }
        #expect(all == Pairings.most - Pairings.mostOfOne)
        #expect((0..<100).count { _ in pairings.ask(asker, at: Self.at(200)) != nil } <= 5)
    }

    @Test("over HTTP whoever watches only asks, a host lets a guest in, and the owner a host")
    func overHTTP() async throws {
        try await House.serving { house in
            let owner = house.client
            let screen = owner.stranger
            func field(_ name: String, _ text: String) throws -> String {
                String(try #require(try Regex(#""\#(name)":"([^"]+)""#).firstMatch(in: text)?.output[1].substring))
            }
            let asked = try await screen.send("POST", "/pairings", body: [])
            #expect(asked.status == 201)
            let (code, secret) = (try field("code", asked.text), try field("secret", asked.text))
            let collect = #"{"secret":"\#(secret)"}"#
            #expect(try await screen.send("POST", "/pairings/collect", json: collect).status == 204)
            func granting(_ role: String, _ room: String = "main") -> String {
                #"{"code":"\#(code.lowercased())","role":"\#(role)","room":"\#(room)"}"#
            }
            #expect(try await screen.send("POST", "/pairings/grant", json: granting("guest")).status == 401)
            let host = try field("token", try await owner.send("POST", "/links", json: #"{"role":"host","room":"main"}"#).text)
            let guest = try field("token", try await owner.send("POST", "/links", json: #"{"role":"guest","room":"main"}"#).text)
            var other = owner
            other.token = guest
            #expect(try await other.send("POST", "/pairings/grant", json: granting("guest")).status == 403)
            other.token = host
            #expect(try await other.send("POST", "/pairings/grant", json: granting("host")).status == 403)
            #expect(try await other.send("POST", "/pairings/grant", json: granting("guest", "attic")).status == 403)
            #expect(
                try await other.send("POST", "/pairings/grant", json: #"{"code":"K7QX-93FM","role":"guest","room":"main"}"#).status
                    == 400)
            #expect(try await screen.send("POST", "/pairings/collect", json: collect).status == 204)
            #expect(try await owner.send("POST", "/pairings/grant", json: granting("host")).status == 204)
            #expect(try await owner.send("POST", "/pairings/grant", json: granting("host")).status == 404)
            let made = try await screen.send("POST", "/pairings/collect", json: collect)
            #expect(made.status == 201 && made.text.contains(#""role":"host""#) && made.text.contains(#""room":"main""#))
            #expect(try await screen.send("POST", "/pairings/collect", json: collect).status == 404)
            other.token = try field("token", made.text)
            #expect(try await other.get("/links").status == 200)
        }
    }

    @Test("a screen in control shows four letters for a guest or a host, and they are redeemed like any code")
    func offered() async throws {
        try await House.serving { house in
            let owner = house.client
            let made = try await owner.send("POST", "/codes", json: #"{"role":"host","room":"main","hours":12,"brief":true}"#)
            let code = try #require(made.text.firstMatch(of: #/"code":"([B-Z]{4})"/#)).1
            #expect(made.status == 201)
            #expect(try await owner.send("POST", "/codes", json: #"{"role":"guest","uses":2,"brief":true}"#).status == 422)
            let redeemed = try await owner.stranger.send("POST", "/redeem", json: #"{"code":"\#(code)"}"#)
            #expect(redeemed.status == 201 && redeemed.text.contains(#""role":"host""#))
            #expect(try await owner.stranger.send("POST", "/redeem", json: #"{"code":"\#(code)"}"#).status == 404)
        }
    }
}
