import Foundation
import Testing

@testable import Text

@Suite struct JSONCheckTests {
    /// All kinds of JSON values.
    private indirect enum Tree: Decodable {
        case object([String: Tree])
        case list([Tree])
        case text(String)
        case number(Double)
        case truth(Bool)
        case null

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if value.decodeNil() {
                self = .null
            } else if let truth = try? value.decode(Bool.self) {
                self = .truth(truth)
            } else if let number = try? value.decode(Double.self) {
                self = .number(number)
            } else if let text = try? value.decode(String.self) {
                self = .text(text)
            } else if let list = try? value.decode([Tree].self) {
                self = .list(list)
            } else {
                self = .object(try value.decode([String: Tree].self))
            }
        }
    }

    private func problem(_ text: String) -> JSONProblem? { problem(Array(text.utf8)) }

    private func problem(_ bytes: [UInt8]) -> JSONProblem? {
        do {
            try JSONCheck.check(bytes, atMost: 1 << 20)
            return nil
        } catch {
            return error
        }
    }

    @Test(
        "what RFC 8259 allows is accepted",
        arguments: [
            #"{"Image": {"Width": 800, "Title": "View from 15th Floor", "Animated": false, "IDs": [116, 943, 234, 38793]}}"#,
            #"[{"precision": "zip", "Latitude": 37.371991, "Longitude": -122.026020, "Zip": "94085"}]"#,
            "\"Hello world!\"", "42", "true", "false", "null", " \t\r\n[ ]\n", "{}", "[[],{}]", #"{"a":{"a":[{"a":1},{"a":2}]}}"#,
            "[0,-0,0.0,1e5,1E+5,-1.25e-7,10,1e308,9007199254740993]", #""\"\\\/\b\f\n\r\t\u00e9\uD834\udd1e""#, "\"\u{7F}é𝄞\"",
            #"{"":1}"#, #"{"a":1,"A":2}"#, "0.00000000000000000000000000000000000000000000000000000000000001",
        ])
    func allowed(text: String) throws {
        #expect(problem(text) == nil)
        _ = try JSON.read(Tree.self, from: Array(text.utf8))
    }

    @Test(
        "what RFC 8259 forbids is refused",
        arguments: [
            "", " ", "[1,]", "[,1]", "[1 2]", "[1", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}", "{'a':1}", "{\"a\":1", "{1:2}",
            "[1]]",
            "1 2", "nul", "nulll", "True", "NaN", "Infinity", "-Infinity", "-", "+1", "01", "-01", "1.", ".5", "1e", "1e+", "0x10",
            "\"a", "\"\\", "\"\\u", "\"\\u12\"", "\"\\x41\"", "\"\\u00g0\"", "\"a\nb\"", "\"\u{0}\"", "[1]\u{0}", "\u{FEFF}[]",
            "/* a */ 1", "[1] // a", "]", ":", "\u{A0}1",
        ])
    func malformed(text: String) {
        guard case .malformed = problem(text) else {
            Issue.record("\(String(describing: problem(text)))")
            return
        }
    }

    @Test("duplicate names in one object are refused, however they are written")
    func duplicates() {
        #expect(problem(#"{"a":1,"b":2,"a":3}"#) == .duplicate("a"))
        #expect(problem(#"{"a":1,"\u0061":3}"#) == .duplicate("a"))
        #expect(problem(#"[{"x\n𝄞y":1,"x\u000a\uD834\uDD1Ey":3}]"#) == .duplicate("x\n𝄞y"))
        // Swift's dictionaries treat both as the same key.
        #expect(problem("{\"\u{E9}\":1,\"e\u{301}\":2}") == .duplicate("\u{E9}"))
        #expect(problem(#"{"type":{"type":1},"a":[{"type":1},{"type":2}]}"#) == nil)
    }

    @Test("lists and objects may be nested 64 deep, and 513 open brackets are refused")
    func depth() {
        func nested(_ count: Int) -> String { String(repeating: "[", count: count) + String(repeating: "]", count: count) }
        #expect(problem(nested(64)) == nil)
        #expect(problem(nested(65)) == .tooDeep(limit: 64))
        #expect(problem(String(repeating: "[", count: 513)) == .tooDeep(limit: 64))
        #expect(problem(#"{"paths":"# + String(repeating: "[", count: 512)) == .tooDeep(limit: 64))
        #expect(problem(String(repeating: #"{"a":"#, count: 100_000)) == .tooDeep(limit: 64))
        #expect(problem("[" + Array(repeating: nested(63), count: 1000).joined(separator: ",") + "]") == nil)
    }

    @Test("numbers have at most 64 bytes, and are finite")
    func numbers() {
        #expect(problem(String(repeating: "9", count: 64)) == nil)
        #expect(problem("[" + String(repeating: "9", count: 65) + "]") == .number(at: 1))
        #expect(problem("1e309") == .number(at: 0))
        #expect(problem(#"{"a":-1E+99999999999999999999}"#) == .number(at: 5))
        #expect(problem("1e-309") == nil)
    }

    @Test("invalid UTF-8, unpaired surrogates and too long texts are refused")
    func texts() {
        #expect(problem([0x22, 0xC3, 0x22]) == .notUTF8)
        #expect(problem([0x22, 0xED, 0xA0, 0x80, 0x22]) == .notUTF8)
        #expect(problem([0xFF, 0xFE, 0x31, 0x00]) == .notUTF8)
        guard case .malformed = problem([0x5B, 0, 0x5D, 0]) else {
            Issue.record("UTF-16")
            return
        }
        #expect(problem(#""\ud800""#) == .surrogate(at: 1))
        #expect(problem(#"["\udd1e"]"#) == .surrogate(at: 2))
        #expect(problem(#""\ud834\ud834""#) == .surrogate(at: 1))
        #expect(problem([UInt8](repeating: 0x20, count: (1 << 20) + 1)) == .tooLong(limit: 1 << 20))
    }

    @Test("a hundred thousand names in one object are compared quickly")
    func manyNames() {
        let start = Self.processorTime
        let members = (0..<100_000).map { "\"\(String($0, radix: 36))\":0" }
        #expect(problem("{" + members.joined(separator: ",") + "}") == nil)
        #expect(problem("{" + members.joined(separator: ",") + ",\"\(String(5, radix: 36))\":1}") == .duplicate("5"))
        // Comparing each with each would take hours.
        #expect(Self.processorTime - start < 60)
    }

    /// The CPU time of this thread in seconds, so that other processes do not count.
    private static var processorTime: Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec
    }

    @Test("every problem is a clause without a full stop, and quotes at most 40 characters of a name")
    func clauses() {
        let problems: [JSONProblem] = [
            .tooLong(limit: 9), .notUTF8, .malformed(at: 3), .tooDeep(limit: 64), .number(at: 3), .surrogate(at: 3),
            .duplicate(String(repeating: "x", count: 5000)),
        ]
        #expect(problems.allSatisfy { !$0.clause.hasSuffix(".") && $0.clause.count < 80 })
        #expect(JSONProblem.duplicate("id").description == #"the JSON has "id" twice in one object"#)
    }

    @Test("no mutation of a message traps, and what the check accepts can be decoded")
    func mutations() throws {
        let seeds = [
            #"{"type":"hello","protocol":1,"name":"Küche \u00e9","streams":{"frames":{"fps":30,"lead":1.5},"beats":true,"x":null}}"#,
            #"{"type":"command","id":7,"do":"play","tracks":[1,2,3],"start":0,"position":1.5e1}"#,
            #"{"steps":[{"do":"double"},{"do":"shift","milliseconds":-12.5},{"do":"taps","times":[0.5,1.0,1.5,2.0]}]}"#,
            #"[[[[{"a":[{"b":{"\uD834\uDD1E":[-0.0,1E-7,true,false,null]}}]}]]]]"#,
        ].map { Array($0.utf8) }
        let alphabet = Array(#"[]{}:,"\eE+-.0123456789ntfu "#.utf8) + [0, 0xC3, 0xA9, 0xF0, 0xFF]
        let seed: UInt64 = 8259
        var random = SeededGenerator(seed: seed)
        var passed = 0
        for number in 0..<2000 {
            var bytes = seeds[number % seeds.count]
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 0...bytes.count, using: &random)
                let byte = alphabet.randomElement(using: &random) ?? 0
                switch Int.random(in: 0..<6, using: &random) {
                case 0: bytes = Array(bytes[..<place])
                case 1: bytes.insert(byte, at: place)
                case 2: bytes.insert(contentsOf: [UInt8](repeating: byte, count: .random(in: 1...600, using: &random)), at: place)
                case 3: bytes.removeSubrange(place..<min(place + 3, bytes.count))
                case 4: bytes.insert(contentsOf: seeds.randomElement(using: &random) ?? [], at: place)
                default: if place < bytes.count { bytes[place] = byte }
                }
            }
            guard problem(bytes) == nil else { continue }
            passed += 1
            do {
                _ = try JSON.read(Tree.self, from: bytes)
            } catch {
                Issue.record("case \(number) of seed \(seed): \(error) in \(String(decoding: bytes, as: UTF8.self))")
            }
        }
        #expect(passed > 50)
    }
}
