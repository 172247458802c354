import Library
import Session
import Testing
import Yardstick

@testable import API
@testable import Web

@Suite("Short codes") struct ShortCodeTests {
    private static func codes(_ clock: HandClock = HandClock()) -> ShortCodes { ShortCodes(clock) }

    private static func made(_ codes: ShortCodes, uses: Int = 1) -> ShortCodes.Offer {
        codes.make(.guest, room: "main", name: "", hours: 12, uses: uses, maker: nil)
    }

    @Test("a code is read in every way in which people type it")
    func reading() throws {
        let code = try #require(ShortCode("K7QX-93FM"))
        for typed in ["k7qx93fm", " K7QX 93FM ", "k7qx--93fm"] { #expect(ShortCode(typed) == code) }
        #expect(ShortCode("O1LI-oOil") == ShortCode("0111-0011"))
        for typed in ["", "K7QX-93F", "K7QX-93FMM", "K7QX-93FU", "ⅨⅨⅨⅨ93FM", String(repeating: "-", count: 100_000)] {
            #expect(ShortCode(typed) == nil)
        }
        for _ in 0..<200 {
            let random = ShortCode.random()
            #expect(ShortCode(random.text) == random)
        }
    }

    @Test("a code is redeemed as often as it was made for, and never after ten minutes")
    func uses() throws {
        let clock = HandClock()
        let codes = Self.codes(clock)
        let (once, twice) = (Self.made(codes), Self.made(codes, uses: 2))
        #expect(codes.take(once.code)?.role == .guest)
        #expect(codes.take(once.code) == nil)
        #expect(codes.take(twice.code) != nil)
        let last = try #require(codes.take(twice.code))
        #expect(codes.take(twice.code) == nil)
        codes.giveBack(last)
        clock.advance(by: .seconds(ShortCodes.life - 1))
        #expect(codes.take(twice.code) != nil)
        let late = Self.made(codes)
        clock.advance(by: .seconds(ShortCodes.life))
        #expect(codes.take(late.code) == nil && codes.offer(late.id) == nil)
    }

    @Test("there are never more than a few codes: the oldest ends when another is made")
    func bound() {
        let codes = Self.codes()
        let made = (0..<ShortCodes.most + 3).map { _ in Self.made(codes) }
        #expect(made.map { codes.take($0.code) != nil } == made.indices.map { $0 >= 3 })
        let ended = Self.made(codes)
        codes.end(ended.id)
        #expect(codes.take(ended.code) == nil)
    }

    @Test("guessing is slow for each address, and for all together")
    func guessing() throws {
        let codes = Self.codes()
        func tries(_ address: Int, at second: Int) throws -> Int {
            let asker = Asker(try #require(PeerAddress.Host(text: "192.0.2.\(address)")), isShared: false)
            return (0..<100).count { _ in codes.mayTry(asker, at: ServerTime(microseconds: Int64(second) * 1_000_000)) }
        }
        #expect(try tries(1, at: 1000) == 10)
        #expect(try tries(1, at: 1003) == 3)
        #expect(try (2..<100).reduce(0) { $0 + (try tries($1, at: 1003)) } <= 50)
    }

    @Test("over HTTP a code gives one link of its role and room, and ends with the link of its maker")
    func redeeming() async throws {
        try await House.serving { house in
            let owner = house.token
            let host = try await Self.ask(house, "links", #"{"role":"host","room":"main"}"#, owner)
            let token = try #require(host.text.firstMatch(of: #/"token":"([a-z2-9]+)"/#)).1
            let made = try await Self.ask(house, "codes", #"{"role":"guest","room":"main","uses":2}"#, String(token))
            let code = try #require(made.text.firstMatch(of: #/"code":"([0-9A-Z-]+)"/#)).1
            #expect(try await Self.ask(house, "codes", #"{"role":"host","room":"main"}"#, String(token)).status == 403)
            #expect(try await Self.ask(house, "codes", #"{"role":"guest","room":"attic"}"#, String(token)).status == 403)
            #expect(try await Self.ask(house, "codes", #"{"role":"guest","uses":21}"#, owner).status == 400)
            #expect(try await Self.ask(house, "codes", #"{"role":"host","uses":2}"#, owner).status == 422)
            #expect(try await Self.ask(house, "codes", #"{"role":"host","uses":1}"#, owner).status == 201)
            let redeemed = try await Self.ask(house, "redeem", #"{"code":"\#(code.lowercased())"}"#)
            #expect(
                redeemed.status == 201 && redeemed.text.contains(#""role":"guest""#) && redeemed.text.contains(#""room":"main""#))
            #expect(try await Self.ask(house, "redeem", #"{"code":"K7QX"}"#).status == 400)
            #expect(try await Self.ask(house, "links/1", "", owner, "DELETE").status == 204)
            #expect(try await Self.ask(house, "redeem", #"{"code":"\#(code)"}"#).status == 404)
        }
    }

    private static func ask(
        _ house: House, _ path: String, _ body: String, _ token: String? = nil, _ method: String = "POST"
    ) async throws -> (status: Int, text: String) {
        let answer = try await APIClient(house, token: token).send(method, "/" + path, json: body)
        return (answer.status, answer.text)
    }
}
