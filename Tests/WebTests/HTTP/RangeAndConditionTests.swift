import Testing
import Web

@Suite("Ranges and conditions")
struct RangeAndConditionTests {
    @Test(
        "ranges of 10,000 bytes, the examples of RFC 9110 14.1.2 among them",
        arguments: [
            ("bytes=0-499", .part(0..<500)), ("bytes=500-999", .part(500..<1000)), ("bytes=-500", .part(9500..<10_000)),
            ("bytes=9500-", .part(9500..<10_000)), ("bytes=0-0", .part(0..<1)), ("bytes=-1", .part(9999..<10_000)),
            ("BYTES=0-", .part(0..<10_000)), ("bytes=9999-20000", .part(9999..<10_000)),
            ("bytes=5-99999999999999999999999", .part(5..<10_000)), ("bytes=-99999999999999999999", .part(0..<10_000)),
            ("bytes=10000-", .unsatisfiable), ("bytes=99999999999999999999-", .unsatisfiable),
            ("bytes=9223372036854775807-9223372036854775807", .unsatisfiable), ("bytes=-0", .unsatisfiable),
            ("bytes=0-0,-1", .whole), ("bytes=500-499", .whole), ("bytes=", .whole), ("bytes=-", .whole), ("", .whole),
            ("bytes=a-b", .whole), ("bytes=1", .whole), ("bytes=+1-2", .whole), ("bytes=--1", .whole),
            ("items=0-1", .whole), ("bytes 0-1", .whole), ("bytes=0 -1", .whole), ("bytes=0-1-2", .whole),
        ] as [(String, ByteRange.Outcome)])
    func ranges(header: String, outcome: ByteRange.Outcome) {
        #expect(ByteRange.parse(header, length: 10_000) == outcome)
    }

    @Test("an empty resource has no ranges")
    func empty() {
        #expect(ByteRange.parse("bytes=0-", length: 0) == .unsatisfiable)
        #expect(ByteRange.parse("bytes=-5", length: 0) == .whole)
    }

    @Test("If-None-Match compares weakly, in lists, and accepts `*`")
    func ifNoneMatch() {
        for header in ["\"x\"", "W/\"x\"", "\"a\", \"x\"", "\"a,b\",W/\"x\" ", "*", " * "] {
            #expect(Conditional.ifNoneMatch(header, names: "\"x\""), "\(header)")
            #expect(Conditional.ifNoneMatch(header, names: "W/\"x\""), "\(header)")
        }
        for header in ["", "\"X\"", "x", "\"x", "\"a, x\"", "\"\"", "**"] {
            #expect(!Conditional.ifNoneMatch(header, names: "\"x\""), "\(header)")
        }
    }

    @Test("If-Range compares strongly and never trusts a date")
    func ifRange() {
        #expect(Conditional.ifRange("\"x\"", holdsFor: "\"x\""))
        #expect(!Conditional.ifRange("W/\"x\"", holdsFor: "W/\"x\""))
        #expect(!Conditional.ifRange("\"x\"", holdsFor: "W/\"x\""))
        #expect(!Conditional.ifRange("Sun, 06 Nov 1994 08:49:37 GMT", holdsFor: "\"x\""))
    }

    @Test("entity tags are compared by their bytes, not as Unicode text")
    func tagBytes() {
        let combining = "\"\u{612}x\""
        #expect(Conditional.ifRange(combining, holdsFor: combining))
        #expect(Conditional.ifNoneMatch(combining, names: combining))
        let (composed, decomposed) = ("\"\u{e9}\"", "\"e\u{301}\"")
        #expect(!Conditional.ifRange(composed, holdsFor: decomposed))
        #expect(!Conditional.ifNoneMatch(composed, names: decomposed))
    }

    @Test(
        "gzip is sent if it is accepted",
        arguments: [
            "gzip", "deflate, GZIP", "x-gzip", "*", "br;q=1, gzip;q=0.001", "gzip ; q=1.000", "*;q=0, gzip",
            "identity;q=0, *;q=0.5",
        ])
    func wantsGzip(header: String) {
        #expect(AcceptEncoding.allowsGzip(header))
    }

    @Test(
        "gzip is not sent otherwise",
        arguments: [
            nil, "", "br", "gzip;q=0", "gzip;q=0.000, *", "*;q=0", "gzipped", "gzip;q=2", "gzip;q=x", "gzip;q=1.5",
            "gzip;q=0.0001", "gzip;q=",
        ])
    func wantsNoGzip(header: String?) {
        #expect(!AcceptEncoding.allowsGzip(header))
    }
}
