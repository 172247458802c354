import Testing
import Web

@Suite("Messages") struct MessageReaderTests {
    private typealias Client = WebSocketClient

    @Test("the masked examples of RFC 6455 section 5.7 are read")
    func examples() throws {
        let hello = Array("Hello".utf8)
        #expect(try Client.read([0x81, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58]) == [.text(hello)])
        #expect(try Client.read([0x8A, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58]) == [.pong(hello)])
        let fragments = Client.frame(.text, "Hel", isFinal: false) + Client.frame(.continuation, "lo")
        #expect(try Client.read(fragments) == [.text(hello)])
    }

    @Test("control frames between fragments come out first and at once")
    func interleaved() throws {
        let bytes =
            Client.frame(.text, "a", isFinal: false) + Client.frame(.ping, "p")
            + Client.frame(.continuation, "", isFinal: false)
            + Client.frame(.pong, "") + Client.frame(.continuation, "b")
        #expect(try Client.read(bytes) == [.ping(Array("p".utf8)), .pong([]), .text(Array("ab".utf8))])
    }

    @Test("any messages round-trip, at any split")
    func law() throws {
        for seed in 0..<200 {
            var random = SeededGenerator(seed: UInt64(seed))
            let deflater = Deflater(windowBits: Int.random(in: 9...15, using: &random))
            var wire: [UInt8] = []
            var expected: [MessageReader.Event] = []
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let isText = Bool.random(using: &random)
                let length = [0, 5, 125, 126, 600, 3000].randomElement(using: &random)!
                let message = isText ? Array(String(repeating: "µ€𝄞x", count: length / 10).utf8) : random.bytes(length)
                let compressed = Bool.random(using: &random)
                var rest = (compressed ? deflater.deflate(message.span) : message)[...]
                var opcode = isText ? Opcode.text : .binary
                for left in (0..<Int.random(in: 1...4, using: &random)).reversed() {
                    let part = rest.prefix(left == 0 ? rest.count : Int.random(in: 0...rest.count, using: &random))
                    rest = rest.dropFirst(part.count)
                    wire += Client.frame(
                        opcode, Array(part), isFinal: left == 0,
                        reserved: compressed && opcode != .continuation ? 4 : 0,
                        key: random.bytes(4))
                    opcode = .continuation
                    if left > 0, Bool.random(using: &random) {
                        let payload = random.bytes(Int.random(in: 0...125, using: &random))
                        wire += Client.frame(.ping, payload, key: random.bytes(4))
                        expected.append(.ping(payload))
                    }
                }
                expected.append(isText ? .text(message) : .binary(message))
            }
            let largest = [1, 3, 20, 500, 100_000].randomElement(using: &random)!
            let events = try Client.read(wire, compressed: true) { Int.random(in: 1...largest, using: &random) }
            #expect(events == expected, "seed \(seed)")
        }
    }

    @Test("a message over the limit is refused when its header announces it, also over fragments")
    func tooBig() {
        let one = Client.frame(.binary, [UInt8](repeating: 0, count: 101))
        #expect(Client.refusal(one, maximum: 100)! == (5, .messageTooBig(limit: 100)))
        let two = Client.frame(.binary, [UInt8](repeating: 0, count: 60), isFinal: false)
        let sum = two + Client.frame(.continuation, [UInt8](repeating: 0, count: 41))
        #expect(Client.refusal(sum, maximum: 100)! == (two.count + 5, .messageTooBig(limit: 100)))
        #expect(Client.refusal(Client.frame(.binary, [UInt8](repeating: 0, count: 100)), maximum: 100) == nil)
        var longest = [UInt8](repeating: 0xFF, count: 14)
        longest[0] = 0x82
        longest[2] = 0x7F
        #expect(Client.refusal(longest)! == (13, .messageTooBig(limit: 1 << 20)))
    }

    @Test("bad text is refused at the bad byte, not at the end of its frame")
    func failsFast() {
        let bad = Array("κόσμε".utf8) + [0xED, 0xA0, 0x80] + Array("edited".utf8)
        #expect(Client.refusal(Client.frame(.text, bad))! == (6 + 10 + 1, .invalidText))
        let first = Client.frame(.text, "plain", isFinal: false)
        #expect(
            Client.refusal(first + Client.frame(.continuation, [0xF4, 0x90, 0x80]))! == (first.count + 7, .invalidText))
        let open = Client.frame(.text, [0xE2, 0x82])
        #expect(Client.refusal(open)! == (open.count - 1, .invalidText))
        #expect(Client.refusal(Client.frame(.binary, bad)) == nil)
        #expect(
            Client.refusal(Client.frame(.text, [0xE2, 0x82], isFinal: false) + Client.frame(.continuation, [0xAC]))
                == nil)
    }

    @Test("nothing is read after a close frame")
    func afterClose() throws {
        let bytes =
            Client.frame(.close, [0x03, 0xE8] + Array("bye".utf8)) + Client.frame(.text, "late") + [0xFF, 0xFF]
        #expect(try Client.read(bytes) == [.close(.normal, reason: "bye")])
        #expect(try Client.read(bytes) { 1 } == [.close(.normal, reason: "bye")])
        #expect(try Client.read(Client.frame(.close, [])) == [.close(.noStatus, reason: "")])
    }

    @Test(
        "a close payload keeps the rules of RFC 6455 section 7.4",
        arguments: [
            ([0x03], .truncatedClose), ([0x03, 0xE7], .invalidCloseCode(999)), ([0x03, 0xEC], .invalidCloseCode(1004)),
            ([0x03, 0xED], .invalidCloseCode(1005)), ([0x03, 0xEE], .invalidCloseCode(1006)),
            ([0x03, 0xF7], .invalidCloseCode(1015)),
            ([0x04, 0x4C], .invalidCloseCode(1100)), ([0x07, 0xD0], .invalidCloseCode(2000)),
            ([0x13, 0x88], .invalidCloseCode(5000)),
            ([0x03, 0xE8, 0xC3], .invalidCloseReason), ([0x03, 0xE8, 0xCE, 0xBA, 0xE1], .invalidCloseReason),
        ] as [([UInt8], WebSocketError)])
    func closePayloads(payload: [UInt8], rule: WebSocketError) {
        #expect(throws: rule) { try WebSocketClient.read(WebSocketClient.frame(.close, payload)) }
    }

    @Test("a reader between messages is small")
    func idle() {
        #expect(MemoryLayout<MessageReader>.size < 200)
    }
}
