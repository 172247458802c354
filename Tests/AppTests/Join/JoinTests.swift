import Foundation
import Testing
import Web

@testable import API
@testable import Rooms
@testable import Workers

@Suite("Joining from other screens")
struct JoinTests {
    @Test("the address by which the request came is listed first, with the requested room")
    func asked() async throws {
        try await House.serving(["--base-path", "/music", "--allow-host", "home.example"]) { house async throws in
            for host in ["192.168.7.8:\(house.port)", "nas.local:81", "[fd00::7]:90", "home.example"] {
                let answer = try await house.client.get("/music/api/v1/join?room=living%20room", ["Host": host])
                #expect(try addresses(answer) == ["http://\(host)/music/?room=living%20room"], "\(host)")
                let code = try await house.client.get("/music/api/v1/join.svg?room=living%20room", ["Host": host])
                #expect((code.status, code.type) == (200, "image/svg+xml"))
                #expect(code.text == QRCode("http://\(host)/music/?room=living%20room", care: .some)?.svg)
            }
        }
    }

    @Test("a server that only its own machine can reach lists no address and has no QR code")
    func onlyHere() async throws {
        try await House.serving { house async throws in
            for host in ["127.0.0.1:\(house.port)", "localhost", "[::1]:80", "page.localhost"] {
                #expect(try addresses(try await house.client.get("/api/v1/join", ["Host": host])) == [], "\(host)")
                let code = try await house.client.get("/api/v1/join.svg", ["Host": host])
                #expect((code.status, code.type) == (404, "application/problem+json"))
            }
            #expect(try await house.client.get("/join?room=%2F").status == 400)
        }
    }

    private struct Told: Decodable {
        let addresses: [String]
        let isPrivate, isOpen: Bool
    }

    private func addresses(_ answer: Answer) throws -> [String] {
        let told = try JSONDecoder().decode(Told.self, from: Data(answer.body))
        #expect(told.isOpen && !told.isPrivate)
        return told.addresses
    }
}

@Suite("Invitations")
struct InvitationTests {
    private func invitation(_ bind: String, port: UInt16 = 8080, basePath: String = "", name: String? = nil) -> Invitation {
        let all = LocalAddress.all
        return Invitation(bind: bind, port: port, basePath: basePath, network: { all }, networkName: { name })
    }

    @Test("a server on all addresses lists each of them, on 0.0.0.0 only the IPv4 ones, and then its name")
    func everywhere() {
        let all = LocalAddress.all
        let name = all.isEmpty ? [] : ["http://nas.local:8080/"]
        #expect(invitation("::", name: "nas.local").addresses() == all.map { "http://\($0.host):8080/" } + name)
        #expect(invitation("0.0.0.0").addresses() == all.filter { !$0.isIPv6 }.map { "http://\($0.host):8080/" })
        #expect(invitation("::").here == "http://localhost:8080/")
    }

    @Test("a server on one address lists only that")
    func one() {
        #expect(invitation("10.1.2.3", basePath: "/music").addresses() == ["http://10.1.2.3:8080/music/"])
        #expect(invitation("fd00::1", port: 80).addresses(room: "hall") == ["http://[fd00::1]/?room=hall"])
        #expect(invitation("10.1.2.3").here == "http://10.1.2.3:8080/")
    }

    @Test("a server on a loopback address lists none", arguments: ["127.0.0.1", "127.8.9.1", "::1", "localhost"])
    func own(bind: String) {
        #expect(invitation(bind).addresses() == [])
        #expect(invitation(bind).isOnlyHere)
        #expect(invitation(bind).here == "http://localhost:8080/")
    }
}
