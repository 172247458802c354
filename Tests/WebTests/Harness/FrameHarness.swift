import Web

/// One client's stream: whole and split it must give the same messages, within the limits.
///
/// The first byte says whether compression was agreed and how large a message may be, the second where the pieces end.
enum FrameHarness {
    static func check(_ input: [UInt8]) throws(BrokenLaw) {
        guard input.count > 2 else { return }
        let reading = StreamReading(compressed: input[0] & 1 != 0, maximumMessage: input[0] & 2 != 0 ? 70_000 : 300)
        let stream = Array(input[2...])
        let whole = try reading.story(of: stream) { stream.count }
        let single = try reading.story(of: stream) { 1 }
        var random = SeededGenerator(seed: UInt64(input[1]))
        let mixed = try reading.story(of: stream) { Int.random(in: 1...32, using: &random) }
        try demand(whole == single, "byte by byte reads differently")
        try demand(whole == mixed, "pieces read differently")
    }

    /// Every opcode, length form and ending, alone and in sequence; then the same with compression.
    static let seeds: [[UInt8]] = {
        let long = [UInt8](repeating: 0x61, count: 200)
        let deflated = Deflater().deflate(long.span)
        let streams = [
            frame(0x81, Array("héllo 🎵".utf8)), frame(0x82, [0, 255, 1]), frame(0x82, long),
            frame(0x82, [UInt8](repeating: 7, count: 66_000)), frame(0x89, [1, 2]) + frame(0x8A, []) + frame(0x88, []),
            frame(0x01, [0xC3]) + frame(0x89, []) + frame(0x00, [0xA9]) + frame(0x80, []),
            frame(0x88, [3, 232] + Array("bye".utf8)), frame(0x88, [3, 237]), frame(0x88, [3]),
            frame(0x81, [0xC0, 0x80]),
            frame(0xC1, deflated), frame(0x41, Array(deflated[..<3])) + frame(0x80, Array(deflated[3...])),
            frame(0xC2, []), frame(0xC1, [0]), [0x82, 0xFE, 0, 5, 0, 0, 0, 0], [0x82, 0x05], [0x83, 0x80],
            [0x82, 0xFF] + [UInt8](repeating: 0xFF, count: 12), frame(0x80, []), frame(0x01, []) + frame(0x81, []),
        ]
        return streams.flatMap { stream in [[0, 3] + stream, [3, 9] + stream] }
    }()

    private static func frame(_ first: UInt8, _ payload: [UInt8], key: [UInt8] = [0x37, 0xFA, 0x21, 0x3D]) -> [UInt8] {
        var frame = FrameEncoder.header(opcode: .binary, length: payload.count)
        frame[0] = first
        frame[1] |= 0x80
        frame += key
        for (index, byte) in payload.enumerated() { frame.append(byte ^ key[index % 4]) }
        return frame
    }
}

/// One way to read a stream.
private struct StreamReading {
    let compressed: Bool
    let maximumMessage: Int

    /// The parsed stream: its messages, and the rule that it broke, if any.
    struct Story: Equatable {
        var events: [MessageReader.Event] = []
        var error: WebSocketError?
    }

    func story(of stream: [UInt8], piece: () -> Int) throws(BrokenLaw) -> Story {
        var story = Story()
        var reader = MessageReader(maximumMessage: maximumMessage, compressed: compressed)
        let inflater = Inflater()
        var start = 0
        while start < stream.count, story.error == nil {
            let end = min(stream.count, start + piece())
            try read(stream, start..<end, &reader, inflater, into: &story)
            start = end
        }
        return story
    }

    private func read(
        _ stream: [UInt8], _ piece: Range<Int>, _ reader: inout MessageReader, _ inflater: Inflater,
        into story: inout Story
    ) throws(BrokenLaw) {
        let input = stream.span.extracting(piece)
        var offset = 0
        while true {
            let event: MessageReader.Event
            do throws(WebSocketError) {
                event = try reader.next(in: input, from: &offset, inflater: inflater)
            } catch {
                story.error = error
                return try demand(error.sentence.utf8.count <= 123, "a sentence does not fit a close frame")
            }
            guard event != .needsMore else { break }
            try check(event)
            story.events.append(event)
        }
        try demand(offset == input.count, "more was asked for with bytes left")
    }

    private func check(_ event: MessageReader.Event) throws(BrokenLaw) {
        switch event {
        case .text(let text):
            try demand(text.count <= maximumMessage, "a text is too long")
            try demand(String(validating: text, as: UTF8.self) != nil, "a text is not valid")
        case .binary(let bytes): try demand(bytes.count <= maximumMessage, "a message is too long")
        case .ping(let bytes), .pong(let bytes):
            try demand(bytes.count <= FrameHeader.longestControl, "a control frame is too long")
        case .close(let code, let reason):
            try demand(code == .noStatus || code.isValidOnWire, "a close code is none")
            try demand(reason.utf8.count <= FrameHeader.longestControl - 2, "a reason is too long")
        case .needsMore: break
        }
    }
}
