import Catalog
import Library
import Live
import Music
import Session
import System
import Text
import Web

/// How wishes become commands, and how their results are answered.
extension Rooms {
    /// Called on the rooms' actor once all that has changed a room is stored, with the room's revision.
    typealias Answer = @Sendable (isolated Rooms, Result<Int, MessageProblem>) -> Void
    /// The same for a room's log, with the reason if it cannot be stored.
    typealias LogAnswer = @Sendable (isolated Rooms, MessageProblem?) -> Void
    /// Called on the rooms' actor once a wish is done and stored, or refused.
    typealias CommandAnswer = @Sendable (isolated Rooms, Result<CommandResult, MessageProblem>) -> Void

    /// How long a screen shows its name to be identified.
    private static let flash = MediaTime(seconds: 4)

    /// Applies a wish in a room, after all earlier ones of its address.
    func apply(_ wish: Wish, of visitor: Visitor, in room: String, _ answer: @escaping CommandAnswer) {
        let errand = RoomInbox.Errand(wish: wish, visitor: visitor, answer: answer)
        guard logs[room]?.isFull != true, inboxes[room, default: RoomInbox()].append(errand) else {
            figures.count(command: false)
            figures.refuse(.commands)
            return answer(self, .failure(MessageProblem(.slowDown, "Too many commands are waiting in this room.")))
        }
        proceed(in: room, for: visitor.asker)
    }

    private func proceed(in room: String, for asker: Asker) {
        while let errand = inboxes[room]?.begin(of: asker) {
            let lookup: Selecting.Lookup?
            do {
                lookup = try self.lookup(for: errand.wish, in: room)
            } catch {
                refuse(errand, error)
                inboxes[room]?.end(of: asker)
                continue
            }
            guard let lookup else {
                finish(errand, .music(Selecting.Chosen()), in: room)
                inboxes[room]?.end(of: asker)
                continue
            }
            // So that no look-up of thousands of tracks delays the commands of others.
            let place = lookup.isLong ? SlowLane.shared.place(of: asker) : nil
            let selecting = Selecting(reader: lookup.isLong ? library.surveyor : library.reader)
            Task(executorPreference: place) { [self] in
                let found: Result<Selecting.Found, any Error>
                do {
                    found = .success(try await selecting.found(lookup))
                } catch {
                    found = .failure(error)
                }
                post { rooms in
                    switch found {
                    case .success(let found): rooms.finish(errand, found, in: room)
                    case .failure(let error): rooms.refuse(errand, error)
                    }
                    rooms.inboxes[room]?.end(of: asker)
                    rooms.proceed(in: room, for: asker)
                    rooms.tellIfSettled()
                }
            }
        }
        // Wishes for rooms that cannot exist must leave nothing behind.
        if inboxes[room]?.isEmpty == true { inboxes[room] = nil }
    }

    /// What must be looked up in the catalog for a wish; nil if nothing.
    private func lookup(for wish: Wish, in room: String) throws(MessageProblem) -> Selecting.Lookup? {
        if let selection = wish.selection { return .music(selection) }
        switch wish {
        case .song(let id, let starts): return .song(id, starts: starts)
        case .setList(let id, let index): return .setList(id, index: index)
        case .stepSong(let step): return try stepped(by: step, in: room)
        // While the metronome goes through a set list, its songs are what comes next.
        case .next where rooms[room]?.state.stepsSongs == true: return try stepped(by: 1, in: room)
        case .previous where rooms[room]?.state.stepsSongs == true: return try stepped(by: -1, in: room)
        case .metronome(.start(let change)), .metronome(.set(let change)):
            if let kit = change.kit, library.clicks.kit(kit) == nil { throw MessageProblem(.notFound, "There is no kit \(kit).") }
            return nil
        default: return nil
        }
    }

    private func stepped(by step: Int, in room: String) throws(MessageProblem) -> Selecting.Lookup {
        guard let list = rooms[room]?.state.metronome.list else {
            throw MessageProblem(.notFound, "The metronome goes through no set list.")
        }
        return .step(step, through: list)
    }

    private func finish(_ errand: RoomInbox.Errand, _ found: Selecting.Found, in name: String) {
        do {
            try open(name, for: errand.visitor)
            var joined: NewPerson?
            let added = try with(name) { room, now -> [Int] in
                if case .party(.join(let name, let colour)) = errand.wish {
                    joined = try join(name, colour, errand.visitor, in: &room, at: now)
                    return []
                }
                if errand.visitor.isHost { room.founder = nil }
                guard case .music(let chosen) = found else {
                    if case .song(let command) = found { try room.apply(.metronome(command), at: now) }
                    return []
                }
                let added = try fulfil(errand.wish, of: errand.visitor, chosen, in: &room, at: now)
                if errand.wish.isOwnChoice { room.endDemo(at: now) }
                return added
            }
            figures.count(command: true)
            let person = joined
            answer(
                { errand.answer($0, $1.map { CommandResult(revision: $0, entries: added ?? [], joined: person) }) }, whenKept: name)
        } catch {
            refuse(errand, error)
        }
    }

    /// Returns the entries that a guest has added.
    private func fulfil(
        _ wish: Wish, of visitor: Visitor, _ chosen: Selecting.Chosen, in room: inout Room, at now: ServerTime
    ) throws -> [Int] {
        guard let command = try command(wish, chosen, in: &room, at: now) else { return [] }
        let last = room.state.queue.lastNumber
        var refused: Int?
        if case .party(.refuse(let entry, _)) = command { refused = room.state.openParty?.request(entry)?.person }
        try room.apply(command, by: room.author(of: wish, visitor), tracks: chosen.cards, at: now)
        if let refused { room.tellPerson(refused, at: now) }
        room.keepDevices(of: command.clients, at: now)
        return visitor.isHost ? [] : room.state.queue.added(since: last).map(\.number)
    }

    private func refuse(_ errand: RoomInbox.Errand, _ error: any Error) {
        figures.count(command: false)
        let problem =
            switch error {
            case let problem as MessageProblem: problem
            case let refusal as Refusal: MessageProblem(refusal)
            default: MessageProblem(.conflict, "The catalog cannot be read now.")
            }
        errand.answer(self, .failure(problem))
    }

    /// The command for a wish; nil if the wish is fulfilled without one.
    private func command(
        _ wish: Wish, _ chosen: Selecting.Chosen, in room: inout Room, at now: ServerTime
    ) throws -> RoomCommand? {
        switch wish {
        case .play: return .play
        case .pause: return .pause
        case .toggle: return .toggle
        case .next: return .next
        case .previous: return .previous
        case .seek(let place): return .seek(try room.resolve(place, at: now))
        case .metronome(let command): return .metronome(command)
        case .follow(let wish): return try room.command(wish, at: now)
        case .live(nil): return .live(.stop)
        case .live(let name?):
            guard let start = liveStart(name) else { throw MessageProblem(.notFound, "There is no input \(name).") }
            return .live(.start(start))
        // What the catalog has of a song comes first.
        case .song, .setList, .stepSong: return nil
        case .loop(let from, let to): return .loop(from: from, to: to)
        case .endLoop: return .endLoop
        case .playMusic(_, let start, let position): return .playPieces(chosen.queued, start: start, position: position)
        case .playEntry(let entry): return .playEntry(entry)
        case .add(_, let isNext): return .add(chosen.queued, isNext: isNext)
        case .move(let entry, let index): return .move(entry: entry, to: index)
        case .remove(let entries): return .remove(entries, isUndoable: true)
        case .clear(let keepsPlaying): return .clear(keepsPlaying: keepsPlaying)
        case .undo(let revision): return .undo(through: revision)
        case .shuffle(let isOn): return .shuffle(isOn)
        case .repeating(let mode): return .repeating(mode)
        case .set(let change): return .set(change)
        case .look(let change): return .look(change)
        case .renameScreen(let number, let name):
            return .remember(client: try Self.member(number, in: room).key, name: name, offset: nil)
        case .offsetScreen(let number, let offset):
            return .remember(client: try Self.member(number, in: room).key, name: nil, offset: offset)
        case .steerScreens(.numbers(let numbers), let change):
            return .steer(clients: try Self.members(numbers, in: room).map(\.key), change)
        case .steerScreens(.group(let name), let change): return .steer(clients: try Self.group(name, in: room).clients, change)
        case .reloadScreens(.numbers(let numbers)):
            room.reload(try Self.members(numbers, in: room), at: now)
            return nil
        case .reloadScreens(.group(let name)):
            let clients = Set(try Self.group(name, in: room).clients)
            room.reload(room.members.values.filter { clients.contains($0.key) }, at: now)
            return nil
        case .setGroup(let name, let numbers):
            // Two windows may be one screen.
            return .setGroup(name, clients: try Self.members(numbers, in: room).map(\.key).firstOfEach)
        case .renameGroup(let name, let new): return .renameGroup(name, to: new)
        case .removeGroup(let name): return .removeGroup(name)
        case .forgetScreen(let number):
            guard let client = room.absentClient(numbered: number) else {
                throw MessageProblem(.notFound, "The room remembers no absent screen \(number).")
            }
            return .forget(client: client)
        case .placeScreen(let number, let place): return .place(client: try Self.member(number, in: room).key, place)
        case .clearWall(let onlyAbsent): return .clearWall(keeping: onlyAbsent ? Set(room.members.values.map(\.key)) : [])
        case .identifyScreen(let number):
            room.identify([try Self.member(number, in: room)], until: now.later(Self.flash), at: now)
            return nil
        case .identifyScreens:
            room.identify(room.members.values.filter { $0.kind == .screen }, until: now.later(Self.flash), at: now)
            return nil
        case .party(let wish): return .party(try room.command(wish, chosen, at: now))
        case .vote: return .vote(of: room.members.guests)
        }
    }

    /// Where a live source is now; nil if there is none of this name.
    func liveStart(_ name: String) -> LiveStart? {
        inputs.input(name).map { LiveStart($0.source, zero: $0.heardFrom) }
    }

    private static func members(_ numbers: [Int], in room: Room) throws(MessageProblem) -> [Member] {
        // One pass for all: a room may have thousands.
        let wanted = Set(numbers)
        let found = room.members.values.filter { wanted.contains($0.number) }
        if let missing = numbers.first(where: { number in !found.contains { $0.number == number } }) {
            throw MessageProblem(.notFound, "There is no screen \(missing) in this room.")
        }
        return found.sorted { $0.number < $1.number }
    }

    private static func group(_ name: String, in room: Room) throws(Refusal) -> ScreenGroup {
        guard let group = room.state.group(name) else { throw .noGroup(name) }
        return group
    }

    private static func member(_ number: Int, in room: Room) throws(MessageProblem) -> Member {
        guard let member = room.member(numbered: number) else {
            throw MessageProblem(.notFound, "There is no screen \(number) in this room.")
        }
        return member
    }
}

extension Wish {
    /// Whether a person has chosen what plays: that ends the demo.
    fileprivate var isOwnChoice: Bool {
        switch self {
        case .playMusic, .add, .remove, .clear: true
        default: false
        }
    }
}

extension Array where Element: Hashable {
    /// Without repetitions.
    var firstOfEach: [Element] {
        var known = Set<Element>()
        return filter { known.insert($0).inserted }
    }
}

extension MessageProblem {
    init(_ refusal: Refusal) {
        // Every refusal has a code of the protocol.
        self.init(Code(rawValue: refusal.code) ?? .conflict, refusal.sentence)
    }
}
