import Session
import Testing

@Suite("Groups of screens")
struct ScreenGroupTests {
    private let now = RoomTrial.start

    private func refusal(_ state: RoomState, _ command: RoomCommand) -> Refusal? {
        do throws(Refusal) {
            _ = try state.after(command, at: now)
            return nil
        } catch {
            return error
        }
    }

    @Test("a group is made, given other screens, renamed and removed; names stay unique")
    func life() throws {
        var state = try RoomState(seed: 1).after(.setGroup("Bar", clients: ["a", "b"]), at: now)
        state = try state.after(.setGroup("Garden", clients: ["b"]), at: now)
        state = try state.after(.setGroup("Bar", clients: ["c"]), at: now)
        #expect(state.groups.map(\.name) == ["Bar", "Garden"] && state.group("Bar")?.clients == ["c"])
        #expect(Set(state.memories.keys) == ["a", "b", "c"], "the room remembers them")
        #expect(refusal(state, .renameGroup("Bar", to: "Garden")) == .groupExists("Garden"))
        #expect(refusal(state, .renameGroup("bar", to: "x")) == .noGroup("bar"))
        #expect(refusal(state, .removeGroup("bar")) == .noGroup("bar"))
        state = try state.after(.renameGroup("Bar", to: "Lounge"), at: now)
        #expect(state.groups.map(\.name) == ["Lounge", "Garden"])
        let revision = state.revision
        #expect(try state.after(.renameGroup("Lounge", to: "Lounge"), at: now).revision == revision)
        state = try state.after(.removeGroup("Garden"), at: now)
        #expect(state.groups.map(\.name) == ["Lounge"] && state.memories["b"] != nil, "its screens stay as they are")
    }

    @Test("a forgotten screen is in no group, and neither is one that made room for others")
    func forgotten() throws {
        var state = try RoomState(seed: 1).after(.setGroup("Bar", clients: ["a", "b"]), at: now)
        state = try state.after(.forget(client: "a"), at: now)
        #expect(state.group("Bar")?.clients == ["b"])
        for number in 0..<500 {
            state = try state.after(.remember(client: "\(number)", name: nil, offset: 1), at: now)
        }
        #expect(state.memories["b"] == nil && state.group("Bar")?.clients == [])
    }

    @Test("a room has a limited number of groups")
    func limit() throws {
        var state = RoomState(seed: 1)
        for number in 0..<ScreenGroup.most { state = try state.after(.setGroup("\(number)", clients: ["a"]), at: now) }
        #expect(refusal(state, .setGroup("more", clients: ["a"])) == .tooManyGroups)
        #expect(refusal(state, .setGroup("0", clients: ["b"])) == nil)
    }
}
