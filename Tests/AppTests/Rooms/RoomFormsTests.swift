import Music
import Session
import Testing
import Yardstick

@testable import Rooms

@Suite("Limits of rooms")
struct RoomFormsTests {
    private func key(
        _ rate: Int, _ bands: Int = 64, isText: Bool = false, timing: Timing = .ahead(MediaTime(seconds: 2))
    ) -> Feed.Key {
        Feed.Key(content: .frames(FrameForm(rate: rate, bands: bands, isText: isText)), timing: timing)
    }

    @Test("the nearest form has the requested format, and the requested timing if it exists")
    func nearest() {
        let keys = [key(30), key(60), key(60, timing: .live), key(50, isText: true), Feed.Key(content: .beats, timing: .live)]
        #expect(RoomForms.nearest(to: key(44), of: keys) == key(30))
        #expect(RoomForms.nearest(to: key(46), of: keys) == key(60))
        #expect(RoomForms.nearest(to: key(30, timing: .live), of: keys) == key(60, timing: .live))
        #expect(RoomForms.nearest(to: key(60, isText: true), of: keys) == key(50, isText: true))
        #expect(RoomForms.nearest(to: key(60, isText: true), of: [key(60)]) == nil)
        let beats = Feed.Key(content: .beats, timing: .ahead(MediaTime(seconds: 7)))
        #expect(RoomForms.nearest(to: beats, of: keys) == Feed.Key(content: .beats, timing: .live))
    }

    @Test("every format and timing has a default form")
    func usual() {
        for timing in [Timing.live, .ahead(MediaTime(seconds: 9))] {
            for isText in [false, true] {
                #expect(RoomForms.nearest(to: key(7, 3, isText: isText, timing: timing), of: RoomForms.usual) != nil)
            }
            #expect(RoomForms.nearest(to: Feed.Key(content: .beats, timing: timing), of: RoomForms.usual) != nil)
        }
        var streams = Streams()
        streams.frames = FrameStream(form: FrameForm(rate: 7), timing: .live)
        streams.beats = .live
        let granted = streams.granting { _ in key(60, timing: .live) }
        #expect(granted.frames?.form == FrameForm() && granted.frames?.timing == .live)
    }

    @Test("the number of decoders is limited, and a released one is free again")
    func seats() {
        let seats = SoundSeats(most: 2)
        var held = [seats.take(), seats.take()]
        #expect(held.allSatisfy { $0 != nil } && seats.take() == nil)
        held.removeLast()
        held.append(seats.take())
        #expect(held.last != nil && seats.now == (2, 3))
        held = []
        #expect(seats.now == (0, 3))
    }

    @Test("an older answer about a track is dropped after a newer one")
    func tickets() {
        var music = RoomMusic()
        _ = music.need([1])
        let (first, second, third) = (music.ticket(), music.ticket(), music.ticket())
        let taken = [second, first, third].map { music.take(.failed("gone"), of: 1, asked: $0) }
        #expect(taken == [true, false, true])
    }
}
