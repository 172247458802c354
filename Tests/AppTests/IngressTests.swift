import Foundation
import Testing
import Waiting

/// A gateway such as Home Assistant's, which asks people to log in and says who they are. Every request of these tests comes from 127.0.0.1.
@Suite("Ingress") struct IngressTests {
    private static let gateway = ["--ingress", "127.0.0.1", "--ingress-owners", "Anna,b4c1d2", "--ingress-role", "host"]
    private static let anna = ["X-Remote-User-Id": "77", "X-Remote-User-Name": "anna", "X-Remote-User-Display-Name": "Ben"]
    private static let ben = ["X-Remote-User-Id": "78", "X-Remote-User-Name": "ben", "X-Remote-User-Display-Name": "Anna"]

    /// The status of a question for owners, and of one for hosts.
    private func rights(_ house: House, _ fields: [String: String], token: String? = nil) async throws -> [Int] {
        let client = APIClient(house, token: token)
        return [try await client.get("/log", fields).status, try await client.get("/links", fields).status]
    }

    @Test("owners are owners by login name or number, and all others have the role that was chosen for them")
    func roles() async throws {
        try await House.serving(Self.gateway) { house async throws in
            #expect(try await rights(house, Self.anna) == [200, 200])
            #expect(try await rights(house, ["X-Remote-User-Id": "B4C1D2"]) == [200, 200])
            for fields in [Self.ben, [:], ["X-Remote-User-Name": ""], ["X-Remote-User-Id": "anna2"]] {
                #expect(try await rights(house, fields) == [403, 200], "\(fields)")
            }
        }
        try await House.serving(["--ingress", "127.0.0.1"]) { house async throws in
            #expect(try await rights(house, Self.anna) == [401, 401], "nobody is an owner unless named, and others only watch")
        }
    }

    @Test(
        "fields that come from anywhere but the gateway give no rights",
        arguments: [[], ["--ingress", "172.30.32.2"], ["--ingress", "127.0.0.2", "--trust-proxy", "127.0.0.1"]])
    func forged(_ options: [String]) async throws {
        try await House.serving(options + ["--ingress-owners", "anna", "--ingress-role", "host"]) { house async throws in
            for more in [
                [:], ["X-Forwarded-For": "172.30.32.2"], ["X-Forwarded-For": "127.0.0.2, 127.0.0.2"], ["X-Real-IP": "172.30.32.2"],
            ] {
                #expect(try await rights(house, Self.anna.merging(more) { $1 }) == [401, 401], "\(more)")
            }
            #expect(try await house.client.stranger.get("/rooms", ["Host": "ha.example"]).status == 421)
        }
    }

    @Test("a field that is there twice names no owner")
    func twice() async throws {
        try await House.serving(Self.gateway) { house async throws in
            let text = "GET /api/v1/log HTTP/1.1\r\nHost: a\r\nX-Remote-User-Name: ben\r\nX-Remote-User-Name: anna\r\n\r\n"
            #expect(try await house.answer(Array(text.utf8)).status == 403)
        }
    }

    @Test("a token gives more than the login, and never less")
    func tokens() async throws {
        try await House.serving(Self.gateway) { house async throws in
            #expect(try await rights(house, Self.ben, token: house.token) == [200, 200])
            #expect(try await rights(house, Self.anna, token: String(repeating: "b", count: 26)) == [200, 200])
            let made = try await house.client.send("POST", "/links", json: #"{"role":"guest"}"#, ["X-Remote-User-Id": "78"])
            #expect(made.status == 409, "a server that only this machine reaches has no address for guests")
        }
    }

    @Test("a page of another site can use nobody's login")
    func otherSites() async throws {
        try await House.serving(Self.gateway) { house async throws in
            for (origin, status) in [("http://evil.example", 403), ("https://ha.example", 200)] {
                let fields = Self.anna.merging([
                    "Origin": origin, "X-Forwarded-Host": "ha.example", "Content-Type": "application/json",
                ]) { $1 }
                let answer = try await house.client.stranger.send(
                    "POST", "/rooms/main/commands", fields, body: Array(#"{"do":"look","hue":0.5}"#.utf8))
                #expect(answer.status == status, "\(origin)")
            }
        }
    }

    @Test("sockets know the user")
    func sockets() async throws {
        try await House.serving(Self.gateway, atPort: true) { house async throws in
            try await blocking {
                for (fields, role) in [(Self.anna, "owner"), (Self.ben, "host")] {
                    let client = try RoomClient(house.port, fields: fields)
                    #expect(try client.join([:]).text("role") == role)
                }
                let wrong = try RoomClient(house.port, fields: Self.ben)
                #expect(try wrong.join(["token": "none"]).text("role") == "host", "a token that is none takes nothing away")
            }
        }
    }

    @Test("with a viewers' key the login is enough to watch, and only owners are told the key")
    func viewers() async throws {
        let options = Self.gateway + ["--viewers", "token", "--address", "http://nas.local:8080"]
        try await House.serving(options) { house async throws in
            let client = APIClient(house)
            let address = try await client.get("/join", Self.anna).text
            #expect(address.contains("http:\\/\\/nas.local:8080\\/#key=") || address.contains("http://nas.local:8080/#key="))
            #expect(!(try await client.get("/join", Self.ben).text).contains("key="))
        }
        try await House.serving(["--viewers", "token", "--ingress", "172.30.32.2"]) { house async throws in
            #expect(try await APIClient(house).get("/tracks", Self.anna).status == 401)
        }
    }

    @Test("others are told addresses without the gateway: what a star stands for is the local name by which it was asked")
    func addresses() async throws {
        let options = Self.gateway + ["--address", "http://*:8080,http://homeassistant.local:8080"]
        try await House.serving(options) { house async throws in
            let all = "http://homeassistant.local:8080/"
            for (host, first) in [
                ("192.168.1.7:8123", "http://192.168.1.7:8080/"), ("homeassistant.local:8123", all), ("abc.ui.nabu.casa", all),
                ("localhost:8123", all),
            ] {
                let answer = try await house.client.stranger.get(
                    "/join", ["X-Forwarded-Host": host, "X-Ingress-Path": "/api/hassio_ingress/x"])
                let told = try JSONDecoder().decode(Joining.self, from: Data(answer.body))
                #expect(told.isPrivate && told.addresses == (first == all ? [all] : [first, all]), "\(host)")
                let link = try await house.client.stranger.send(
                    "POST", "/links", json: #"{"role":"guest"}"#, ["X-Forwarded-Host": host])
                #expect(link.text.replacing("\\/", with: "/").contains("\"\(first)#token="), "\(host)")
            }
        }
    }

    private struct Joining: Decodable {
        let addresses: [String]
        let isPrivate: Bool
    }
}
