import Music
import Session
import Testing
import Text
import Yardstick

@Suite("A server's message")
struct ServerMessageTests {
    private let now = ServerTime(microseconds: 1_000_000)
    private let timeline = Timeline(
        0x2A, generation: Generation(512), anchor: MediaTime(microseconds: 12_345_678),
        anchorTime: ServerTime(microseconds: 900_000), rate: .playing)

    private func text(_ message: some Encodable) -> String { String(decoding: JSON.bytes(message), as: UTF8.self) }

    @Test("granted streams can be requested again as they are", arguments: 0..<50 as Range<UInt64>)
    func streams(seed: UInt64) throws {
        var numbers = SeededGenerator(seed: seed)
        func timing() -> Timing {
            Bool.random(using: &numbers) ? .live : .ahead(MediaTime(seconds: Double(Int.random(in: 1...40, using: &numbers)) / 4))
        }
        var streams = Streams()
        if Bool.random(using: &numbers) {
            let form = FrameForm(
                rate: .random(in: 1...120, using: &numbers), bands: .random(in: 1...64, using: &numbers),
                isText: .random(using: &numbers))
            streams.frames = FrameStream(
                form: form, timing: timing(), back: MediaTime(seconds: Double(Int.random(in: 0...32, using: &numbers)) / 4))
        }
        if Bool.random(using: &numbers) { streams.beats = timing() }
        if Bool.random(using: &numbers) { streams.lyrics = timing() }
        if Bool.random(using: &numbers) {
            let lead = MediaTime(seconds: Double(Int.random(in: 1...8, using: &numbers)) / 4)
            streams.audio = AudioStream(lead: lead, hasClicks: Bool.random(using: &numbers))
        }
        (streams.grid, streams.state) = (.random(using: &numbers), .random(using: &numbers))
        (streams.queue, streams.screens) = (.random(using: &numbers), .random(using: &numbers))

        let said = reading("{\"type\":\"subscribe\",\"streams\":\(text(streams))}")
        #expect(said == .success(.subscribe(StreamsChange(streams, of: Set(StreamName.allCases)))), "seed \(seed)")
        var hello = Hello()
        hello.streams = streams
        #expect(reading("{\"type\":\"hello\",\"protocol\":1,\"streams\":\(text(streams))}") == .success(.hello(hello)))
        #expect(Streams().applying(StreamsChange(streams, of: Set(streams.names))) == streams, "seed \(seed)")
    }

    @Test("a welcome has the id, the room, the role and the streams")
    func welcome() {
        var streams = Streams()
        streams.beats = .live
        let message = WelcomeMessage(server: "0.1.0", id: 17, role: .viewer, room: "main", streams: streams, sent: now)
        let granted =
            #"{"frames":false,"beats":{"mode":"live","lead":null},"lyrics":false,"cues":false,"audio":false,"grid":false,"plan":false,"state":false,"queue":false,"screens":false,"party":false}"#
        #expect(
            text(message)
                == #"{"type":"welcome","sent":1000000,"protocol":1,"server":"0.1.0","id":17,"role":"viewer","room":"main","#
                + #""now":1000000,"streams":\#(granted),"#
                + #""limits":{"message":65536,"commandsPerSecond":20,"queue":10000,"lead":10,"back":8}}"#)
        #expect(text(GrantedMessage(streams)) == #"{"type":"granted","streams":\#(granted)}"#)
    }

    @Test("a timeline is enough to compute the position at any time")
    func timelines() {
        let course = Course(
            timeline: timeline, entry: 3, from: now, until: ServerTime(microseconds: 5_000_000),
            fade: Course.Fade(timeline: timeline, until: ServerTime(microseconds: 2_000_000)))
        let members =
            #""generation":512,"source":"recording:0000000000000000000000000000002a","piece":"0000000000000000000000000000002a","track":42,"entry":3,"playing":true,"buffering":false,"speed":1,"position":12.345678,"at":900000,"from":1000000,"until":5000000,"#
            + #""click":null,"fade":{"source":"recording:0000000000000000000000000000002a","piece":"0000000000000000000000000000002a","track":42,"until":2000000}}"#
        let news = TimelineNews(course) { _ in 42 }
        #expect(text(TimelineMessage(news, sent: now)) == #"{"type":"timeline","sent":1000000,"# + members)
        #expect(text(news) == "{" + members)
    }

    @Test("an empty timeline says that nothing plays from a time on")
    func nothing() {
        let news = TimelineNews(nothing: Generation(768), from: now)
        #expect(
            text(news)
                == #"{"generation":768,"source":null,"piece":null,"track":null,"entry":null,"playing":false,"buffering":false,"speed":0,"position":0,"at":1000000,"from":1000000,"#
                + #""until":null,"click":null,"fade":null}"#)
    }

    @Test("answers have the number of their command, or null")
    func answers() {
        #expect(text(ResultMessage(id: 7, CommandResult(revision: 12))) == #"{"type":"result","id":7,"revision":12,"entries":[]}"#)
        #expect(
            text(ResultMessage(id: nil, CommandResult(revision: 0, entries: [4])))
                == #"{"type":"result","id":null,"revision":0,"entries":[4]}"#)
        let problem = MessageProblem(.noGrid, "The track \"x\" has no beats.", id: 9)
        #expect(text(problem) == #"{"type":"error","id":9,"code":"no-grid","message":"The track \"x\" has no beats."}"#)
    }

    @Test("the answer to a ping equals that of a general JSON encoder")
    func time() {
        struct Answer: Encodable {
            let type = "time"
            let t1: Int64
            let t2: Int64
            let t3: Int64
        }
        for t1 in [0, -5, (1 << 53) - 1] as [Int64] {
            let bytes = TimeAnswer.bytes(t1, read: now, answered: ServerTime(microseconds: 1_000_017))
            #expect(bytes == JSON.bytes(Answer(t1: t1, t2: 1_000_000, t3: 1_000_017)))
        }
    }

    @Test("a screen receives its name, and others a list with it")
    func screens() {
        let until = ServerTime(microseconds: 6_000_000)
        #expect(
            text(YouMessage(You(name: "TV", offsetMs: -12.5), sent: now))
                == #"{"type":"you","sent":1000000,"name":"TV","offsetMs":-12.5,"place":null,"wall":null,"quality":null,"plain":false,"#
                + #""sound":{"on":null,"volume":null,"edition":0},"look":null,"lookEdition":0,"rotation":0}"#)
        let place = WallPlace(x: 0, y: -0.5, width: 1.6, height: 0.9)
        let wall = WallPlace(x: -2, y: -0.5, width: 3.6, height: 0.9)
        var settings = ScreenSettings()
        (settings.isOn, settings.volume, settings.soundEdition) = (true, 0.5, 1)
        (settings.look, settings.lookEdition, settings.rotation) = (["style": .text("bars")], 2, 90)
        #expect(
            text(YouMessage(You(name: "TV", place: place, wall: wall, quality: 3, isPlain: true, settings: settings), sent: now))
                == #"{"type":"you","sent":1000000,"name":"TV","offsetMs":0,"place":{"x":0,"y":-0.5,"width":1.6,"height":0.9},"#
                + #""wall":{"x":-2,"y":-0.5,"width":3.6,"height":0.9},"quality":3,"plain":true,"#
                + #""sound":{"on":true,"volume":0.5,"edition":1},"look":{"style":"bars"},"lookEdition":2,"rotation":90}"#)
        #expect(
            text(IdentifyMessage(number: 17, name: "TV", until: until, sent: now))
                == #"{"type":"identify","sent":1000000,"number":17,"name":"TV","until":6000000}"#)
        var screen = Screen(id: 17, name: "TV", kind: .screen, address: "192.168.1.20")
        (screen.report.fps, screen.offsetMs, screen.isVisible) = (59.9, 40, false)
        (screen.report.width, screen.report.height, screen.report.quality, screen.place) = (1280, 720, 2, place)
        (screen.report.sound, screen.report.volume, screen.report.style) = (.waiting, 0.25, "bars")
        screen.settings = settings
        (screen.streams.beats, screen.streams.state) = (.live, true)
        #expect(
            text(
                ScreensMessage(
                    [screen], total: 3, absent: [AbsentScreen(number: 4, name: "Left", place: place)],
                    groups: [ListedGroup(name: "Bar", screens: [17], absent: [4])], sent: now))
                == #"{"type":"screens","sent":1000000,"total":3,"screens":[{"id":17,"name":"TV","kind":"screen","#
                + #""address":"192.168.1.20","role":"viewer","visible":false,"errorMs":null,"fps":59.9,"latencyMs":null,"#
                + #""width":1280,"height":720,"quality":2,"onWall":false,"#
                + #""place":{"x":0,"y":-0.5,"width":1.6,"height":0.9},"offsetMs":40,"#
                + #""sound":"waiting","volume":0.25,"style":"bars","instead":null,"look":{"style":"bars"},"rotation":90,"#
                + #""streams":["beats","state"]}],"#
                + #""absent":[{"number":4,"name":"Left","place":{"x":0,"y":-0.5,"width":1.6,"height":0.9}}],"#
                + #""groups":[{"name":"Bar","screens":[17],"absent":[4]}]}"#)
    }
}
