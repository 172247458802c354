import Foundation
import Music
import Session
import System
import Testing
import Text
import Yardstick

@Suite("The protocol's description")
struct ProtocolDescriptionTests {
    private typealias Description = ProtocolDescription

    private static func read(_ value: Plain) -> Result<ClientMessage, MessageProblem> {
        Result { () throws(MessageProblem) in try ClientMessage.read(Array(value.json.utf8)) }
    }

    @Test("every message is described, has one direction, and has an example")
    func whole() {
        let (client, server) = (Description.names(ofClients: true), Description.names(ofClients: false))
        #expect(client.count == 9 && client.isDisjoint(with: server))
        #expect(client.union(server) == Set(Description.messages.keys))
        #expect(client.union(server) == Set(Description.whole["channels"]?["socket"]?["messages"]?.members.keys.map(\.self) ?? []))
        #expect(
            Set(Description.pushed.keys)
                == Set(Description.whole["channels"]?["companion"]?["messages"]?.members.keys.map(\.self) ?? []))
        for message in (Description.messages.merging(Description.pushed) { $1 }).values {
            #expect(!message.examples.isEmpty, "\(message.name)")
        }
    }

    @Test("every reference has a target, and every schema is used")
    func references() {
        let lines = Description.text.split(separator: "\n")
        let used = Set(lines.flatMap { $0.matches(of: /#\/components\/schemas\/(\w+)/).map { String($0.1) } })
        #expect(used == Set(Description.schema.named.keys))
    }

    @Test("its examples are valid against its schemas")
    func examples() {
        for message in (Description.messages.merging(Description.pushed) { $1 }).values where !message.isBinary {
            for example in message.examples {
                #expect(Description.schema.complaints(about: example, by: message.schema, at: message.name) == [])
            }
        }
    }

    @Test("violations of a schema are reported")
    func complaints() {
        func complaints(_ name: String, _ json: String) -> [String] { Description.complaints(name, json.utf8) }
        #expect(complaints("result", #"{"type":"result","id":7,"revision":12,"entries":[]}"#) == [])
        for json in [
            #"{"type":"result","id":7}"#, #"{"type":"result","id":"7","revision":12,"entries":[]}"#,
            #"{"type":"result","id":7,"revision":-1,"entries":[]}"#,
            #"{"type":"result","id":7,"revision":1.5,"entries":[]}"#, #"{"type":"results","id":7,"revision":1,"entries":[]}"#,
            #"{"type":"result","id":7,"revision":1,"entries":[],"more":1}"#, "[]", "{",
        ] {
            #expect(!complaints("result", json).isEmpty, "\(json)")
            #expect(!Description.complaints(ofServer: json.utf8).isEmpty, "\(json)")
        }
        #expect(Description.complaints(ofServer: #"{"type":"time","t1":1,"t2":2,"t3":3}"#.utf8) == [])
        #expect(!Description.complaints(ofServer: #"{"type":"hello","protocol":1}"#.utf8).isEmpty)
    }

    @Test("the server parses the examples of clients' messages, each as the right case")
    func clientExamples() throws {
        for name in Description.names(ofClients: true) {
            let message = try #require(Description.messages[name])
            for example in message.examples where !message.isBinary {
                let read = Self.read(example)
                let kind = (try? read.get()).map { "\($0)".prefix { $0.isLetter } }
                #expect(kind.map(String.init) == name, "\(example.json): \(read)")
            }
        }
    }

    @Test("its limits and words are the server's")
    func limits() throws {
        var tries = 0
        for name in Description.names(ofClients: true) {
            let message = try #require(Description.messages[name])
            for example in message.examples where !message.isBinary {
                for (changed, isRight) in Edges(Description.schema).around(example, by: message.schema) {
                    let problem = Self.read(changed).problem
                    #expect((problem == nil) == isRight, "\(changed.json.prefix(200)): \(problem?.message ?? "taken")")
                    tries += 1
                }
            }
        }
        #expect(tries > 300)
    }

    @Test("it has an example of every command, and each command is the same over HTTP")
    func commands() throws {
        var kinds: Set<String> = []
        for example in try #require(Description.messages["command"]).examples {
            guard case .command(_, let wish, _) = try Self.read(example).get() else {
                Issue.record("\(example.json) is no command")
                continue
            }
            kinds.insert(Self.kind(of: wish))
            let body = Plain.object(example.members.filter { !["type", "id"].contains($0.key) })
            #expect(try Wish.read(Array(body.json.utf8)) == wish)
        }
        // 30 simple ones, 6 positions, 6 selections, 3 settings of screens, two forms each of adding and removing, 7 of the metronome, 4 of what
        // is followed, two of live inputs, and 14 of a party.
        #expect(kinds.count == 30 + 6 + 6 + 3 + 2 + 2 + 7 + 4 + 2 + 14, "\(kinds.sorted())")
    }

    /// The command's case, and that of its argument. There is no default, so that a new case needs an example.
    private static func kind(of wish: Wish) -> String {
        func name(_ selection: Wish.Selection) -> String { "\(selection)".prefix { $0.isLetter }.description }
        return switch wish {
        case .play, .pause, .toggle, .next, .previous, .loop, .endLoop, .clear, .undo, .playEntry, .move, .shuffle, .repeating,
            .set, .look, .song, .setList, .stepSong,
            .renameScreen,
            .offsetScreen, .placeScreen, .clearWall, .reloadScreens, .setGroup, .renameGroup, .removeGroup, .forgetScreen,
            .identifyScreen, .identifyScreens, .vote:
            "\(wish)".prefix { $0.isLetter }.description
        case .party(let wish): "party \("\(wish)".prefix { $0.isLetter })"
        case .live(let input): "live \(input == nil ? "stop" : "start")"
        case .follow(let wish): "follow \("\(wish)".prefix { $0.isLetter })"
        case .metronome(let command): "metronome \("\(command)".prefix { $0.isLetter })"
        case .steerScreens(_, let change): "steer \("\(change)".prefix { $0.isLetter })"
        case .remove(let entries): "remove \(entries.count > 1 ? "several" : "one")"
        case .seek(let place): "seek \("\(place)".prefix { $0.isLetter })"
        case .playMusic(let selection, _, _): "play \(name(selection))"
        case .add(let selection, let isNext): "add \(name(selection)) \(isNext)"
        }
    }

    @Test("its error codes are the server's")
    func codes() {
        let codes = Description.schema.named["Error"]?["properties"]?["code"]?["enum"]?.items.compactMap(\.text) ?? []
        #expect(codes.sorted() == MessageProblem.Code.allCases.map(\.rawValue).sorted())
        for code in codes { #expect(Description.text.contains("\n    | \(code) | "), "\(code)") }
    }

    @Test("its examples of addresses are valid hellos, and its parameters are all that exist")
    func queries() throws {
        let query = try #require(Description.whole["channels"]?["socket"]?["bindings"]?["ws"]?["query"])
        let known = Set(query["properties"]?.members.keys.map(\.self) ?? [])
        let examples = try #require(query["examples"]?.items)
        #expect(examples.count == 3)
        for example in examples {
            #expect(known.isSuperset(of: example.members.keys))
            let hello = try Hello(query: example.members.map { ($0.key, $0.value.text ?? $0.value.json) })
            #expect(hello != nil && hello?.streams != Streams(), "\(example.json)")
        }
        let wrong = [
            "streams": "x", "room": "/", "mode": "x", "lead": "x", "back": "x", "fps": "x", "bands": "x", "format": "x",
            "click": "x",
            "kind": "x",
            "name": "\u{7}",
            "client": String(repeating: "x", count: 65),
        ]
        #expect(known == Set(wrong.keys))
        for (name, value) in wrong {
            #expect(throws: MessageProblem.self, "\(name)") { try Hello(query: [(name, value), ("streams", "beats")]) }
        }
    }

    @Test("its binary examples have the described layout")
    func binary() throws {
        for (name, kind, rate, stride) in [("binaryFrames", 1, 60, 10), ("binaryAudio", 2, 48, 4)] as [(String, UInt8, UInt8, Int)]
        {
            let text = try #require(Description.messages[name]?.examples.first?.text)
            let bytes = text.split(separator: " ").compactMap { UInt8($0, radix: 16) }
            func number(_ place: Int, _ size: Int) -> Int {
                bytes[place..<place + size].reversed().reduce(0) { $0 << 8 | Int($1) }
            }
            #expect((bytes[0], bytes[1], bytes[20]) == (kind, 1, rate))
            #expect(number(22, 2) == stride && bytes.count == 24 + number(2, 2) * stride)
            #expect((number(4, 4), number(8, 8)) == (512, 86_400_000_000))
        }
        let text = try #require(Description.messages["binaryInput"]?.examples.first?.text)
        let block = try #require(SoundBlock(text.split(separator: " ").compactMap { UInt8($0, radix: 16) }, unit: 2))
        #expect(block.captured == ServerTime(microseconds: 86_400_000_000) && Array(block.samples) == [0xE8, 0x03, 0x18, 0xFC])
    }

    @Test("the server's messages match the description")
    func serverMessages() {
        let now = ServerTime(microseconds: 86_400_000_000)
        var streams = Streams()
        #expect(complaints(WelcomeMessage(server: "1", id: 1, role: .viewer, room: "main", streams: streams, sent: now)) == [])
        streams.frames = FrameStream(form: FrameForm(isText: true), timing: .live)
        #expect(complaints(GrantedMessage(streams)) == [])
        streams.frames = FrameStream(form: FrameForm(), timing: .ahead(MediaTime(seconds: 2)), back: MediaTime(seconds: 8))
        (streams.beats, streams.audio, streams.grid) = (.ahead(MediaTime(seconds: 0.25)), AudioStream(hasClicks: false), true)
        #expect(complaints(GrantedMessage(streams)) == [])
        let timeline = Timeline(1, generation: Generation(256), anchor: .zero, anchorTime: now, rate: .playing)
        let fade = Course.Fade(timeline: timeline, until: now)
        for course in [
            Course(timeline: timeline, entry: 1, from: now, until: nil),
            Course(timeline: timeline, entry: 1, from: now, until: now, fade: fade),
        ] {
            #expect(complaints(TimelineMessage(TimelineNews(course) { _ in 1 }, sent: now)) == [])
        }
        #expect(complaints(TimelineMessage(TimelineNews(nothing: Generation(0), from: now), sent: now)) == [])
        #expect(complaints(ResultMessage(id: nil, CommandResult(revision: 0))) == [])
        #expect(complaints(ResultMessage(id: 7, CommandResult(revision: 1, entries: [3, 4]))) == [])
        for code in MessageProblem.Code.allCases { #expect(complaints(MessageProblem(code, "So it is.", id: 3)) == []) }
        #expect(complaints(YouMessage(You(name: "", offsetMs: -2000), sent: now)) == [])
        let place = WallPlace(x: -10_000, y: 0.5, width: 0.01, height: 10_000)
        let you = You(name: "TV", place: place, wall: WallPlace(x: -10_000, y: -10_000, width: 30_000, height: 30_000), quality: 4)
        #expect(complaints(YouMessage(you, sent: now)) == [])
        #expect(complaints(IdentifyMessage(number: 17, name: "TV", until: now, sent: now)) == [])
        #expect(complaints(ReloadMessage(sent: now)) == [])
        var screen = Screen(id: 1, name: "TV", kind: .script, address: "::1")
        screen.streams = streams
        #expect(complaints(ScreensMessage([screen], total: 1, sent: now)) == [])
        (screen.place, screen.report.width, screen.report.height, screen.report.quality) = (place, 1920, 1080.5, 0)
        let absent = AbsentScreen(number: 1, name: "", place: place)
        let group = ListedGroup(name: "Bar", screens: [1], absent: [1])
        #expect(complaints(ScreensMessage([screen], total: 1, absent: [absent], groups: [group], sent: now)) == [])
        #expect(Description.complaints(ofServer: TimeAnswer.bytes(-5, read: now, answered: now)) == [])
    }

    private func complaints(_ message: some Encodable) -> [String] { Description.complaints(ofServer: JSON.bytes(message)) }
}

extension Result {
    fileprivate var problem: Failure? {
        guard case .failure(let problem) = self else { return nil }
        return problem
    }
}
