import Fetch
import Foundation
import Music
import Subsonic
import Synchronization
import Testing
import Waiting
import Web

@Suite("The client of Subsonic servers")
struct SubsonicTests {
    @Test("sends a token of the password, another one each time, and never the password")
    func token() async throws {
        let server = try MusicServer { _, _ in MusicServer.good() }
        let client = try server.client()
        for _ in 0..<2 { _ = try await client.ping() }
        let asked = server.asked.withLock { $0 }
        for (method, query) in asked {
            let salt = try #require(query["s"])
            #expect(method == "ping" && query["u"] == "alice" && query["p"] == nil && query["f"] == "json")
            #expect(query["t"] == MD5.digest(Array("sesame\(salt)".utf8))?.hex)
        }
        #expect(asked.count == 2 && asked[0].query["s"] != asked[1].query["s"])
        #expect(client.info?.type == "test")
    }

    @Test("sends a token and its salt as they were given, and never more than them")
    func givenToken() async throws {
        let server = try MusicServer { _, _ in MusicServer.good() }
        let login = SubsonicLogin(user: "alice", secret: .token("26719a11", salt: "c19b2d"))
        _ = try await server.client(login).ping()
        let query = try #require(server.asked.withLock { $0.first?.query })
        #expect(query["u"] == "alice" && query["t"] == "26719a11" && query["s"] == "c19b2d" && query["p"] == nil)
        #expect(!"\(login)".contains("26719a11"))
        for code in [10, 41, 42] {
            server.replace { _, _ in MusicServer.failed(code) }
            let plain = SubsonicLogin(user: "alice", secret: login.secret, allowsPlainPassword: true)
            await #expect(throws: SubsonicError.refusesToken(at: "\(server.address)")) { try await server.client(plain).ping() }
        }
        #expect(server.asked.withLock { $0.allSatisfy { $0.query["p"] == nil } })
    }

    @Test("says a refused login in one sentence without the password, and does not try the next address with it")
    func wrongPassword() async throws {
        let server = try MusicServer { _, _ in MusicServer.failed(40) }
        let error = await #expect(throws: SubsonicError.self) { try await server.client().ping() }
        #expect(error == .wrongLogin(at: "\(server.address)") && error?.mayPass == false)
        #expect(error?.description.contains("sesame") == false)
        #expect(server.methods == ["ping"])
    }

    @Test(
        "sends the password to a server that checks no tokens only where that is allowed, and remembers it",
        arguments: [false, true])
    func plainPassword(isAllowed: Bool) async throws {
        let server = try MusicServer { _, query in query["p"] == nil ? MusicServer.failed(10) : MusicServer.good() }
        let login = SubsonicLogin(user: "alice", secret: .password("sesame"), allowsPlainPassword: isAllowed)
        let client = try server.client(login)
        if isAllowed {
            for _ in 0..<2 { _ = try await client.ping() }
            #expect(server.asked.withLock { $0.map { $0.query["p"] } } == [nil, "enc:736573616d65", "enc:736573616d65"])
        } else {
            await #expect(throws: SubsonicError.needsPassword(at: "\(server.address)")) { try await client.ping() }
            #expect(server.asked.withLock { $0.allSatisfy { $0.query["p"] == nil } })
        }
    }

    @Test("asks the next address when one does not answer, and the first again as soon as it does")
    func failover() async throws {
        let (near, far) = (try MusicServer { _, _ in [] }, try MusicServer { _, _ in MusicServer.good() })
        let client = try far.client(others: [near.address])
        _ = try await client.ping()
        #expect(client.address == far.address)
        near.replace { _, _ in MusicServer.good() }
        _ = try await client.ping()
        #expect(client.address == near.address && far.methods.count == 1)
    }

    @Test(
        "takes answers as real servers write them",
        arguments: [
            (
                #""searchResult3":{"song":[{"id":7,"title":"A","size":"12","year":"1999"},{"title":"no id"},{"id":"b"}]}"#,
                ["7", "b"]
            ),
            (#""searchResult3":{"song":{"id":"a"}}"#, ["a"]), (#""searchResult3":{}"#, []), ("", []),
            (#""searchResult3":{"song":[7,null,"x",{"id":"a","duration":1e300,"track":{},"isDir":"true"}]}"#, ["a"]),
        ])
    func quirks(members: String, ids: [String]) async throws {
        let server = try MusicServer { _, _ in MusicServer.good(members) }
        #expect(try await server.client().songs(from: 0).map(\.id) == ids)
    }

    @Test("a file without tags has a title of its name alone")
    func untagged() async throws {
        func song(_ title: String, _ more: String = "") -> String {
            #"{"id":"1","title":"\#(title)","track":1,"discNumber":1,"path":"a/b/07.Intro.mp3"\#(more)}"#
        }
        let songs = [song("07.Intro.mp3"), song("07.Intro"), song("07.Intro.mp3", #","artist":"A""#)].joined(separator: ",")
        let server = try MusicServer { _, _ in MusicServer.good(#""searchResult3":{"song":[\#(songs)]}"#) }
        let read = try await server.client().songs(from: 0)
        #expect(read.map(\.title) == ["07.Intro", "07.Intro", "07.Intro.mp3"] && read.map(\.track) == [nil, 1, 1])
    }

    @Test(
        "tells apart what is no answer of such a server",
        arguments: [
            (MusicServer.reply("<html>Sign in</html>".utf8, "text/html"), "answered with a web page"),
            (MusicServer.reply("{}".utf8), "answered with the JSON of another program"),
            (MusicServer.reply(#"{"detail":"Not Found"}"#.utf8, status: "404 Not Found"), "does not know search3"),
            (MusicServer.reply(String(repeating: "[", count: 600).utf8), "answered with a text"),
            (MusicServer.reply("".utf8, status: "401 No"), "refuses the user"),
            (MusicServer.reply("x".utf8, status: "500 Oh"), "status 500"),
            (MusicServer.failed(70), "does not have it"), (MusicServer.failed(0, #"a\u001b[2Jb"#), "error 0: a\u{FFFD}[2Jb"),
        ])
    func strangers(answer: [UInt8], sentence: String) async throws {
        let server = try MusicServer { _, _ in answer }
        let error = await #expect(throws: SubsonicError.self) { try await server.client().songs(from: 0) }
        #expect(error?.description.contains(sentence) == true, "\(String(describing: error))")
    }

    @Test("takes a text in place of a file for a failure, and asks for the raw stream where downloads are not allowed")
    func files() async throws {
        let server = try MusicServer { method, query in
            switch (method, query["id"]) {
            case ("download", "gone"): MusicServer.failed(70)
            case ("download", _): MusicServer.failed(50)
            case (_, "song"): MusicServer.reply("fLaC".utf8, "audio/flac")
            default: MusicServer.reply("later".utf8, "text/plain")
            }
        }
        let client = try server.client()
        let answer = try await client.file(of: "song", atMost: 100)
        #expect(try await answer.next() == Array("fLaC".utf8))
        #expect(server.asked.withLock { $0.last?.query["format"] } == "raw")
        await #expect(throws: SubsonicError.notFound(at: "\(server.address)")) { try await client.file(of: "gone", atMost: 100) }
        let other = await #expect(throws: SubsonicError.self) { try await client.file(of: "other", atMost: 100) }
        #expect("\(other.map { "\($0)" } ?? "")".hasPrefix("\(server.address) answered with a text, which no Subsonic server does"))
    }

    @Test("rests after it did not answer, unless somebody has it asked again")
    func wakes() async throws {
        let isWell = Mutex(false)
        let short = Array("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nso".utf8)
        let server = try MusicServer { _, _ in isWell.withLock { $0 } ? MusicServer.good() : short }
        let client = SubsonicClient(
            SubsonicServer(name: "home", addresses: [server.address], login: MusicServer.alice), try MusicServer.fetcher(),
            backoff: Backoff(attempts: 1), rest: .seconds(60))
        #expect(!client.isResting)
        await #expect(throws: SubsonicError.self) { _ = try await client.ping() }
        isWell.withLock { $0 = true }
        #expect(client.isResting)
        await #expect(throws: SubsonicError.self) { _ = try await client.ping() }
        #expect(server.methods.count == 1)
        client.wake()
        _ = try await client.ping()
        #expect(!client.isResting)
    }

    @Test("makes a file of lyrics of the structured ones, those with times before those without")
    func lyrics() async throws {
        let server = try MusicServer { method, query in
            guard query["id"] == "sung" else { return MusicServer.reply("{}".utf8, status: "404 Not Found") }
            return MusicServer.good(
                #""lyricsList":{"structuredLyrics":[{"synced":false,"line":[{"value":"One"}]},{"lang":"de","synced":true,"offset":-100,"line":[{"start":61500,"value":"Eins"},{"start":-5,"value":"Zwei\nDrei"}]}]}"#
            )
        }
        let client = try server.client()
        #expect(try await client.lyrics(of: "sung") == ["[la:de]\n[offset:-100]\n[01:01.500]Eins\n[00:00.000]Zwei Drei"])
        #expect(try await client.lyrics(of: "other") == [])
    }

    @Test("whatever an answer is changed to, the client returns or throws")
    func mutated() async throws {
        let whole = MusicServer.good(
            #""openSubsonic":true,"searchResult3":{"song":[{"id":"a","title":"A","genres":[{"name":"G"}],"albumArtists":[{"name":"B"}],"size":9,"duration":3,"isDir":false}]},"albumList2":{"album":[{"id":"x","artist":"B","songCount":2}]},"error":null"#
        )
        let random = Mutex(SplitMix(seed: 19))
        let server = try MusicServer { _, _ in
            random.withLock { random in
                var bytes = whole
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    let place = Int.random(in: 0..<bytes.count, using: &random)
                    switch Int.random(in: 0..<4, using: &random) {
                    case 0: bytes[place] = .random(in: 0...255, using: &random)
                    case 1: bytes.removeSubrange(place..<min(bytes.count, place + 9))
                    case 2: bytes.insert(contentsOf: Array(#"[[{"id":1e999}]"#.utf8), at: place)
                    default: bytes = Array(bytes[..<max(place, 1)])
                    }
                }
                return bytes
            }
        }
        let client = try server.client()
        var (answers, failures) = (0, 0)
        for _ in 0..<150 {
            do {
                _ = try await client.songs(from: 0)
                _ = try await client.albums(from: 0)
                answers += 1
            } catch {
                failures += 1
            }
        }
        #expect(answers + failures == 150 && failures > 20)
    }
}
