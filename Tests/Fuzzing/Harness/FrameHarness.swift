#if !FUZZ_STANDALONE
    import Web
#endif

/// Reads the bytes as one client's stream, whole and in pieces: both must tell the same story, within the limits.
///
/// The first byte says whether compression was agreed and how large a message may be, the second where the pieces end.
func fuzzFrames(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard bytes.count > 2 else { return }
    let reading = StreamReading(compressed: bytes[0] & 1 != 0, maximumMessage: bytes[0] & 2 != 0 ? 70_000 : 300)
    let stream = Array(bytes[2...])
    let whole = reading.story(of: stream) { stream.count }
    let single = reading.story(of: stream) { 1 }
    var seed = UInt64(bytes[1])
    let mixed = reading.story(of: stream) {
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return 1 + Int(seed >> 59)
    }
    precondition(whole == single, "byte by byte reads differently")
    precondition(whole == mixed, "pieces read differently")
}

/// One way to read a stream.
private struct StreamReading {
    let compressed: Bool
    let maximumMessage: Int

    /// What a stream meant: its messages, and the rule that ended it, if one did.
    struct Story: Equatable {
        var events: [MessageReader.Event] = []
        var error: WebSocketError?
    }

    func story(of stream: [UInt8], piece: () -> Int) -> Story {
        var story = Story()
        var reader = MessageReader(maximumMessage: maximumMessage, compressed: compressed)
        let inflater = Inflater()
        var start = 0
        while start < stream.count {
            let end = min(stream.count, start + piece())
            let input = stream.span.extracting(start..<end)
            var offset = 0
            do throws(WebSocketError) {
                while true {
                    let event = try reader.next(in: input, from: &offset, inflater: inflater)
                    check(event)
                    guard event != .needsMore else { break }
                    story.events.append(event)
                }
                precondition(offset == input.count, "asked for more with bytes left")
            } catch {
                precondition(error.sentence.utf8.count <= 123, "the sentence must fit a close frame")
                story.error = error
                return story
            }
            start = end
        }
        return story
    }

    private func check(_ event: MessageReader.Event) {
        switch event {
        case .text(let text):
            precondition(text.count <= maximumMessage)
            precondition(String(validating: text, as: UTF8.self) != nil, "text must be valid")
        case .binary(let bytes): precondition(bytes.count <= maximumMessage)
        case .ping(let bytes), .pong(let bytes): precondition(bytes.count <= FrameHeader.longestControl)
        case .close(let code, let reason):
            precondition(code == .noStatus || code.isValidOnWire)
            precondition(reason.utf8.count <= FrameHeader.longestControl - 2)
        case .needsMore: break
        }
    }
}
