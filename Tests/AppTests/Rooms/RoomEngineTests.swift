import Foundation
import Music
import Session
import Testing
import Workers
import Yardstick

@testable import Rooms
@testable import Web

/// The actions that a room returns, without a server, a library or a clock.
@Suite("The actions of a room")
struct RoomEngineTests {
    private static let start = ServerTime(microseconds: 86_400_000_321)
    private static let silent = SoundFile(name: "a.wav") { () throws(WorkerFailure) in throw .crashed(signal: 9) }

    private func at(_ seconds: Double) -> ServerTime { Self.start.later(MediaTime(seconds: seconds)) }

    private func asker(_ number: UInt64 = 1) -> Asker {
        Asker(PeerAddress.Host(high: 0, low: number), isShared: false)
    }

    private func member(_ number: Int, _ role: Role = .host, _ change: (inout Streams) -> Void = { _ in }) -> Member {
        var streams = Streams()
        change(&streams)
        let address = "10.0.0.\(number)"
        return Member(
            id: ConnectionID(shard: 0, slot: UInt32(number), generation: 1), number: number, kind: .screen, client: "c\(number)",
            address: address, visitor: Visitor(asker(UInt64(number)), address: address, role: role), name: "", streams: streams)
    }

    private func room(_ lengths: [Double] = []) throws -> Room {
        var state = RoomState(seed: 7)
        let pieces = lengths.enumerated().map { QueuedPiece(Piece($0 + 1), duration: MediaTime(seconds: $1)) }
        if !pieces.isEmpty { state = try state.after(.playPieces(pieces, start: 0, position: .zero), at: Self.start) }
        return Room("main", state, at: Self.start)
    }

    private func published(_ effects: [RoomEffect]) -> [StreamMessage] {
        effects.compactMap { if case .publish(let message) = $0 { message } else { nil } }
    }

    private func fetched(_ effects: [RoomEffect]) -> [(piece: Piece, ticket: Int)] {
        effects.compactMap { if case .fetch(let piece, _, let ticket, _) = $0 { (piece, ticket) } else { nil } }
    }

    @Test("a new client gets a welcome and the current timeline; the track is loaded once")
    func joining() throws {
        var room = try room([100])
        room.join(member(1), at: at(1))
        guard case .seat(.socket, let leaving, let joining, let first)? = room.takeEffects().last else {
            Issue.record("nobody was seated")
            return
        }
        #expect(leaving.isEmpty && joining == [.timeline])
        let words = first.map { String(decoding: $0.encoded.payload, as: UTF8.self) }
        #expect(words.count == 2 && words[0].contains("\"welcome\"") && words[1].contains("\"timeline\""))
        var fetches = 0
        for moment in [1.0, 1.1, 2.0, 3.0] {
            room.isTouched = true
            room.actIfDue(at: at(moment))
            fetches += fetched(room.takeEffects()).count { $0.piece == 1 }
        }
        #expect(fetches == 1)
    }

    @Test("an empty room in which nothing plays returns no actions")
    func nobody() throws {
        var room = try room()
        for moment in 0..<100 {
            room.isTouched = true
            room.actIfDue(at: at(Double(moment)))
        }
        #expect(room.takeEffects().isEmpty && room.wake == nil)
    }

    @Test("frames, beats and grid of a track are sent once it is loaded, and only subscribed streams")
    func score() throws {
        let beats = (0..<80).map { Beat(time: MediaTime(seconds: Double($0) * 0.5), position: UInt8($0 % 4 + 1)) }
        let analysis = try MadeAnalysis.track(seconds: 40, grid: BeatGrid(beats: beats, meter: 4, confidence: 1), seed: 5)
        var room = try room([40])
        room.join(
            member(1) {
                $0.grid = true
                $0.frames = FrameStream(form: FrameForm(), timing: .ahead(MediaTime(seconds: 2)))
            }, at: at(1))
        room.actIfDue(at: at(1))
        let fetch = try #require(fetched(room.takeEffects()).first)
        let score = StoredScore(analysis, grid: analysis.grid())
        room.take(.score(score, Self.silent), of: fetch.piece, asked: fetch.ticket, at: at(1.2))
        room.isTouched = true
        room.actIfDue(at: at(1.2))
        let sent = Set(published(room.takeEffects()).map(\.stream.policy.event))
        #expect(sent.isSuperset(of: ["grid", "frames"]) && sent.isDisjoint(with: ["beat", "audio", "queue", "state", "screens"]))
    }

    @Test("the plan of the picture is sent once it is known, and to who comes later; a cue with each beat")
    func plan() throws {
        let beats = (0..<80).map { Beat(time: MediaTime(seconds: Double($0) * 0.5), position: UInt8($0 % 4 + 1)) }
        let grid = BeatGrid(beats: beats, meter: 4, confidence: 1)
        let analysis = try MadeAnalysis.track(seconds: 40, grid: grid, seed: 5)
        var room = try room([40])
        room.join(
            member(1) {
                $0.plan = true
                $0.cues = .live
            }, at: at(1))
        room.actIfDue(at: at(1))
        let fetch = try #require(fetched(room.takeEffects()).first)
        let score = StoredScore(analysis, grid: grid, plan: Director.plan(analysis, grid: grid))
        room.take(.score(score, Self.silent), of: fetch.piece, asked: fetch.ticket, at: at(1.2))
        room.isTouched = true
        room.actIfDue(at: at(1.2))
        #expect(published(room.takeEffects()).map(\.stream.policy.event).filter { $0 != "timeline" } == ["plan"])
        for moment in stride(from: 1.25, to: 5, by: 0.05) { room.actIfDue(at: at(moment)) }
        #expect(published(room.takeEffects()).count { $0.stream.policy.event == "cue" } >= 7)
        room.join(member(2) { $0.plan = true }, at: at(5))
        let first = room.takeEffects().flatMap { effect -> [StreamMessage] in
            if case .seat(_, _, _, let first) = effect { first } else { [] }
        }
        #expect(first.count { $0.stream == .plan } == 1)
    }

    @Test("an observer is told what it hears as values, also of a room that is empty for all others")
    func observed() throws {
        let beats = (0..<80).map { Beat(time: MediaTime(seconds: Double($0) * 0.5), position: UInt8($0 % 4 + 1)) }
        let grid = BeatGrid(beats: beats, meter: 4, confidence: 1)
        let analysis = try MadeAnalysis.track(seconds: 40, grid: grid, seed: 5)
        let key = Feed.Key(content: .beats, timing: .live)
        var room = Room("main", try room([40]).state, observed: [.feed(key), .timeline], at: at(0))
        #expect(room.isEmpty)
        try room.apply(.play, at: at(1))
        room.actIfDue(at: at(1))
        let fetch = try #require(fetched(room.takeEffects()).first)
        room.take(.score(StoredScore(analysis, grid: grid), Self.silent), of: fetch.piece, asked: fetch.ticket, at: at(1))
        var told: [Int] = []
        for moment in stride(from: 1, to: 4, by: 0.05) {
            room.isTouched = true
            room.actIfDue(at: at(moment))
            for message in published(room.takeEffects()) {
                if case .item(.beat(_, _, let index)) = message.news { told.append(index) }
            }
        }
        #expect(told.count >= 5 && zip(told, told.dropFirst()).allSatisfy { $0 + 1 == $1 } && room.isEmpty)
    }

    @Test("dragging a volume slider for a second causes at most 21 state messages")
    func slider() throws {
        var room = try room([100])
        room.join(member(1) { $0.state = true }, at: at(0))
        var messages = 0
        for step in 0..<1_000 {
            let now = at(Double(step) / 1_000)
            if step.isMultiple(of: 10) {
                var change = SettingsChange()
                change.volume = Double(step) / 1_000
                try room.apply(.set(change), at: now)
                room.isTouched = true
            }
            room.actIfDue(at: now)
            messages += published(room.takeEffects()).count { $0.stream == .state }
        }
        #expect((2...21).contains(messages))
    }

    @Test("a long queue is encoded elsewhere, one edition at a time, and waiting clients get the edition they wait for")
    func longQueue() throws {
        var room = try room([Double](repeating: 100, count: QueueSheet.fewEntries + 2))
        room.join(member(1) { $0.queue = true }, at: at(0))
        room.actIfDue(at: at(0))
        func asked() -> [QueueSheet] {
            room.takeEffects().compactMap {
                if case .encode(let queue, let edition) = $0 { QueueSheet(queue, edition: edition) } else { nil }
            }
        }
        let first = asked()
        #expect(first.map(\.edition) == [room.queue.edition])
        try room.apply(.remove([2]), at: at(0.1))
        room.handQueue(at: at(0.1))
        #expect(asked().isEmpty)
        room.take(try #require(first.first), at: at(0.2))
        let second = asked()
        #expect(second.map(\.edition) == [room.queue.edition])
        room.take(try #require(second.first), at: at(0.3))
        let handed = room.takeEffects().compactMap { if case .hand(let sheet) = $0 { sheet.edition } else { nil } }
        #expect(handed == [room.queue.edition])
    }

    @Test("each client gets the sound with clicks or without, and a metronome alone only with clicks")
    func forms() throws {
        var room = try room([100])
        room.join(member(1) { $0.audio = AudioStream() }, at: at(0))
        room.join(member(2) { $0.audio = AudioStream(hasClicks: false) }, at: at(0))
        room.actIfDue(at: at(0))
        _ = room.takeEffects()
        var yield = RoomSound.Yield()
        yield.chunks = [
            SoundPart(generation: Generation(3), due: at(1), samples: [1, 2, 3, 4], music: [1, 0]),
            SoundPart(generation: Generation(3), due: at(2), samples: [5, 6], music: []),
        ]
        room.take(yield, at: at(0))
        let sent = published(room.takeEffects()).map { ($0.stream, $0.encoded.payload.count - 24) }
        #expect(sent.filter { $0.0 == .audio(hasClicks: true) }.map(\.1) == [8, 4])
        #expect(sent.filter { $0.0 == .audio(hasClicks: false) }.map(\.1) == [4])
    }

    @Test("sound is made while a client listens, and for five seconds after that")
    func sound() throws {
        var room = try room([100])
        room.join(member(1) { $0.audio = AudioStream(lead: MediaTime(seconds: 1)) }, at: at(0))
        room.actIfDue(at: at(0))
        #expect(room.takeEffects().contains { if case .sound = $0 { true } else { false } })
        room.leave(member(1).id)
        var silenced: [Double] = []
        for step in 0..<100 {
            let moment = Double(step) / 10
            room.isTouched = true
            room.actIfDue(at: at(moment))
            if room.takeEffects().contains(where: { if case .silence = $0 { true } else { false } }) { silenced.append(moment) }
        }
        #expect(silenced == [5])
    }

    @Test("what plays is skipped when more than half of the guests present have voted, each counted once")
    func votes() throws {
        var room = try room([100, 100, 100, 100])
        func act(_ moment: Double) {
            room.isTouched = true
            room.actIfDue(at: at(moment))
        }
        func vote(_ number: Int, _ moment: Double) throws {
            try room.apply(.vote(of: room.members.guests), by: member(number, .guest).visitor.author, at: at(moment))
        }
        func entry() -> Int? { room.state.course?.entry }
        #expect(room.votes == nil)
        for number in 1...3 { room.join(member(number, .guest), at: at(1)) }
        // Another page of the same guest, and one who is no guest.
        var second = member(4, .guest)
        second = Member(
            id: second.id, number: 4, kind: .screen, client: "other", address: "10.0.0.1", visitor: member(1, .guest).visitor,
            name: "", streams: Streams())
        room.join(second, at: at(1))
        room.join(member(5, .viewer), at: at(1))
        let first = entry()
        #expect(room.votes == Room.Votes(count: 0, needed: 2))
        try vote(1, 1)
        try vote(1, 2)
        act(2)
        #expect(room.votes == Room.Votes(count: 1, needed: 2) && entry() == first)
        #expect(throws: Refusal.guestIsAway) { try vote(9, 2) }
        try vote(2, 3)
        act(3)
        let next = entry()
        #expect(next != first && room.votes == Room.Votes(count: 0, needed: 2))
        // A vote counts for one entry, and the guests who leave need not agree.
        try vote(3, 4)
        room.leave(member(1).id)
        room.leave(second.id)
        act(4)
        #expect(room.votes == Room.Votes(count: 1, needed: 2) && entry() == next)
        room.leave(member(2).id)
        act(5)
        #expect(entry() != next)
        let third = entry()
        try room.apply(.next, at: at(6))
        try room.apply(.set(share(1)), at: at(6))
        act(6)
        #expect(entry() != third && room.votes == Room.Votes(count: 0, needed: 1))
    }

    private func share(_ share: Double) -> SettingsChange {
        var change = SettingsChange()
        change.voteShare = share
        return change
    }

    @Test("all clients are disconnected once when the generations restart")
    func away() throws {
        var room = try room([9])
        room.join(member(1), at: at(0))
        room.listen(Streams(), as: 4, asker: asker(), at: at(0))
        _ = room.takeEffects()
        room.sendAllAway()
        let sentAway = room.takeEffects().compactMap { if case .dismiss(let subscriber) = $0 { subscriber } else { nil } }
        #expect(Set(sentAway) == [.socket(member(1).id), .events(4)] && sentAway.count == 2)
    }

    @Test("only subscribed streams are published, and no client gets anything twice or after it has left", arguments: 0..<40)
    func anything(seed: UInt64) throws {
        var numbers = SeededGenerator(seed: seed)
        var room = try room([30, 20, 40])
        var heard: [Subscriber: Set<RoomStream>] = [:]
        var now = Self.start
        for _ in 0..<200 {
            now = now.later(MediaTime(seconds: .random(in: 0...1, using: &numbers)))
            let who = Int.random(in: 1...6, using: &numbers)
            let streams = { (streams: inout Streams) in
                streams.state = .random(using: &numbers)
                streams.queue = .random(using: &numbers)
                streams.screens = .random(using: &numbers)
                streams.grid = .random(using: &numbers)
                streams.beats = .random(using: &numbers) ? .live : nil
                let form = FrameForm(rate: .random(in: 1...120, using: &numbers))
                streams.frames = .random(using: &numbers) ? FrameStream(form: form, timing: .live) : nil
            }
            switch Int.random(in: 0..<8, using: &numbers) {
            case 0 where room.members[member(who).id] == nil: room.join(member(who, .host, streams), at: now)
            case 1: room.leave(member(who).id)
            case 2: room.change(member(who).id, at: now) { streams(&$0.streams) }
            case 3: room.change(member(who).id, at: now) { $0.isVisible.toggle() }
            case 4 where heard[.events(who)] == nil:
                var asked = Streams()
                streams(&asked)
                room.listen(asked, as: who, asker: asker(), at: now)
            case 5: room.endListening(who, asker: asker())
            case 6:
                let presses: [RoomCommand] = [.play, .pause, .next, .previous, .toggle]
                _ = try? room.apply(presses.randomElement(using: &numbers) ?? .play, at: now)
            default: room.isTouched = true
            }
            room.actIfDue(at: now)
            var copy = room
            let effects = room.takeEffects()
            for effect in effects {
                switch effect {
                case .seat(let subscriber, let leaving, let joining, _):
                    let before = heard[subscriber] ?? []
                    #expect(before.isSuperset(of: leaving) && before.isDisjoint(with: joining))
                    let after = before.subtracting(leaving).union(joining)
                    heard[subscriber] = after.isEmpty ? nil : after
                case .publish(let message): #expect(heard.values.contains { $0.contains(message.stream) })
                case .fetch(let piece, _, let ticket, _): room.take(.failed("lost"), of: piece, asked: ticket, at: now)
                default: break
                }
            }
            // It is a value: changing one copy does not change the other.
            #expect(copy.takeEffects().count == effects.count && room.isEmpty == heard.isEmpty)
        }
    }
}
