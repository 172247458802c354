import Web

/// One form: whole and split it must have the same parts, within the limits.
///
/// The first byte says where the pieces end; the boundary is always "b".
enum MultipartHarness {
    /// The parsed form: its parts, and the rule that it broke, if any.
    struct Story: Equatable, Sendable {
        struct Part: Equatable, Sendable {
            let head: MultipartPart
            var bytes: [UInt8] = []
            var hasEnded = false
        }

        var parts: [Part] = []
        var hasEnded = false
        var error: MultipartError?
    }

    static func check(_ input: [UInt8]) throws(BrokenLaw) {
        guard let first = input.first else { return }
        let form = Array(input.dropFirst())
        var random = SeededGenerator(seed: UInt64(first))
        let whole = try story(of: form) { form.count }
        let single = try story(of: form) { 1 }
        let mixed = try story(of: form) { Int.random(in: 1...12, using: &random) }
        try demand(whole == single, "byte by byte reads differently")
        try demand(whole == mixed, "pieces read differently")
        try demand(whole.parts.reduce(0) { $0 + $1.bytes.count } <= form.count, "parts are longer than their form")
        try demand(whole.parts.count <= MultipartReader.partLimit, "there are too many parts")
        try demand(whole.parts.dropLast().allSatisfy(\.hasEnded), "a part begins before the last one ends")
    }

    static func story(of form: [UInt8], boundary: String = "b", piece: () -> Int) throws(BrokenLaw) -> Story {
        guard var reader = MultipartReader(contentType: "multipart/form-data; boundary=\(boundary)") else {
            throw BrokenLaw(sentence: "the boundary is refused")
        }
        var story = Story()
        var start = 0
        while start < form.count, story.error == nil {
            let end = min(form.count, start + piece())
            try read(form.span.extracting(start..<end), &reader, into: &story)
            start = end
        }
        return story
    }

    private static func read(
        _ input: Span<UInt8>, _ reader: inout MultipartReader, into story: inout Story
    ) throws(BrokenLaw) {
        var offset = 0
        while true {
            let event: MultipartReader.Event
            do throws(MultipartError) {
                event = try reader.next(in: input, from: &offset)
            } catch {
                story.error = error
                return
            }
            if event == .needsMore { return try demand(offset == input.count, "more was asked for with bytes left") }
            try note(event, input, in: &story)
        }
    }

    private static func note(
        _ event: MultipartReader.Event, _ input: Span<UInt8>, in story: inout Story
    ) throws(BrokenLaw) {
        switch event {
        case .needsMore: break
        case .part(let head): story.parts.append(Story.Part(head: head))
        case .bytes(let range): try add(range.map { input[$0] }, to: &story)
        case .earlierBytes(let bytes): try add(bytes, to: &story)
        case .partEnd:
            try demand(story.parts.last?.hasEnded == false, "a part ends that has not begun")
            story.parts[story.parts.count - 1].hasEnded = true
        case .end:
            try demand(!story.hasEnded, "a form ends twice")
            story.hasEnded = true
        }
    }

    private static func add(_ bytes: [UInt8], to story: inout Story) throws(BrokenLaw) {
        try demand(!bytes.isEmpty, "an event says nothing")
        try demand(story.parts.last?.hasEnded == false, "bytes belong to no part")
        story.parts[story.parts.count - 1].bytes += bytes
    }

    /// Valid forms, and one for each rule that a form can break.
    static let seeds: [[UInt8]] = {
        let field = "Content-Disposition: form-data; name=\"a\"\r\n\r\n"
        let file = "content-disposition: form-data; name=f; filename=\"a \\\"b\\\".wav\"\r\nContent-Type: audio/wav\r\n\r\n"
        let forms = [
            "--b\r\n\(field)one\r\n--b--\r\n", "--b\r\n\(field)one\r\n--b \t\r\n\(file)RIFF\r\n-\r\n--\r\n\r\r\n--b--", "--b--",
            "before\r\n--b\r\n\(field)\r\n--b\r\n\(field)--b--\r\nafter", "--b\r\n\(field)\r\n--bx\r\n", "--b\n", "--b\r\n\r\n",
            "--b\r\nContent-Disposition: attachment\r\n\r\n", "--b\r\nx: y\r\n z\r\n\r\n", "--b\r\n\(field)a\n--b--\n",
            "--b\r\nContent-Disposition: form-data; name*=UTF-8''a; filename*=UTF-8''%e2%82%ac\r\n\r\n\r\n--b--",
            "--b\r\nContent-Transfer-Encoding: base64\r\n\(field)", "--b\r\nContent-Disposition: form-data\r\n\(field)",
        ]
        return forms.enumerated().map { [UInt8($0.offset)] + Array($0.element.utf8) }
    }()
}
