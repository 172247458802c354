import Foundation
import Music
import Session
import Testing
import Text
import Yardstick

@testable import Rooms
@testable import Web

@Suite("Titles that change while their source goes on")
struct RoomCardTests {
    private static let start = ServerTime(microseconds: 86_400_000_321)
    private static let piece: Piece = 5

    private func at(_ seconds: Double) -> ServerTime { Self.start.later(MediaTime(seconds: seconds)) }

    private func card(_ title: String, of piece: Piece = piece) -> TrackCard {
        TrackCard(
            id: nil, piece: piece, title: title, artist: nil, album: nil, year: nil, duration: nil, gain: 0, bpm: nil, colours: [],
            hasCover: false)
    }

    /// A room that has played a long piece from its start on, with a host who is sent its state.
    private func room() throws -> Room {
        let queued = QueuedPiece(Self.piece, duration: MediaTime(seconds: 3600))
        let state = try RoomState(seed: 7).after(.playPieces([queued], start: 0, position: .zero), at: Self.start)
        var room = Room("main", state, cards: PieceCards([Self.piece: card("Radio")]), at: Self.start)
        var streams = Streams()
        streams.state = true
        let asker = Asker(PeerAddress.Host(high: 0, low: 1), isShared: false)
        room.join(
            Member(
                id: ConnectionID(shard: 0, slot: 1, generation: 1), number: 1, kind: .screen, client: "c", address: "10.0.0.1",
                visitor: Visitor(asker, address: "10.0.0.1", role: .host), name: "", streams: streams), at: Self.start)
        return room
    }

    /// Titles of a state: that of now, and those by position.
    private struct Told: Equatable {
        let now: String
        var cards: [Double: String] = [:]
    }

    /// The last state that the room sends when it acts; nil if none.
    private func told(_ room: inout Room, at seconds: Double) throws -> Told? {
        room.actIfDue(at: at(seconds))
        let states = room.takeEffects().compactMap { effect -> ArraySlice<UInt8>? in
            guard case .publish(let message) = effect, message.stream == .state else { return nil }
            return message.encoded.payload
        }
        guard let state = states.last else { return nil }
        let plain = try Plain(json: state)
        #expect(ProtocolDescription.complaints("state", state) == [])
        let cards = (plain["cards"]?.items ?? []).map { card in
            (card["from"]?.number ?? -1, card["title"]?.text ?? "")
        }
        return Told(now: try #require(plain["track"]?["title"]?.text), cards: Dictionary(uniqueKeysWithValues: cards))
    }

    @Test("a card is told at once and valid from its position on, and the state says so when that comes")
    func turns() throws {
        var room = try room()
        let first = try told(&room, at: 1)
        #expect(first == Told(now: "Radio"))
        room.renew(card("One"), of: Self.piece, from: MediaTime(seconds: 60))
        room.isTouched = true
        let second = try told(&room, at: 2)
        #expect(second == Told(now: "Radio", cards: [0: "Radio", 60: "One"]))
        #expect(room.card(at: at(59.9))?.title == "Radio" && room.card(at: at(60))?.title == "One")
        let wake = try #require(room.wake)
        #expect(room.nextCard(after: at(2)) == at(60) && wake <= at(60))
        let third = try told(&room, at: 60)
        #expect(third == Told(now: "One", cards: [0: "Radio", 60: "One"]))
        room.renew(card("Two"), of: Self.piece, from: MediaTime(seconds: 240))
        room.isTouched = true
        let fourth = try told(&room, at: 100)
        #expect(fourth == Told(now: "One", cards: [60: "One", 240: "Two"]))
        // What is known already is not told again.
        room.renew(card("Two"), of: Self.piece, from: MediaTime(seconds: 240))
        #expect(!room.stateShown.isDue)
    }

    @Test("a seek shows the card of the new position, and a pause that of where it stands")
    func seeks() throws {
        var room = try room()
        room.renew(card("One"), of: Self.piece, from: MediaTime(seconds: 60))
        _ = try told(&room, at: 1)
        try room.apply(.seek(MediaTime(seconds: 80)), at: at(2))
        room.isTouched = true
        let sought = try told(&room, at: 2)
        #expect(sought?.now == "One")
        try room.apply(.seek(MediaTime(seconds: 50)), at: at(3))
        try room.apply(.pause, at: at(3))
        room.isTouched = true
        let paused = try told(&room, at: 4)
        #expect(paused?.now == "Radio")
        #expect(room.nextCard(after: at(4)) == nil && room.card(at: at(99))?.title == "Radio")
    }

    @Test("a card of what neither plays nor is known is not kept")
    func strangers() throws {
        var room = try room()
        room.renew(card("Other", of: 9), of: 9, from: .zero)
        #expect(room.cards[9] == nil && room.cards.count == 1)
        room.renew(card("Radio, renamed"), of: Self.piece, from: .zero)
        #expect(room.cards[Self.piece]?.title == "Radio, renamed")
    }

    @Test("however often a title changes, few cards are kept: the first, and the last")
    func bounded() {
        var cards = PieceCards([Self.piece: card("Radio")])
        for minute in 1...10_000 {
            _ = cards.put(card("\(minute)"), of: Self.piece, from: MediaTime(seconds: Double(minute) * 60))
        }
        let position = MediaTime(seconds: 10_000 * 60 + 1)
        #expect(cards[Self.piece]?.title == "Radio")
        #expect(cards.part(of: Self.piece, at: position)?.card.title == "10000")
        #expect(cards.parts(of: Self.piece, around: position).map(\.card.title) == ["9999", "10000"])
    }

    @Test("whichever order cards come in, each position has the same one", arguments: 0..<200)
    func orders(seed: UInt64) {
        var chance = SplitMix(seed: seed)
        let given = (0..<12).map { (from: MediaTime(seconds: Double($0) * 7), card: card("\($0)")) }
        var cards = PieceCards()
        for (from, card) in given.shuffled(using: &chance) { _ = cards.put(card, of: Self.piece, from: from) }
        for second in stride(from: -3.0, to: 100, by: 0.5) {
            let title = "\(min(11, max(0, Int((second / 7).rounded(.down)))))"
            let position = MediaTime(seconds: second)
            #expect(cards.part(of: Self.piece, at: position)?.card.title == title, "seed \(seed), \(second) s")
            // A screen that is late by some seconds finds its card among those that are told.
            let told = cards.parts(of: Self.piece, around: position)
            for late in [0, 2.0, 9.9] {
                let there = MediaTime(seconds: second - late)
                let shown = (told.last { $0.from <= there } ?? told.first)?.card
                #expect(shown == cards.part(of: Self.piece, at: there)?.card, "seed \(seed), \(second) s, \(late) s late")
            }
        }
    }
}
