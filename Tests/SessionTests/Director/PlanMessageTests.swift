import Foundation
import Music
import Testing
import Text

@testable import Session

@Suite("Messages of plans and cues")
struct PlanMessageTests {
    private static let (quiet, full) = (
        Direction(energy: 0.3, tension: 0, breath: 1, near: 0.2, many: 0.1, bright: 0.333, pace: 0.7),
        Direction(energy: 0.9, tension: 0, breath: 0, near: 0.7, many: 0.8, bright: 0.85, pace: 1.25)
    )

    /// A break of four seconds and a drop, with a point every two seconds.
    private static func plan(seconds: Int = 12) -> PicturePlan {
        PicturePlan(
            character: PicturePlan.Character(drive: 0.7, bass: 0.5, treble: 0.4, isMinor: nil),
            acts: [
                PicturePlan.Act(from: .zero, label: .break, theme: 0, palette: 2),
                PicturePlan.Act(from: MediaTime(seconds: 4), label: .drop, theme: 1, palette: 1),
            ],
            end: MediaTime(seconds: Double(seconds)),
            hits: [PicturePlan.Hit(at: MediaTime(seconds: 4), strength: 1, fade: MediaTime(seconds: 2))],
            points: stride(from: 0, through: seconds, by: 2).map {
                PicturePlan.Point(at: MediaTime(seconds: Double($0)), direction: $0 < 4 ? quiet : full)
            },
            cues: (0..<seconds).map { MediaTime(seconds: Double($0)) })
    }

    private static let source = "recording:0000000000000000000000000000002a"

    @Test("a plan is exactly this text")
    func plan() {
        let text = String(
            decoding: PlanMessage.bytes(
                Self.plan(seconds: 6), on: .made(), track: 42, at: .later(0), sent: ServerTime(microseconds: 7)), as: UTF8.self)
        let start =
            #"{"type":"plan","sent":7,"generation":512,"source":"\#(Self.source)","piece":"0000000000000000000000000000002a","track":42,"seed":0."#
        #expect(text.hasPrefix(start))
        #expect(
            text.hasSuffix(
                #","character":{"drive":0.7,"bass":0.5,"treble":0.4,"minor":null},"acts":[{"from":0,"section":"break","theme":0,"palette":2},"#
                    + #"{"from":4,"section":"drop","theme":1,"palette":1}],"end":6,"hits":[{"at":4,"strength":1,"fade":2}],"#
                    + #""points":{"at":[0,2,4,6],"energy":[0.3,0.3,0.9,0.9],"tension":[0,0,0,0],"breath":[1,1,0,0],"near":[0.2,0.2,0.7,0.7],"#
                    + #""many":[0.1,0.1,0.8,0.8],"bright":[0.33,0.33,0.85,0.85],"pace":[0.7,0.7,1.25,1.25]}}"#), "\(text)")
    }

    @Test("of ten hours, ten minutes are sent at a time, around any moment, and replaced before they end")
    func windows() throws {
        struct Sent: Decodable {
            struct Points: Decodable { let at: [Double] }
            struct Act: Decodable { let from: Double }
            let points: Points
            let acts: [Act]
        }
        let plan = Self.plan(seconds: 36_000)
        for minute in [0, 5, 300, 595, 600] {
            let moment = ServerTime.later(Int64(minute) * 60_000_000)
            let bytes = PlanMessage.bytes(plan, on: .made(), track: nil, at: moment, sent: moment)
            let sent = try JSONDecoder().decode(Sent.self, from: Foundation.Data(bytes))
            let (first, last) = (try #require(sent.points.at.first), try #require(sent.points.at.last))
            let position = Double(minute) * 60
            #expect(bytes.count < 20_000 && first <= max(0, position - 10) && last >= min(36_000, position + 600))
            #expect(sent.acts.last?.from == 4)
            let until = PlanMessage.validUntil(plan, on: .made(), at: moment)
            #expect(until == (minute < 590 ? .later(Int64(minute + 9) * 60_000_000) : nil))
        }
    }

    @Test("a cue says what the picture is like, and when the next drop comes")
    func cue() {
        let beats = ScoreBeats(.made((0..<24).map { Double($0) / 2 }))
        let text = {
            String(
                decoding: CueMessage.bytes(Self.plan(), beats, on: .made(), cue: $0, sent: ServerTime(microseconds: 7)),
                as: UTF8.self)
        }
        #expect(
            text(1)
                == #"{"type":"cue","sent":7,"due":2592001000123,"generation":512,"source":"\#(Self.source)","section":"break","theme":0,"palette":2,"#
                + #""energy":0.3,"tension":0,"breath":1,"bright":0.33,"hit":0,"drop":{"due":2592004000123,"beats":6}}"#)
        #expect(text(4).hasSuffix(#""hit":1,"drop":null}"#) && text(5).hasSuffix(#""hit":0.25,"drop":null}"#))
    }

    @Test("however time is split, each cue comes once")
    func once() {
        for step in [1, 333, 1_000, 7_000] {
            var cues: [Int] = []
            for moment in stride(from: -7, to: 14_000, by: step) {
                cues += CueSchedule.cues(
                    of: Self.plan(), on: .made(), after: .later(Int64(moment) * 1000), through: .later(Int64(moment + step) * 1000))
            }
            #expect(cues == Array(0..<12), "in steps of \(step) ms")
        }
        #expect(CueSchedule.cues(of: Self.plan(), on: .made(rate: .still), after: .later(0), through: .later(9_000_000)).isEmpty)
        #expect(CueSchedule.nextCue(of: Self.plan(), on: .made(), after: .later(3_000_000)) == .later(4_000_000))
        #expect(CueSchedule.nextCue(of: Self.plan(), on: .made(), after: .later(11_000_000)) == nil)
    }
}
