import Testing
import Web

@Suite("Deflate") struct DeflateTests {
    private typealias Client = WebSocketClient
    private let hello = Array("Hello".utf8)

    private func inflate(_ bytes: [UInt8], limit: Int = 1 << 20) throws(WebSocketError) -> [UInt8] {
        try Inflater().inflate(bytes.span, limit: limit)
    }

    @Test(
        "the examples of RFC 7692 section 7.2.3 inflate",
        arguments: [
            [0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00],
            [0x00, 0x05, 0x00, 0xFA, 0xFF, 0x48, 0x65, 0x6C, 0x6C, 0x6F, 0x00],
            [0xF3, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00, 0x00],
            [0xF2, 0x48, 0x05, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xCA, 0xC9, 0xC9, 0x07, 0x00],
            // The same final block without the zero byte that should follow it: some senders omit it.
            [0xF3, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00],
        ] as [[UInt8]])
    func examples(payload: [UInt8]) throws {
        #expect(try inflate(payload) == hello)
        #expect(try Client.read(Client.frame(.text, payload, reserved: 4), compressed: true) == [.text(hello)])
    }

    @Test("the fragmented example of RFC 7692 section 7.2.3.1 inflates")
    func fragmented() throws {
        let bytes =
            Client.frame(.text, [0xF2, 0x48, 0xCD], isFinal: false, reserved: 4)
            + Client.frame(.continuation, [0xC9, 0xC9, 0x07, 0x00])
        #expect(try Client.read(bytes, compressed: true) == [.text(hello)])
    }

    @Test("Hello deflates as printed in RFC 7692, and an empty message to one zero byte")
    func deflated() {
        #expect(Deflater().deflate(hello.span) == [0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00])
        #expect(Deflater().deflate([UInt8]().span) == [0x00])
    }

    @Test("the zero byte of an empty message inflates to an empty message, and so does empty input")
    func empty() throws {
        #expect(try inflate([0x00]) == [])
        #expect(try inflate([]) == [])
    }

    @Test("deflate and inflate round-trip with every window, one object for all messages", arguments: 9...15)
    func law(windowBits: Int) throws {
        let deflater = Deflater(windowBits: windowBits)
        let inflater = Inflater()
        var random = SeededGenerator(seed: UInt64(windowBits))
        for length in [0, 1, 5, 300, 16 * 1024, 40_000, 100_000] {
            let noise = random.bytes(min(length, 5000))
            for message in [Array("beat \(length) ".utf8) + [UInt8](repeating: 7, count: length), noise, noise + noise] {
                let deflated = deflater.deflate(message.span)
                #expect(
                    try inflater.inflate(deflated.span, limit: message.count) == message,
                    "seed \(windowBits), \(length)")
            }
        }
    }

    @Test("a decompression bomb is refused at the limit, and the inflater can read the next message")
    func bomb() throws {
        let bomb = Deflater().deflate([UInt8](repeating: 0, count: 4 << 20).span)
        #expect(bomb.count < 8192)
        let inflater = Inflater()
        #expect(throws: WebSocketError.messageTooBig(limit: 65536)) { try inflater.inflate(bomb.span, limit: 65536) }
        let payload: [UInt8] = [0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00]
        #expect(try inflater.inflate(payload.span, limit: 5) == hello)
        #expect(throws: WebSocketError.messageTooBig(limit: 4)) { try inflater.inflate(payload.span, limit: 4) }
        let frame = Client.frame(.binary, bomb, reserved: 4)
        #expect(throws: WebSocketError.messageTooBig(limit: 65536)) {
            try Client.read(frame, maximum: 65536, compressed: true)
        }
    }

    @Test(
        "an incomplete block is refused",
        arguments: [
            [0xF2, 0x48, 0xCD], [0xFF, 0xFF], [0x07], [0xF3, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00, 0x41, 0x42, 0x43],
            [0x00, 0x05, 0x00, 0xFA, 0xFF, 0x48, 0x65], [0x78, 0x9C, 0xF3, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00],
        ] as [[UInt8]])
    func broken(payload: [UInt8]) {
        #expect(throws: WebSocketError.invalidCompression) { try inflate(payload) }
    }

    @Test("compressed text is validated, and incompressible text may be a little longer on the wire")
    func compressedMessages() throws {
        let bad = Deflater().deflate([0xED, 0xA0, 0x80].span)
        #expect(throws: WebSocketError.invalidText) {
            try Client.read(Client.frame(.text, bad, reserved: 4), compressed: true)
        }
        var random = SeededGenerator(seed: 1)
        let noise = random.bytes(1000)
        let frame = Client.frame(.binary, Deflater().deflate(noise.span), reserved: 4)
        #expect(try Client.read(frame, maximum: 1000, compressed: true) == [.binary(noise)])
    }

    @Test("gzip output starts with a header without time, and is the same each time")
    func gzip() throws {
        let text = [UInt8](repeating: 0x61, count: 10_000)
        let packed = Gzip.compress(text)
        #expect(packed.starts(with: [0x1F, 0x8B, 8, 0, 0, 0, 0, 0]))
        #expect(packed == Gzip.compress(text))
        #expect(packed.suffix(4) == [0x10, 0x27, 0, 0])
        #expect(try inflate(Array(packed.dropFirst(10).dropLast(8))) == text)
    }

    @Test("a shared message holds both forms, the deflated one only where it is smaller")
    func encoded() throws {
        let deflater = Deflater()
        let long = EncodedMessage(text: String(repeating: "downbeat ", count: 50), deflater: deflater)
        #expect(long.plain.prefix(4) == [0x81, 126, 0x01, 0xC2])
        #expect(long.compressed?.first == 0xC1)
        #expect(EncodedMessage(text: "hi", deflater: deflater).compressed == nil)
        #expect(EncodedMessage(text: "hi").plain == [0x81, 2, 0x68, 0x69])
        #expect(EncodedMessage(binary: [1]).plain == [0x82, 1, 1])
    }
}
