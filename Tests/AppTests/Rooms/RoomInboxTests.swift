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

    @Test("those of an address begin one after the other, and those of another beside them")
    func order() {
        var inbox = RoomInbox()
        let (mine, other) = (errand(.play, of: 1), errand(.toggle, of: 2))
        for errand in [mine, errand(.pause, of: 1), other] { #expect(inbox.append(errand)) }
        let (one, two) = (mine.visitor.asker, other.visitor.asker)
        #expect(inbox.begin(of: one)?.wish == .play && inbox.begin(of: one) == nil)
        #expect(inbox.begin(of: two)?.wish == .toggle)
        inbox.end(of: two)
        #expect(inbox.begin(of: one) == nil && inbox.begin(of: two) == nil && !inbox.isEmpty)
        inbox.end(of: one)
        #expect(inbox.begin(of: one)?.wish == .pause)
        inbox.end(of: one)
        #expect(inbox.isEmpty && inbox.begin(of: one) == nil)
    }

    @Test("an address that sends too many leaves room for others")
    func limit() {
        var inbox = RoomInbox()
        for _ in 0..<RoomInbox.mostOfOne { #expect(inbox.append(errand(.play, of: 1))) }
        #expect(!inbox.append(errand(.play, of: 1)))
        for _ in RoomInbox.mostOfOne..<RoomInbox.mostWaiting { #expect(inbox.append(errand(.play, of: 2))) }
        #expect(!inbox.append(errand(.play, of: 3)))
        let asker = errand(.play, of: 1).visitor.asker
        _ = inbox.begin(of: asker)
        #expect(!inbox.append(errand(.play, of: 3)))
        inbox.end(of: asker)
        #expect(inbox.append(errand(.play, of: 3)))
    }
}
