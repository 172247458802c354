import Music
import Session
import Testing

@Suite("A client's message")
struct ClientMessageTests {
    @Test("each type is parsed to its case, and unknown fields are ignored")
    func kinds() {
        #expect(reading(#"{"type":"time","t1":5,"more":[1,{}]}"#) == .success(.time(5)))
        #expect(reading(#"{"type":"visible","visible":false}"#) == .success(.visible(false)))
        #expect(reading(#"{"type":"unsubscribe","streams":["frames","beats"]}"#) == .success(.unsubscribe([.frames, .beats])))
        #expect(reading(#"{"type":"command","do":"toggle"}"#) == .success(.command(id: nil, .toggle)))
        #expect(
            reading(#"{"type":"command","do":"next","until":7}"#)
                == .success(.command(id: nil, .next, until: ServerTime(microseconds: 7))))
        #expect(reading(#"{"type":"command","do":"next","until":-7}"#).fails(.badValue, naming: "until"))
        #expect(reading(#"{"type":"command","id":-7,"do":"next","x":null}"#) == .success(.command(id: -7, .next)))
        #expect(reading(#"{"type":"report"}"#) == .success(.report(Report())))
        var report = Report()
        (report.errorMs, report.fps, report.latencyMs) = (0.4, 59.9, 12)
        #expect(reading(#"{"type":"report","errorMs":0.4,"fps":59.9,"latencyMs":12}"#) == .success(.report(report)))
    }

    @Test("a minimal hello requests no streams, in the main room")
    func shortHello() throws {
        #expect(reading(#"{"type":"hello","protocol":1}"#) == .success(.hello(Hello())))
        #expect((Hello().room, Hello().kind, Hello().name, Hello().streams) == ("main", .screen, "", Streams()))
    }

    @Test("a hello has a name, a room and streams")
    func hello() throws {
        var hello = Hello()
        (hello.name, hello.kind, hello.room) = ("TV", .controller, "Küche 2")
        (hello.client, hello.token) = ("abc", "secret")
        hello.streams.frames = FrameStream(
            form: FrameForm(rate: 30, bands: 16, isText: true), timing: .ahead(MediaTime(seconds: 3)),
            back: MediaTime(seconds: 1))
        hello.streams.beats = .live
        hello.streams.audio = AudioStream(lead: MediaTime(seconds: 1.5), hasClicks: false)
        hello.streams.grid = true
        let text = #"""
            {"type":"hello","protocol":1,"name":"TV","kind":"controller","room":"Küche 2","client":"abc","token":"secret",
             "streams":{"frames":{"fps":30,"bands":16,"lead":3,"back":1,"format":"json"},"beats":{"mode":"live"},"audio":{"lead":1.5,"click":false},
             "grid":true,"state":false,"queue":null,"smell":true}}
            """#
        #expect(reading(text) == .success(.hello(hello)))
    }

    @Test("a hello with another protocol version gets its error, whatever its other fields")
    func version() {
        #expect(reading(#"{"type":"hello","protocol":2,"room":17}"#).fails(.otherProtocol, naming: "protocol"))
        #expect(reading(#"{"type":"hello"}"#).fails(.badMessage, naming: "protocol"))
        #expect(reading(#"{"type":"hello","protocol":"1"}"#).fails(.badValue, naming: "protocol"))
    }

    @Test("each kind of invalid message has its error code")
    func noMessages() {
        for text in ["", "{", "nonsense", "{\"type\":\"time\",\"t1\":1}x", "\u{0}", "{\"type\" \"time\"}"] {
            #expect(reading(text).fails(.badJSON), "\(text)")
        }
        for text in ["[]", "3", "null", "{}", #"{"type":null}"#] { #expect(reading(text).fails(.badMessage), "\(text)") }
        #expect(reading(#"{"type":7}"#).fails(.badValue, naming: "type"))
        #expect(reading(#"{"type":"dance"}"#).fails(.unknownType, naming: "dance"))
        #expect(reading(#"{"type":"command","do":"dance"}"#).fails(.unknownCommand, naming: "dance"))
        #expect(reading(#"{"type":"command","id":1}"#).fails(.badMessage, naming: "do"))
        for type in ["time", "subscribe", "unsubscribe", "visible"] {
            #expect(reading("{\"type\":\"\(type)\"}").fails(.badMessage, naming: "is missing"), "\(type)")
        }
    }

    @Test("only UTF-8 is accepted, and other encodings are never guessed")
    func encodings() throws {
        let text = #"{"type":"time","t1":5}"#
        let wide = text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
        let broken = Array(#"{"type":"hello","protocol":1,"name":"\#u{20}"}"#.utf8) + [0xFF]
        for bytes in [wide, [0xFF, 0xFE] + wide, broken, [0xED, 0xA0, 0x80]] {
            let read = Result { () throws(MessageProblem) in try ClientMessage.read(bytes) }
            #expect(read.fails(.badJSON))
        }
    }

    @Test("deep nesting does not crash the parser")
    func depth() {
        for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
            let deep = String(repeating: open, count: 100_000)
            #expect(reading(deep).fails(.badJSON))
            let whole = deep + "1" + String(repeating: close, count: 100_000)
            #expect(reading(whole).fails(.badJSON))
            #expect(reading("{\"type\":\"time\",\"t1\":1,\"more\":\(whole)}").fails(.badJSON))
        }
    }

    @Test("an error answer has the command's number if it can be read")
    func commandNumbers() {
        #expect(reading(#"{"type":"command","id":7,"do":"seek","position":-1}"#).problem?.id == 7)
        #expect(reading(#"{"type":"command","do":"dance","id":8}"#).problem?.id == 8)
        #expect(reading(#"{"type":"command","do":"play"}"#).problem == nil)
        let wrong = reading(#"{"type":"command","id":"7","do":"play"}"#)
        #expect(wrong.fails(.badValue, naming: "id") && wrong.problem?.id == nil)
    }

    @Test("a ping is parsed in any JSON spelling")
    func timeSpellings() {
        let most = (1 << 53) - 1
        for number in [0, 1, -1, 1_234_567_890_123_456, most, -most] {
            for text in [
                "{\"type\":\"time\",\"t1\":\(number)}", "{ \"type\" : \"time\" , \"t1\" : \(number) }  ",
                "{\"t1\":\(number),\"type\":\"time\"}", "\n{\"type\":\"t\\u0069me\",\t\"t1\":\(number)}",
            ] {
                #expect(reading(text) == .success(.time(Int64(number))), "\(text)")
            }
        }
        for number in ["\(1 << 53)", "\(-(1 << 53))", "9999999999999999", "99999999999999999999", "1.5", "\"1\"", "true", "1e99"] {
            #expect(reading("{\"type\":\"time\",\"t1\":\(number)}").fails(.badValue, naming: "t1"), "\(number)")
        }
        for text in [
            "{\"type\":\"time\",\"t1\":007}", "{\"type\":\"time\",\"t1\":}", "{\"type\":\"time\",\"t1\":-}",
            "{\"type\":\"time\",\"t1\":1", "{\"type\":\"time\",\"t1\":1}}", "{\"type\":\"time\"\"t1\":1}",
        ] {
            #expect(reading(text).problem != nil, "\(text)")
        }
    }
}
