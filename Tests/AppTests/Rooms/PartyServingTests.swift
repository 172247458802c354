import Foundation
import Testing
import Waiting
import Yardstick

@testable import API

@Suite("A party over HTTP") struct PartyServingTests {
    /// Serves three songs of a minute, of which the host plays the first.
    private func serving(music: String, _ body: (House) async throws -> Void) async throws {
        try await House.serving(["--music", music, "--address", "http://party.local"], tracks: 3, body)
    }

    private func music() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        for (number, title) in ["One", "Two", "Three"].enumerated() {
            try folder.write(TinyMusic.file(.wav, music: 480_000 + number, title: title), to: "\(title).wav")
        }
        return folder
    }

    private func command(_ client: APIClient, _ json: String) async throws -> Answer {
        try await client.send("POST", "/rooms/main/commands", json: json)
    }

    private func guestToken(_ client: APIClient) async throws -> String? {
        let answer = try await client.send("GET", "/rooms/main/party/invitation")
        let address = (try answer.object["addresses"] as? [String])?.first
        #expect(answer.status != 200 || address?.contains("/party/#token=") == true, "\(address ?? "no address")")
        return address?.split(separator: "=").last.map(String.init)
    }

    private func queueRevision(_ client: APIClient) async throws -> Int? {
        (try await client.send("GET", "/rooms/main").object["queue"] as? [String: Any])?["revision"] as? Int
    }

    private func requests(_ client: APIClient) async throws -> [[String: Any]] {
        try await client.send("GET", "/rooms/main/party").object["requests"] as? [[String: Any]] ?? []
    }

    @Test("a host opens it, a guest joins by its link or its code and asks, all see who asked, and its end ends the link")
    func evening() async throws {
        let folder = try music()
        try await serving(music: folder.path) { house in
            let host = house.client
            #expect(try await guestToken(house.client.stranger) == nil)
            #expect(try await command(host, #"{"do":"play","track":1}"#).status == 200)
            #expect(try await command(host, #"{"do":"party.open","patienceMinutes":0}"#).status == 200)
            let token = try #require(try await guestToken(house.client.stranger))
            let guest = APIClient(house, token: token)
            #expect(try await command(guest, #"{"do":"party.ask","track":2}"#).problem == "conflict", "without a name")
            #expect(try await command(guest, #"{"do":"queue.add","track":2}"#).problem == "conflict")
            #expect(try await command(guest, #"{"do":"party.set","waiting":9}"#).status == 403)
            let joined = try await command(guest, #"{"do":"party.join","name":" Mira  <b> ","colour":3}"#).object
            let key = try #require(joined["key"] as? String)
            #expect(joined["person"] as? Int == 1)
            let asked = try await command(guest, #"{"do":"party.ask","track":2,"dedication":"for Jo","person":"\#(key)"}"#)
            #expect(try asked.status == 200 && (asked.object["entries"] as? [Int])?.count == 1)
            #expect(try await command(guest, #"{"do":"party.ask","track":2,"person":"\#(key)"}"#).problem == "conflict")
            let queue = try await host.send("GET", "/rooms/main/queue", body: []).object["entries"] as? [[String: Any]]
            let who = queue?.last?["asked"] as? [String: Any]
            #expect(who?["name"] as? String == "Mira <b>" && who?["dedication"] as? String == "for Jo")
            #expect(queue?.first?["asked"] is NSNull)

            let entry = try #require(try await requests(house.client).first?["entry"] as? Int)
            let code = try #require(
                try await APIClient(house, token: nil).send("GET", "/rooms/main/party/invitation", body: []).object["code"]
                    as? String)
            let redeemed = try await APIClient(house, token: nil).send("POST", "/redeem", json: #"{"code":"\#(code)"}"#)
            #expect(try redeemed.object["token"] as? String == token, "the code stands for the same link")
            let second = try await command(guest, #"{"do":"party.join","name":"Jo"}"#).object["key"] as? String
            let vote = #"{"do":"party.vote","entry":\#(entry),"vote":"up","person":"\#(second ?? "")"}"#
            let revision = try await queueRevision(host)
            #expect(try await command(guest, vote).status == 200)
            #expect(try await queueRevision(host) == revision, "a vote that moves nothing sends no queue")
            #expect(try await requests(house.client).first?["up"] as? [Int] == [2])
            #expect(try await command(host, #"{"do":"party.refuse","entry":\#(entry),"reason":"too slow"}"#).status == 200)
            #expect(try await requests(house.client).isEmpty)

            #expect(try await command(host, #"{"do":"party.close"}"#).status == 200)
            try await eventually("the end of the link") {
                try await command(guest, #"{"do":"party.ask","track":3,"person":"\#(key)"}"#).status == 401
            }
            #expect(try await guestToken(house.client.stranger) == nil)
        }
        withExtendedLifetime(folder) {}
    }

    @Test("a co-host orders and refuses what guests ask for, and changes nothing else")
    func cohost() async throws {
        let folder = try music()
        try await serving(music: folder.path) { house in
            let made = try await house.client.send("POST", "/links", json: #"{"role":"cohost","room":"main"}"#)
            let cohost = APIClient(house, token: try #require(try made.object["token"] as? String))
            _ = try await command(house.client, #"{"do":"party.open"}"#)
            _ = try await command(house.client, #"{"do":"play","track":1}"#)
            let key = try #require(try await command(cohost, #"{"do":"party.join","name":"Ann"}"#).object["key"] as? String)
            for track in [2, 3] {
                #expect(try await command(cohost, #"{"do":"party.ask","track":\#(track),"person":"\#(key)"}"#).status == 200)
            }
            let entries = try await requests(house.client).compactMap { $0["entry"] as? Int }
            #expect(try await command(cohost, #"{"do":"party.move","entry":\#(entries[1]),"to":0}"#).status == 200)
            #expect(try await requests(house.client).compactMap { $0["entry"] as? Int } == entries.reversed())
            #expect(try await command(cohost, #"{"do":"party.refuse","entry":\#(entries[0])}"#).status == 200)
            for refused in [#"{"do":"party.set","waiting":3}"#, #"{"do":"party.close"}"#, #"{"do":"next"}"#] {
                #expect(try await command(cohost, refused).problem == "role-needed", "\(refused)")
            }
        }
        withExtendedLifetime(folder) {}
    }

    @Test("the link is renewed while the party is open, and stays the same; a code is replaced before its end")
    func renewal() async throws {
        let clock = HandClock()
        try await House.serving(["--address", "http://party.local"], clock: clock) { house in
            let owner = house.client
            func link() async throws -> (id: Int?, end: Int?) {
                let links = try await owner.send("GET", "/links").object["links"] as? [[String: Any]]
                return (links?.first?["id"] as? Int, links?.first?["endsAt"] as? Int)
            }
            func code() async throws -> String? {
                try await owner.stranger.send("GET", "/rooms/main/party/invitation").object["code"] as? String
            }
            _ = try await command(owner, #"{"do":"party.open"}"#)
            let token = try await guestToken(owner.stranger)
            let (first, shown) = (try await link(), try await code())
            #expect(try await code() == shown)
            clock.advance(by: .seconds(500))
            #expect(try await code() != shown)
            clock.advance(by: .seconds(13 * 3600))
            #expect(try await guestToken(owner.stranger) == token)
            let next = try await link()
            #expect(next.id == first.id && next.end == first.end.map { $0 + 13 * 3600 + 500 })
        }
    }

    @Test("a restart loses nothing: the same link, the same persons, the same requests")
    func restart() async throws {
        let (folder, data) = (try music(), try TemporaryFolder())
        let words = [folder.path, "--address", "http://party.local"]
        let (token, key) = try await Downbeat.serving(words, data: data.path) { server async throws in
            let owner = APIClient(port: server.port, token: try server.token)
            try await eventually("three tracks") { try await owner.send("GET", "/tracks").items.count == 3 }
            _ = try await command(owner, #"{"do":"play","track":1}"#)
            _ = try await command(owner, #"{"do":"pause"}"#)
            _ = try await command(owner, #"{"do":"party.open"}"#)
            let token = try #require(try await guestToken(owner.stranger))
            let guest = APIClient(port: server.port, token: token)
            let key = try #require(try await command(guest, #"{"do":"party.join","name":"Mira"}"#).object["key"] as? String)
            for track in [2, 3] { _ = try await command(guest, #"{"do":"party.ask","track":\#(track),"person":"\#(key)"}"#) }
            #expect(try await requests(owner).count == 2)
            server.process.signal(SIGKILL)
            _ = try await server.process.end()
            return (token, key)
        }
        try await Downbeat.serving(words, data: data.path) { server async throws in
            let guest = APIClient(port: server.port, token: token)
            #expect(try await guestToken(guest.stranger) == token)
            let waiting = try await requests(guest)
            #expect(waiting.count == 2)
            let entry = try #require(waiting.last?["entry"] as? Int)
            let back = #"{"do":"party.withdraw","entry":\#(entry),"person":"\#(key)"}"#
            #expect(try await command(guest, back).status == 200)
        }
        withExtendedLifetime((folder, data)) {}
    }
}
