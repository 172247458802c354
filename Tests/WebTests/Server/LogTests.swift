import Foundation
import Glibc
import Testing
import Yardstick

@testable import System
@testable import Web

@Suite("Log lines") struct LogTests {
    private func line(_ message: String, _ fields: [(String, String)] = []) -> LogLine {
        LogLine(seconds: 784_111_777, milliseconds: 7, level: .warning, category: "web", message, fields)
    }

    @Test("text lines begin with the time and the level, and quote only values that need it")
    func text() {
        let line = line("too slow", [("peer", "::1"), ("path", "/a b"), ("none", ""), ("said", "x=\"1\"\n")])
        #expect(
            line.text(.text) == "1994-11-06T08:49:37.007Z warning too slow peer=::1 path=\"/a b\" none=\"\" "
                + "said=\"x=\\\"1\\\"\\n\"\n")
    }

    @Test(
        "control characters for a terminal are escaped in both formats",
        arguments: ["\u{1B}", "\u{85}", "\u{9B}", "\u{2028}", "\u{202E}", "\u{2066}"])
    func steering(_ sign: Unicode.Scalar) {
        for format in [Log.Format.text, .json] {
            #expect(!line("a", [("said", "x\(sign)31m")]).text(format).unicodeScalars.contains(sign))
        }
    }

    @Test("each JSON line is one object, and decodes to the original values")
    func json() throws {
        let odd = "quote \" slash \\ break \r\n\t bell \u{7} delete \u{7F} Grüße 🎵 \u{2028}"
        let text = line("message " + odd, [("key", odd)]).text(.json)
        #expect(text.hasSuffix("\n") && text.dropLast().utf8.allSatisfy { $0 >= 32 })
        let object = try JSONDecoder().decode([String: String].self, from: Data(text.utf8))
        #expect(object["message"] == "message " + odd && object["key"] == odd)
        #expect(object["time"] == "1994-11-06T08:49:37.007Z" && object["level"] == "warning")
    }

    @Test("suppressed lines are counted in the log after ten seconds of the monotonic clock")
    func heldBack() async throws {
        try await withFolder { folder in
            let file = open(folder + "/log", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
            let clock = HandClock()
            let log = Log(level: .info, format: .text, descriptor: file, clock: clock)
            for step in [0, 9_999_999, 1] {
                clock.advance(by: .microseconds(step))
                log.warning("too slow")
            }
            log.drain()
            close(file)
            let lines = try String(contentsOfFile: folder + "/log", encoding: .utf8).split(separator: "\n")
            #expect(
                lines.map { $0.split(separator: " ", maxSplits: 1)[1] } == ["warning too slow", "warning too slow repeated=1"])
        }
    }

    @Test("lines below the level are left out, and repeated warnings are suppressed")
    func levels() async throws {
        try await withFolder { folder in
            let file = open(folder + "/log", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
            let log = Log(level: .info, format: .text, descriptor: file, clock: MachineClock())
            log.debug("whisper")
            log.info("spoken")
            log.info("spoken")
            for _ in 0..<5 { log.warning("too slow", ["peer": "::1"]) }
            log.error("broken")
            log.drain()
            close(file)
            let lines = try String(contentsOfFile: folder + "/log", encoding: .utf8).split(separator: "\n")
            #expect(
                lines.map { $0.split(separator: " ", maxSplits: 1)[1] } == [
                    "info spoken", "info spoken", "warning too slow peer=::1", "error broken",
                ])
        }
    }
}
