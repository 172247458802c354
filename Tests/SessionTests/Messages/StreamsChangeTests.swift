import Music
import Session
import Testing

@Suite("A change of streams")
struct StreamsChangeTests {
    private static let full: Streams = {
        var streams = Streams()
        streams.frames = FrameStream(form: FrameForm(rate: 30, bands: 16), timing: .live)
        (streams.beats, streams.lyrics, streams.cues) = (.live, .live, .live)
        streams.audio = AudioStream(lead: MediaTime(seconds: 1))
        (streams.grid, streams.plan, streams.state, streams.queue, streams.screens) = (true, true, true, true, true)
        streams.party = true
        return streams
    }()

    private func change(_ streams: String) throws -> StreamsChange {
        guard case .success(.subscribe(let change)) = reading(#"{"type":"subscribe","streams":\#(streams)}"#) else {
            throw MessageProblem(.badMessage, "no change: \(streams)")
        }
        return change
    }

    @Test("streams that it does not name stay as they are")
    func others() throws {
        #expect(Self.full.applying(try change("{}")) == Self.full)
        var expected = Self.full
        (expected.beats, expected.grid, expected.frames) = (.ahead(MediaTime(seconds: 4)), false, nil)
        #expect(Self.full.applying(try change(#"{"beats":{"lead":4},"grid":false,"frames":null}"#)) == expected)
    }

    @Test("true means the same as an empty object")
    func defaults() throws {
        let all = #"{"frames":true,"beats":true,"audio":true}"#
        #expect(try change(all) == change(#"{"frames":{},"beats":{},"audio":{}}"#))
        let streams = try change(all).streams
        #expect(streams.frames == FrameStream(form: FrameForm(), timing: .ahead(MediaTime(seconds: 2))))
        #expect(
            streams.beats == .ahead(MediaTime(seconds: 2))
                && streams.audio == AudioStream(lead: MediaTime(seconds: 2), hasClicks: true))
    }

    @Test("removing all streams leaves none, and removing one leaves the others", arguments: StreamName.allCases)
    func removing(name: StreamName) {
        #expect(Self.full.removing(StreamName.allCases) == Streams())
        #expect(Self.full.removing([name]) != Self.full)
        #expect(Self.full.removing([name]).applying(StreamsChange(Self.full, of: [name])) == Self.full)
    }

    @Test("a query with streams is a hello, with one timing and form for all of them")
    func query() throws {
        let greeted = greeting(
            ("room", "main"), ("streams", "beats,frames,audio,state"), ("format", "json"), ("fps", "30"), ("bands", "16"),
            ("lead", "1"), ("back", "8"), ("name", "lamp"), ("client", "abc"), ("token", ""), ("other", "x"), ("fps", "never seen"))
        let hello = try #require(greeted.value ?? nil)
        var streams = Streams()
        streams.frames = FrameStream(
            form: FrameForm(rate: 30, bands: 16, isText: true), timing: .ahead(MediaTime(seconds: 1)), back: MediaTime(seconds: 8))
        (streams.beats, streams.audio, streams.state) = (
            .ahead(MediaTime(seconds: 1)), AudioStream(lead: MediaTime(seconds: 1)), true
        )
        #expect(hello.streams == streams)
        #expect((hello.kind, hello.name, hello.client, hello.token) == (.script, "lamp", "abc", nil))
        #expect(greeting(("streams", "beats"), ("mode", "live"), ("kind", "screen")).value??.streams.beats == .live)
        #expect(greeting(("streams", "")).value??.streams == Streams())
        #expect(greeting(("room", "main"), ("fps", "0")) == .success(nil))
    }

    @Test("a query's values have the same limits as a message's, and an invalid one is named")
    func queryLimits() {
        for (name, values) in [
            ("streams", ["smell", "beats;grid", "beats, grid"]), ("fps", ["0", "121", "1.5", "+60", ""]), ("bands", ["65"]),
            ("lead", ["11", "nan", "inf", ""]), ("back", ["8.5", "-1"]), ("mode", ["later", ""]), ("format", ["xml"]),
            ("kind", ["lamp"]),
            ("room", ["", "a/b"]), ("name", ["a\nb", String(repeating: "x", count: 81)]),
        ] {
            for value in values {
                let others = name == "streams" ? [] : [("streams", "beats")]
                let read = Result { () throws(MessageProblem) in try Hello(query: [(name, value)] + others) }
                #expect(read.fails(.badValue, naming: name), "\(name)=\(value)")
            }
        }
    }
}
