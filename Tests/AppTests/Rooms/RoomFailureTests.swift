import Music
import Session
import Testing
import Workers
import Yardstick

@testable import Rooms
@testable import Web

@Suite("Music that cannot be played, and whoever presses next")
struct RoomFailureTests {
    private static let start = ServerTime(microseconds: 86_400_000_321)
    private static let lost = "Lost."

    private func at(_ seconds: Double) -> ServerTime { Self.start.later(MediaTime(seconds: seconds)) }

    private func card(_ number: Int) -> TrackCard {
        TrackCard(
            id: number, piece: Piece(number), title: "Song \(number)", artist: nil, album: nil, year: nil, duration: nil, gain: 0,
            bpm: nil,
            colours: [], hasCover: false)
    }

    /// A room of some tracks of 100 s, the first of which plays, with a screen.
    private func room(of count: Int) throws -> Room {
        let pieces = (1...count).map { QueuedPiece(Piece($0), duration: MediaTime(seconds: 100)) }
        let state = try RoomState(seed: 7).after(.playPieces(pieces, start: 0, position: .zero), at: Self.start)
        let cards = Dictionary(uniqueKeysWithValues: (1...count).map { (Piece($0), card($0)) })
        var room = Room("main", state, cards: PieceCards(cards), at: Self.start)
        let visitor = Visitor(
            Asker(PeerAddress.Host(high: 0, low: 1), isShared: false), address: "10.0.0.1", role: .host)
        room.join(
            Member(
                id: ConnectionID(shard: 0, slot: 1, generation: 1), number: 1, kind: .screen, client: "c", address: "10.0.0.1",
                visitor: visitor, name: "", streams: Streams()), at: Self.start)
        return room
    }

    /// What the room fetches now.
    private func fetched(_ room: inout Room, at seconds: Double) -> [(piece: Piece, ticket: Int, isPressed: Bool)] {
        room.isTouched = true
        room.actIfDue(at: at(seconds))
        return room.takeEffects().compactMap { effect in
            if case .fetch(let piece, _, let ticket, let isPressed) = effect { (piece, ticket, isPressed) } else { nil }
        }
    }

    private func troubles(_ room: Room) -> [String?] { room.state.queue.entries.map(\.trouble) }

    @Test("whoever plays something else by then does not read of what failed before")
    func left() throws {
        var room = try room(of: 3)
        let first = try #require(fetched(&room, at: 0).first)
        try room.apply(.next, at: at(1))
        _ = fetched(&room, at: 1)
        room.take(.failed(Self.lost), of: first.piece, asked: first.ticket, at: at(10))
        #expect(room.trouble.sentence == nil && room.state.course?.timeline.piece == 2)
        #expect(troubles(room) == [Self.lost, nil, nil])
    }

    @Test("what plays and fails is named, until something else plays")
    func named() throws {
        var room = try room(of: 3)
        let first = try #require(fetched(&room, at: 0).first)
        room.take(.failed(Self.lost), of: first.piece, asked: first.ticket, at: at(1))
        #expect(room.trouble.sentence == "“Song 1” was skipped. Lost." && room.state.course?.timeline.piece == 2)
        room.advance(to: at(50))
        #expect(room.trouble.sentence != nil)
        room.advance(to: at(110))
        #expect(room.trouble.sentence == nil && room.state.course?.timeline.piece == 3)
    }

    @Test("what is not heard is named")
    func silent() throws {
        var room = try room(of: 1)
        let yield = RoomSound.Yield(troubles: [RoomSound.Trouble(piece: 1, reason: .outOfReach("it is far away"))])
        room.take(yield, at: at(1))
        #expect(room.trouble.sentence == "“Song 1” is not heard: it is far away.")
    }

    @Test("a failure that was under way before somebody pressed is no answer to them: it is tried again, once")
    func pressedAgain() throws {
        var room = try room(of: 2)
        let first = try #require(fetched(&room, at: 0).first)
        for (command, moment) in [(RoomCommand.next, 1.0), (.previous, 2.0)] {
            try room.apply(command, at: at(moment))
            _ = fetched(&room, at: moment)
        }
        #expect(room.state.course?.timeline.piece == 1)
        room.take(.failed(Self.lost), of: first.piece, asked: first.ticket, at: at(3))
        #expect(room.trouble.sentence == nil && troubles(room) == [nil, nil] && room.state.course?.timeline.piece == 1)
        let second = try #require(fetched(&room, at: 3).first)
        #expect(second.piece == 1 && second.isPressed)
        room.take(.failed(Self.lost), of: 1, asked: second.ticket, at: at(4))
        #expect(room.trouble.sentence == "“Song 1” was skipped. Lost." && troubles(room) == [Self.lost, nil])
        // Nobody pressed for what plays now.
        #expect(fetched(&room, at: 4).allSatisfy { !$0.isPressed })
    }

    @Test("what its server did not send is not skipped any more once the server answers")
    func back() throws {
        var room = try room(of: 2)
        let first = try #require(fetched(&room, at: 0).first)
        let reason = QueuedPiece.unfetched(because: "home does not accept connections")
        room.take(.failed(reason), of: 1, asked: first.ticket, at: at(1))
        #expect(troubles(room) == [reason, nil] && room.doubtful(at: at(2)).contains(1))
        let isBack = room.review(1, (QueuedPiece(1, duration: MediaTime(seconds: 100)), card(1)), at: at(2))
        #expect(isBack && troubles(room) == [nil, nil])
    }
}
