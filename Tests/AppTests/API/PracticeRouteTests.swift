import Foundation
import Testing
import Waiting

@Suite("Practice over HTTP", .serialized, .served(music: false))
struct PracticeTests: LibraryTests {
    private func body(
        _ name: String, _ number: Int, _ day: String, _ seconds: Double, _ more: String = #""song":null"#
    ) -> String {
        let item = "123E4567-e89b-12d3-a456-\(String(repeating: "0", count: 12 - "\(number)".count))\(number)"
        return
            #"{"name":"\#(name)","item":"\#(item)","day":"\#(day)","title":"T","bpm":120.5,"seconds":\#(seconds),"bars":9,\#(more)}"#
    }

    /// Without a token, as any page may; this machine's allowance is used up meanwhile, so it tries again.
    private func report(_ json: String) async throws -> Answer {
        var stranger = try client
        stranger.token = nil
        var answer = try await stranger.send("POST", "/practice", json: json)
        try await eventually("room for a report") {
            if answer.status == 429 { answer = try await stranger.send("POST", "/practice", json: json) }
            return answer.status != 429
        }
        return answer
    }

    @Test("reports count once for each item, from 30 seconds on, whoever sends them")
    func reports() async throws {
        for (number, day, seconds) in [
            (1, "2024-02-28", 60.0), (1, "2024-02-28", 90.9), (1, "2024-02-28", 45), (2, "2024-02-29", 30), (3, "2024-02-29", 29.9),
            (4, "2024-03-01", 3_600), (5, "2024-03-03", 40),
        ] {
            #expect(try await report(body("Ann", number, day, seconds)).status == 204)
        }
        #expect(try await report(body(" Bob ", 1, "2024-02-28", 50)).status == 204)
        #expect(try await client.get("/practice/names").object["names"] as? [String] == ["Ann", "Bob"])
        let items = try await client.get("/practice?name=Ann").items
        #expect(items.map { $0["seconds"] as? Int } == [40, 3_600, 30, 90])
        #expect(items.first?["item"] as? String == "123e4567-e89b-12d3-a456-000000000005")
        #expect(try await client.get("/practice?name=Ann&from=2024-02-29&to=2024-03-01").items.count == 2)
        let month = try await client.get("/practice/calendar?name=Ann&month=2024-02&today=2024-03-02").object
        #expect(month["days"] as? [String: Int] == ["2024-02-28": 90, "2024-02-29": 30])
        #expect([month["streak"], month["best"], month["total"]].map { $0 as? Int } == [3, 3, 3_760])
        let nobody = try await client.get("/practice/calendar?name=Nobody").object
        #expect(nobody["days"] as? [String: Int] == [:] && nobody["streak"] as? Int == 0)
        var stranger = try client
        stranger.token = nil
        #expect(try await stranger.send("DELETE", "/practice?name=Ann").status == 401)
        #expect(try await client.send("DELETE", "/practice?name=Ann").status == 204)
        #expect(try await client.send("DELETE", "/practice?name=Ann").status == 404)
        #expect(try await client.get("/practice/names").object["names"] as? [String] == ["Bob"])
    }

    @Test("a report that is none is refused and recorded nowhere")
    func refusals() async throws {
        let names = try await client.get("/practice/names").object as NSDictionary
        let good = body("Eve", 1, "2026-11-25", 60)
        for (from, to) in [
            (#""Eve""#, #""""#), (#""Eve""#, #""a\nb""#), (#""Eve""#, "\"\(String(repeating: "x", count: 61))\""), (#""Eve""#, "7"),
            ("123E4567", "123E456"), ("2026-11-25", "2026-11-31"), ("2026-11-25", "1969-12-31"), ("120.5", "0"), ("120.5", "1e300"),
            (#""seconds":60.0"#, #""seconds":-1"#), (#""seconds":60.0"#, #""seconds":86401"#),
            (#""seconds":60.0"#, #""seconds":1e300"#),
            (#""bars":9"#, #""bars":-1"#), (#""bars":9"#, #""bars":1000001"#),
            (#""T""#, "\"\(String(repeating: "x", count: 201))\""),
            (#""song":null"#, #""song":"1""#), (good, "{}"), (good, "[]"),
        ] {
            let json = good.replacingOccurrences(of: from, with: to)
            #expect(json != good)
            let answer = try await report(json)
            #expect(answer.problem == "bad-body", "\(json): \(answer.text)")
        }
        #expect(try await client.get("/practice/names").object as NSDictionary == names)
        for wrong in [
            "/practice", "/practice?name=", "/practice/calendar", "/practice?name=a&from=x",
            "/practice?name=a&from=2026-11-25&to=2026-11-24",
            "/practice/calendar?name=a&month=2026-13", "/practice/calendar?name=a&month=2026-11-25", "/practice?name=a&limit=501",
        ] {
            #expect(try await client.get(wrong).problem == "bad-query", "\(wrong)")
        }
        let foreign = try await client.send("POST", "/practice", json: good, ["Origin": "http://evil.example"])
        #expect(foreign.status == 403)
    }

    @Test("an address is told to slow down")
    func rate() async throws {
        var refused: Answer?
        for _ in 0..<400 where refused == nil {
            let answer = try await client.send("POST", "/practice", json: "{}")
            if answer.status == 429 { refused = answer }
        }
        #expect(refused?.problem == "slow-down")
    }
}
