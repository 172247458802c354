import Web

/// Compressed messages: foreign ones must respect the limit, our own must round-trip.
///
/// The first byte chooses the limit, the window and the level.
enum InflateHarness {
    static let seeds: [[UInt8]] = {
        let texts = [
            "", "a", "Hello", "{\"type\":\"pulse\",\"bpm\":120.5}", String(repeating: "downbeat ", count: 900),
        ]
        let messages = texts.map { Array($0.utf8) }
        let deflated = messages.map { Deflater().deflate($0.span) }
        let stored: [[UInt8]] = [
            [0, 3, 0, 0xFC, 0xFF, 1, 2, 3], [1, 1, 0, 0xFE, 0xFF, 9], [0x4B, 4, 0],
            [0xF3, 0x48, 0xCD, 0xC9, 0xC9, 7, 0],
            [7], [4, 0xC0, 0x81],
        ]
        return (messages + deflated + stored).flatMap { [[0x8E] + $0, [0xF6] + $0, [0x31] + $0] }
    }()

    static func check(_ input: [UInt8]) throws(BrokenLaw) {
        guard let choice = input.first else { return }
        let limit = 1 << Int(choice >> 4)
        let payload = Array(input[1...])
        let inflater = Inflater()
        let deflater = Deflater(windowBits: 9 + Int(choice & 15) % 7, level: 1 + Int(choice & 15) % 9)
        switch outcome(payload, limit, inflater) {
        case .success(let message):
            try demand(message.count <= limit, "more than the limit came out")
            try checkRoundTrip(message, deflater, inflater)
        case .failure(let error):
            let isKnown = error == .invalidCompression || error == .messageTooBig(limit: limit)
            try demand(isKnown, "an error has nothing to do with compression")
        }
        try checkRoundTrip(payload, deflater, inflater)
    }

    private static func checkRoundTrip(
        _ message: [UInt8], _ deflater: Deflater, _ inflater: Inflater
    ) throws(BrokenLaw) {
        let deflated = deflater.deflate(message.span)
        try demand(deflated.count <= message.count + message.count / 8 + 64, "deflating grows beyond what readers take")
        try demand(outcome(deflated, message.count, inflater) == .success(message), "a round trip changes the message")
        guard !message.isEmpty else { return }
        let limit = message.count - 1
        let tooBig = Result<[UInt8], WebSocketError>.failure(.messageTooBig(limit: limit))
        try demand(outcome(deflated, limit, inflater) == tooBig, "the limit gives way")
    }

    private static func outcome(_ deflated: [UInt8], _ limit: Int, _ inflater: Inflater) -> Result<
        [UInt8], WebSocketError
    > {
        do throws(WebSocketError) {
            return .success(try inflater.inflate(deflated.span, limit: limit))
        } catch {
            return .failure(error)
        }
    }
}
