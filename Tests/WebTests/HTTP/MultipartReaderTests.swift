import Testing

@testable import Web

@Suite("Multipart forms") struct MultipartReaderTests {
    private typealias Story = MultipartHarness.Story

    private func story(_ form: String) throws -> Story {
        let bytes = Array(form.utf8)
        return try MultipartHarness.story(of: bytes) { bytes.count }
    }

    /// The result of reading one part with this disposition.
    private func part(_ disposition: String) throws -> MultipartPart? {
        try story("--b\r\nContent-Disposition: \(disposition)\r\n\r\n\r\n--b--").parts.first?.head
    }

    @Test("a browser's form comes out as it was filled in")
    func browser() throws {
        let boundary = "----WebKitFormBoundary7MA4YWxkTrZu0gW"
        let form = """
            --\(boundary)
            Content-Disposition: form-data; name="folder"

            Vinyl Ähnliches
            --\(boundary)
            Content-Disposition: form-data; name="song"; filename="été.wav"
            Content-Type: audio/wav

            RIFF
            --\(boundary.dropLast())
            --
            --\(boundary)
            Content-Disposition: form-data; name="empty"


            --\(boundary)--

            """.replacing("\n", with: "\r\n")
        let bytes = Array(form.utf8)
        let story = try MultipartHarness.story(of: bytes, boundary: boundary) { bytes.count }
        #expect(story.error == nil && story.hasEnded && story.parts.allSatisfy(\.hasEnded))
        #expect(story.parts.map(\.head.name) == ["folder", "song", "empty"])
        #expect(story.parts.map(\.head.filename) == [nil, "été.wav", nil])
        #expect(story.parts.map(\.head.contentType) == [nil, "audio/wav", nil])
        let texts = story.parts.map { String(decoding: $0.bytes, as: UTF8.self) }
        #expect(texts == ["Vinyl Ähnliches", "RIFF\r\n--\(boundary.dropLast())\r\n--", ""])
    }

    @Test("preamble, epilogue and blanks after a boundary are ignored")
    func surroundings() throws {
        let head = "Content-Disposition: form-data; name=a\r\n\r\n"
        let story = try story("hello\r\n--b \t\r\n\(head)1\r\n--b\r\n\(head)--b-- \r\n--b\r\nworld")
        #expect(story.hasEnded && story.error == nil && story.parts.map(\.bytes) == [[0x31], []])
        #expect(try self.story("--b--").hasEnded)
    }

    @Test("any split of the bytes gives the same parts")
    func splits() throws {
        // Mostly the bytes of the boundary, so that it often seems to begin.
        let alphabet = Array("\r\n-bx".utf8)
        for seed in 0..<200 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            var form = Array("--b\r\nContent-Disposition: form-data; name=a\r\n\r\n".utf8)
            var content: [UInt8] = []
            for _ in 0..<Int.random(in: 0...300, using: &random) { content.append(alphabet.randomElement(using: &random)!) }
            form += content + Array("\r\n--b--\r\n".utf8)
            let whole = try MultipartHarness.story(of: form) { form.count }
            for longest in [1, 2, 3, 7, 40] {
                let pieces = try MultipartHarness.story(of: form) { Int.random(in: 1...longest, using: &random) }
                #expect(pieces == whole, "seed \(seed), pieces up to \(longest)")
            }
            let delimiter = Array("\r\n--b".utf8)
            let body = [13, 10] + content + delimiter
            if body.firstRange(of: delimiter)?.upperBound == body.count {
                #expect(whole.parts.map(\.bytes) == [content] && whole.hasEnded, "seed \(seed)")
            }
        }
    }

    @Test(
        "each rule has its error",
        arguments: [
            ("--b\n", .malformedDelimiter), ("--bx\r\n", .malformedDelimiter), ("--b-x", .malformedDelimiter),
            ("--b\rx", .malformedDelimiter), ("--b\r\n\r\n", .missingDisposition),
            ("--b\r\nContent-Disposition: form-data; name=a\n", .bareLineBreak(byte: 10)),
            ("--b\r\nContent-Disposition: form-data; name=a\rx", .bareLineBreak(byte: 13)),
            ("--b\r\nContent-Disposition: form\0", .controlByte(0)), ("--b\r\nno field\r\n\r\n", .malformedField),
            ("--b\r\nContent-Disposition: form-data;\r\n name=a\r\n\r\n", .foldedField),
            ("--b\r\nContent-Type: a/b\r\ncontent-type: a/b\r\n\r\n", .duplicateField("content-type")),
            ("--b\r\nContent-Disposition: form-data; name=a; name=b\r\n\r\n", .malformedDisposition),
            ("--b\r\nContent-Disposition: form-data; name=\"a\r\n\r\n", .malformedDisposition),
            (
                "--b\r\nContent-Disposition: form-data" + (0..<17).map { "; x\($0)=y" }.joined() + "\r\n\r\n",
                .malformedDisposition
            ), ("--b\r\nContent-Disposition: attachment; name=a\r\n\r\n", .notFormData),
            ("--b\r\nContent-Disposition: form-data; filename=a\r\n\r\n", .missingName),
            ("--b\r\nContent-Transfer-Encoding: BASE64\r\n\r\n", .unsupportedEncoding("BASE64")),
        ] as [(String, MultipartError)])
    func errors(form: String, error: MultipartError) throws {
        let story = try story(form)
        #expect(story.error == error)
        #expect(!error.sentence.isEmpty)
    }

    @Test("a bare LF does not end a line")
    func lineFeeds() throws {
        let story = try story("--b\r\nContent-Disposition: form-data; name=a\r\n\r\none\n--b--\n")
        #expect(story.error == nil && !story.hasEnded && story.parts.first?.bytes == Array("one\n--b--\n".utf8))
    }

    @Test("heads and the number of parts are bounded, at any split")
    func bounds() throws {
        let long = "--b\r\nx: " + String(repeating: "y", count: 9000)
        #expect(try story(long).error == .headTooLarge(limit: MultipartReader.headLimit))
        let many = String(repeating: "--b\r\nContent-Disposition: form-data; name=a\r\n\r\n\r\n", count: 101)
        let story = try story(many)
        #expect(story.error == .tooManyParts(limit: 100) && story.parts.count == 100)
    }

    @Test(
        "names and file names are decoded",
        arguments: [
            ("form-data; name=a", "a", nil), ("FORM-DATA; NAME=\"a b;c\" ; FileName = \"x; y=z\"", "a b;c", "x; y=z"),
            ("form-data; name=\"a\"; filename=\"say \\\"hi\\\" \\\\ %22.wav\"", "a", "say \"hi\" \\ \".wav"),
            ("form-data; name=\"a\"; filename=\"C:\\Music\\x.wav\"", "a", "C:\\Music\\x.wav"),
            ("form-data; name=\"\"; filename=\"\"", "", ""), ("form-data; name=\"ü\"; filename=\"🎵.flac\"", "ü", "🎵.flac"),
            ("form-data; name=a; filename*=UTF-8''na%C3%AFve%20.wav", "a", "naïve .wav"),
            ("form-data; name=a; filename=plain; filename*=utf-8'en'other", "a", "plain"),
            ("form-data; name=a; filename*=ISO-8859-1''%e9", "a", nil), ("form-data; name=a; filename*=UTF-8''%e9", "a", nil),
            ("form-data; name=a; filename*=UTF-8''%e", "a", nil), ("form-data;; name=a;", "a", nil),
        ] as [(String, String, String?)])
    func names(disposition: String, name: String, filename: String?) throws {
        let part = try #require(try part(disposition))
        #expect(part.name == name && part.filename == filename)
    }

    @Test(
        "boundaries are accepted in the forms of browsers, tools and RFC 2046",
        arguments: [
            "multipart/form-data; boundary=b", "Multipart/Form-Data; charset=utf-8; BOUNDARY=\"b\"",
            "multipart/form-data;boundary=\"gc0pJq0M:08jU534c0p\"", "multipart/form-data; boundary=----=_Part_1/2.3",
            "multipart/form-data; boundary=\"a b\"", "multipart/form-data; boundary=" + String(repeating: "x", count: 70),
        ])
    func boundaries(type: String) {
        #expect(MultipartReader(contentType: type) != nil)
    }

    @Test(
        "any other content type is refused",
        arguments: [
            "", "multipart/form-data", "multipart/mixed; boundary=b", "multipart/form-data; boundary=",
            "multipart/form-data; boundary=\"\"", "multipart/form-data; boundary=\"a \"", "multipart/form-data; boundary=\"a",
            "multipart/form-data; boundary=a\u{e9}", "multipart/form-data; boundary=a; boundary=b",
            "multipart/form-data; boundary=a b", "multipart/form-data; boundary=" + String(repeating: "x", count: 71),
        ])
    func noBoundaries(type: String) {
        #expect(MultipartReader(contentType: type) == nil)
    }

    @Test("a truncated form is incomplete, and a malformed one keeps throwing")
    func unfinished() throws {
        var reader = try #require(MultipartReader(contentType: "multipart/form-data; boundary=b"))
        #expect(throws: MultipartError.unfinished) { try reader.finish() }
        let end = Array("--b--".utf8)
        var offset = 0
        let event = try reader.next(in: end.span, from: &offset)
        #expect(event == .end)
        try reader.finish()

        var broken = try #require(MultipartReader(contentType: "multipart/form-data; boundary=b"))
        let bytes = Array("--bx--b--".utf8)
        offset = 0
        for _ in 0..<2 {
            #expect(throws: MultipartError.malformedDelimiter) { try broken.next(in: bytes.span, from: &offset) }
        }
        #expect(throws: MultipartError.malformedDelimiter) { try broken.finish() }
    }
}
