import Testing
import Web

@Suite("HTTP dates")
struct HTTPDateTests {
    @Test(
        "known dates are written and read",
        arguments: [
            (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
            (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"), (1_000_000_000, "Sun, 09 Sep 2001 01:46:40 GMT"),
            (1_709_251_199, "Thu, 29 Feb 2024 23:59:59 GMT"), (2_147_483_648, "Tue, 19 Jan 2038 03:14:08 GMT"),
            (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"), (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
            (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"), (-62_167_219_200, "Sat, 01 Jan 0000 00:00:00 GMT"),
        ])
    func known(seconds: Int, text: String) {
        #expect(HTTPDate.text(seconds) == text)
        #expect(HTTPDate.seconds(text) == seconds)
    }

    @Test("every date round-trips", arguments: 0..<200)
    func roundTrip(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let seconds = Int.random(in: -62_167_219_200...253_402_300_799, using: &random)
        #expect(HTTPDate.seconds(HTTPDate.text(seconds)) == seconds, "seed \(seed)")
    }

    @Test("dates beyond four-digit years are clamped")
    func edges() {
        #expect(HTTPDate.text(.max) == "Fri, 31 Dec 9999 23:59:59 GMT")
        #expect(HTTPDate.text(.min) == "Sat, 01 Jan 0000 00:00:00 GMT")
    }

    @Test(
        "other formats and impossible dates are refused",
        arguments: [
            "", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", "Mon, 06 Nov 1994 08:49:37 GMT",
            "Thu, 30 Feb 2023 00:00:00 GMT", "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT",
            "Sun, 06 Nov 1994 08:60:37 GMT", "Sun, 06 nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 UTC",
            "Sun, 06 Nov 1994 08:49:37 GMT ", "Sun, +6 Nov 1994 08:49:37 GMT",
        ])
    func refused(text: String) {
        #expect(HTTPDate.seconds(text) == nil)
    }
}
