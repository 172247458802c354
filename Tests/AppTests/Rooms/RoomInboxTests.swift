import Session
import Testing

@testable import Rooms
@testable import Web

@Suite("The wishes that wait in a room")
struct RoomInboxTests {
    private func errand(_ wish: Wish, of number: UInt64) -> RoomInbox.Errand {
        let asker = Asker(PeerAddress.Host(high: 0, low: number), isShared: false)
        return RoomInbox.Errand(wish: wish, visitor: Visitor(asker, address: "10.0.0.\(number)", role: .host)) { _, _ in }
    }

    /// Whether each of these wishes of an address is taken.
    private func added(_ count: Int, of number: UInt64, to inbox: inout RoomInbox) -> [Bool] {
        (0..<count).map { _ in inbox.append(errand(.play, of: number)) }
    }

    @Test("those of an address begin one after the other, and those of another beside them")
    func order() {
        var inbox = RoomInbox()
        let wishes = [errand(.play, of: 1), errand(.pause, of: 1), errand(.toggle, of: 2)]
        let taken = wishes.map { inbox.append($0) }
        #expect(taken == [true, true, true])
        let (one, two) = (wishes[0].visitor.asker, wishes[2].visitor.asker)
        var begun = [one, one, two].map { inbox.begin(of: $0)?.wish }
        #expect(begun == [.play, nil, .toggle])
        inbox.end(of: two)
        begun = [one, two].map { inbox.begin(of: $0)?.wish }
        #expect(begun == [nil, nil] && !inbox.isEmpty)
        inbox.end(of: one)
        begun = [one, one].map { inbox.begin(of: $0)?.wish }
        #expect(begun == [.pause, nil])
        inbox.end(of: one)
        begun = [inbox.begin(of: one)?.wish]
        #expect(begun == [nil] && inbox.isEmpty)
    }

    @Test("an address that sends too many leaves room for others")
    func limit() {
        var inbox = RoomInbox()
        let most = RoomInbox.mostOfOne
        let mine = added(most + 1, of: 1, to: &inbox)
        #expect(mine == Array(repeating: true, count: most) + [false])
        let rest = RoomInbox.mostWaiting - most
        let others = added(rest + 1, of: 2, to: &inbox)
        #expect(others == Array(repeating: true, count: rest) + [false])
        let asker = errand(.play, of: 1).visitor.asker
        let begun = inbox.begin(of: asker)?.wish
        let early = added(1, of: 3, to: &inbox)
        #expect(begun == .play && early == [false], "one that is looked up counts")
        inbox.end(of: asker)
        let last = added(1, of: 3, to: &inbox)
        #expect(last == [true])
    }
}
