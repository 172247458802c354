import Testing
import Web

@Suite("Header fields")
struct HeaderFieldsTests {
    let fields = HeaderFields([("Accept", "a"), ("X-List", "One, two ,,three"), ("accept", "b"), ("x-list", "four")])

    @Test("names match in any case; the subscript gives the first value, `values(of:)` all")
    func lookup() {
        #expect(fields["ACCEPT"] == "a" && fields["absent"] == nil && fields["Accep"] == nil)
        #expect(fields.values(of: "Accept") == ["a", "b"] && fields.values(of: "absent").isEmpty)
        #expect(fields.count == 4)
    }

    @Test("tokens are found whole, in any case, over all lines", arguments: ["one", "TWO", "Three", "four"])
    func tokens(token: String) {
        #expect(fields.contains(token: token, in: "X-LIST"))
        #expect(!fields.contains(token: String(token.dropLast()), in: "X-LIST"))
        #expect(!fields.contains(token: token, in: "accept"))
    }

    @Test("bytes that are not UTF-8 are accepted and read as replacement characters")
    func obsoleteText() {
        let transcript = RequestTranscript("GET / HTTP/1.1\r\nHost: a\r\nX: caf\u{e9}\r\n\r\n")
        #expect(transcript.heads.first?.fields["x"] == "caf\u{FFFD}")
    }
}
