import Music
import Session
import Testing
import Text

@Suite("What a room takes to another server")
struct RoomSheetTests {
    private let now = RoomTrial.start

    /// A room in which something of each kind is set.
    private func furnished() throws -> RoomState {
        var settings = SettingsChange()
        (settings.label, settings.crossfade, settings.normalizes, settings.voteShare) = ("The bar", 4.5, false, 0.75)
        settings.switchTo = "desk"
        let commands: [RoomCommand] = [
            .set(settings), .repeating(.all), .look(["style": .text("tunnel"), "glow": .number(0.25), "calm": .truth(true)]),
            .remember(client: "b", name: "Left", offset: -12.5), .remember(client: "a", name: "Right", offset: nil),
            .place(client: "a", WallPlace(x: 1, y: 2, width: 3, height: 4)),
            .steer(clients: ["b"], .sound(isOn: true, volume: 0.5)), .steer(clients: ["b"], .rotation(90)),
            .steer(clients: ["a"], .look(["style": .text("bars")])), .steer(clients: ["c"], .device("A phone")),
            .setGroup("Wall", clients: ["a", "d"]),
        ]
        return try commands.reduce(RoomState(seed: 1)) { try $0.after($1, at: now) }
    }

    private func text(_ state: RoomState) -> String? {
        RoomSheet(of: state, named: "bar").map { String(decoding: JSON.bytes($0), as: UTF8.self) }
    }

    private func taken(_ sheet: RoomSheet, by state: RoomState) throws -> RoomState {
        try state.taking(sheet).commands.reduce(state) { try $0.after($1, at: now) }
    }

    @Test("a sheet is read as it was written, and a new room that takes it has the same")
    func travel() throws {
        let old = try furnished()
        let text = try #require(self.text(old))
        let sheet = try JSON.read(RoomSheet.self, from: Array(text.utf8))
        let new = try taken(sheet, by: RoomState(seed: 2))
        #expect(self.text(new) == text)
        #expect(new.settings == old.settings && new.groups == old.groups && new.memories["c"] == nil)
    }

    @Test("taking it again, and taking the own one, changes nothing")
    func again() throws {
        let state = try furnished()
        let taking = state.taking(try #require(RoomSheet(of: state, named: "bar")))
        #expect(taking.commands.isEmpty && taking.kept.isEmpty && taking.keptScreens.isEmpty && taking.same == 3)
    }

    @Test("what somebody has set here stays, and is told; what nobody has set is taken")
    func kept() throws {
        let sheet = try #require(RoomSheet(of: try furnished(), named: "bar"))
        var settings = SettingsChange()
        settings.crossfade = 2
        var here = try RoomState(seed: 2).after(.set(settings), at: now)
        here = try here.after(.look(["style": .text("pulse")]), at: now)
        here = try here.after(.remember(client: "b", name: "Mine", offset: nil), at: now)
        let taking = here.taking(sheet)
        #expect(taking.kept == ["crossfade", "style"] && taking.keptScreens == ["Left"])
        let after = try taken(sheet, by: here)
        #expect(after.settings.crossfade == 2 && after.settings.look["style"] == .text("pulse"))
        #expect(after.settings.label == "The bar" && after.settings.look["glow"] == .number(0.25))
        #expect(after.memories["b"]?.name == "Mine" && after.memories["b"]?.offset == -12.5)
    }

    @Test("a room in which nobody has set anything has no sheet")
    func none() throws {
        #expect(RoomSheet(of: RoomState(seed: 1, autoplay: .demo), named: "main") == nil)
        let visited = try RoomState(seed: 1).after(.steer(clients: ["c"], .device("A phone")), at: now)
        #expect(RoomSheet(of: visited, named: "main") == nil)
    }

    @Test(
        "values out of bounds are refused",
        arguments: [
            (#""crossfade":4.5"#, #""crossfade":1e300"#), (#""name":"bar""#, #""name":"../bar""#),
            (#""offset":-12.5"#, #""offset":99999"#),
            (#""client":"a""#, #""client":"b""#), (#""volume":0.5"#, #""volume":7"#), (#""width":3"#, #""width":-3"#),
        ])
    func hostile(part: String, other: String) throws {
        let text = try #require(self.text(try furnished()))
        try #require(text.contains(part))
        #expect(throws: (any Error).self) { try JSON.read(RoomSheet.self, from: Array(text.replacing(part, with: other).utf8)) }
    }
}
