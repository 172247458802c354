import Music
import Session
import Testing
import Text

@Suite("Lines of lyrics")
struct LineMessageTests {
    private static let lyrics = Lyrics(
        text: "[la:en]\n[00:01.00]<00:01.00>Hello <00:01.50>you\n[00:03.00]\n[00:04.00]a\n[00:04.00]b"
    )
    .timed { time, _ in time }

    @Test("a line message is exactly this text")
    func line() {
        let sent = ServerTime(microseconds: 7)
        let text = String(decoding: LineMessage.bytes(Self.lyrics, on: .made(), line: 0, sent: sent), as: UTF8.self)
        #expect(
            text
                == #"{"type":"line","sent":7,"due":2592001000123,"until":2592003000123,"generation":512,"source":"recording:0000000000000000000000000000002a","#
                + #""line":0,"language":"en","#
                + #""text":"Hello you","words":[{"due":2592001000123,"text":"Hello "},{"due":2592001500123,"text":"you"}],"estimated":false}"#
        )
        let last = String(decoding: LineMessage.bytes(Self.lyrics, on: .made(), line: 3, sent: sent), as: UTF8.self)
        #expect(last.contains(#""due":2592004000123,"until":2592005000123"#) && last.contains(#""estimated":true"#))
    }

    @Test("however time is split, each line comes once, and lines of one time together")
    func once() {
        for step in [1, 333, 500, 1_000, 7_000] {
            var lines: [Int] = []
            for moment in stride(from: 0, to: 7_000, by: step) {
                lines += LineSchedule.lines(
                    of: Self.lyrics, on: .made(), after: .later(Int64(moment) * 1000), through: .later(Int64(moment + step) * 1000))
            }
            #expect(lines == [0, 1, 2, 3], "in steps of \(step) ms")
        }
        let still = Course.made(rate: .still)
        #expect(LineSchedule.lines(of: Self.lyrics, on: still, after: .later(0), through: .later(9_000_000)).isEmpty)
        let plain = Lyrics(text: "One\nTwo").timed { time, _ in time }
        #expect(LineSchedule.lines(of: plain, on: .made(), after: .later(0), through: .later(9_000_000)).isEmpty)
    }

    @Test("the line that is sung at a position begins at or before it, and is not over")
    func sung() {
        for (seconds, lines) in [(0.9, 0..<0), (1.5, 0..<1), (2.9, 0..<1), (3.5, 1..<2), (4.5, 2..<4), (5.5, 0..<0)] {
            #expect(LineSchedule.lines(of: Self.lyrics, at: MediaTime(seconds: seconds)) == lines, "at \(seconds) s")
        }
    }

    @Test("the next line is due when the music reaches it")
    func next() {
        #expect(LineSchedule.nextLine(of: Self.lyrics, on: .made(), after: .later(1_000_000)) == .later(3_000_000))
        #expect(LineSchedule.nextLine(of: Self.lyrics, on: .made(), after: .later(4_000_000)) == nil)
    }
}
