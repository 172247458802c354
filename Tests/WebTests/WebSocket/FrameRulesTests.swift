import Testing
import Web

@Suite("Frame rules") struct FrameRulesTests {
    private typealias Client = WebSocketClient

    @Test("each reserved bit is refused at the first byte when nothing was agreed", arguments: [1, 2, 4, 7] as [UInt8])
    func reserved(bits: UInt8) {
        #expect(Client.refusal(Client.frame(.text, "x", reserved: bits))! == (0, .reservedBits(bits)))
    }

    @Test("with compression RSV1 opens a message, and is refused anywhere else")
    func compressionBit() throws {
        let start = Client.frame(.text, "x", isFinal: false)
        #expect(
            Client.refusal(start + Client.frame(.continuation, "y", reserved: 4), compressed: true)!
                == (start.count, .reservedBits(4)))
        #expect(Client.refusal(Client.frame(.ping, "y", reserved: 4), compressed: true)! == (0, .reservedBits(4)))
        #expect(Client.refusal(Client.frame(.text, "y", reserved: 6), compressed: true)! == (0, .reservedBits(6)))
        #expect(try Client.read(Client.frame(.text, [0], reserved: 4), compressed: true) == [.text([])])
    }

    @Test(
        "opcodes that do not exist are refused at the first byte",
        arguments: [3, 4, 5, 6, 7, 11, 12, 13, 14, 15] as [UInt8])
    func opcodes(value: UInt8) {
        #expect(Client.refusal([0x80 | value])! == (0, .unknownOpcode(value)))
    }

    @Test(
        "a frame without a mask is refused at its second byte", arguments: [Opcode.text, .binary, .ping, .pong, .close])
    func unmasked(opcode: Opcode) {
        #expect(Client.refusal(FrameEncoder.frame(opcode, [1, 2].span))! == (1, .unmaskedFrame))
    }

    @Test("control frames must be unfragmented and short", arguments: [Opcode.ping, .pong, .close])
    func control(opcode: Opcode) {
        #expect(Client.refusal(Client.frame(opcode, [], isFinal: false))! == (0, .fragmentedControl(opcode)))
        #expect(Client.refusal(Client.frame(opcode, [UInt8](repeating: 0, count: 126)))! == (1, .longControl(opcode)))
    }

    @Test("a continuation needs a message, and a new message must not begin inside another")
    func sequence() {
        #expect(Client.refusal(Client.frame(.continuation, "x"))! == (0, .continuationWithoutStart))
        #expect(Client.refusal(Client.frame(.continuation, "x", isFinal: false))! == (0, .continuationWithoutStart))
        let whole = Client.frame(.text, "x")
        #expect(Client.refusal(whole + Client.frame(.continuation, "x"))! == (whole.count, .continuationWithoutStart))
        let open = Client.frame(.text, "x", isFinal: false)
        #expect(Client.refusal(open + whole)! == (open.count, .messageInsideMessage(.text)))
    }

    @Test(
        "lengths must be in their shortest form and below 2^63",
        arguments: [
            ([0x82, 0xFE, 0, 125, 1, 2, 3, 4], .paddedLength(125)),
            ([0x82, 0xFF, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 1, 2, 3, 4], .paddedLength(65535)),
            ([0x82, 0xFF, 0x80, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4], .lengthOutOfRange(1 << 63)),
        ] as [([UInt8], WebSocketError)])
    func lengths(header: [UInt8], rule: WebSocketError) {
        #expect(Client.refusal(header)!.rule == rule)
        #expect(throws: rule) { try Client.read(header) }
    }
}
