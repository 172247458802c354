import Testing
import Web

@Suite("Frames") struct FrameTests {
    @Test("the unmasked examples of RFC 6455 section 5.7 are written byte for byte")
    func examples() {
        let hello = Array("Hello".utf8)
        #expect(FrameEncoder.frame(.text, hello.span) == [0x81, 0x05, 0x48, 0x65, 0x6C, 0x6C, 0x6F])
        #expect(FrameEncoder.header(opcode: .text, length: 3, isFinal: false) == [0x01, 0x03])
        #expect(FrameEncoder.header(opcode: .continuation, length: 2) == [0x80, 0x02])
        #expect(FrameEncoder.frame(.ping, hello.span) == [0x89, 0x05] + hello)
        #expect(FrameEncoder.header(opcode: .binary, length: 256) == [0x82, 0x7E, 0x01, 0x00])
        #expect(FrameEncoder.header(opcode: .binary, length: 65536) == [0x82, 0x7F, 0, 0, 0, 0, 0, 1, 0, 0])
    }

    @Test("the compressed Hello of RFC 7692 section 7.2.3.1 is written byte for byte")
    func compressed() {
        let payload: [UInt8] = [0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00]
        #expect(FrameEncoder.frame(.text, payload.span, compressed: true) == [0xC1, 0x07] + payload)
    }

    @Test(
        "lengths take their shortest form",
        arguments: [
            (0, 2), (125, 2), (126, 4), (65535, 4), (65536, 10),
        ])
    func lengths(length: Int, size: Int) {
        #expect(FrameEncoder.header(opcode: .binary, length: length).count == size)
    }

    @Test("a close frame carries its code, and a long reason is cut between characters")
    func close() {
        #expect(FrameEncoder.close(.normal) == [0x88, 2, 0x03, 0xE8])
        #expect(FrameEncoder.close(.goingAway, "bye") == [0x88, 5, 0x03, 0xE9, 0x62, 0x79, 0x65])
        #expect(FrameEncoder.close(.noStatus) == [0x88, 0])
        let cut = FrameEncoder.close(.normal, String(repeating: "€", count: 60))
        #expect(cut.count == 2 + 2 + 41 * 3)
        let shifted = FrameEncoder.close(.normal, "ab" + String(repeating: "€", count: 60))
        #expect(String(validating: shifted[4...], as: UTF8.self) == "ab" + String(repeating: "€", count: 40))
    }

    @Test("every refusal fits a close frame")
    func sentences() {
        let rules: [WebSocketError] = [
            .reservedBits(7), .unknownOpcode(15), .unmaskedFrame, .fragmentedControl(.close), .longControl(.pong),
            .continuationWithoutStart, .messageInsideMessage(.binary), .paddedLength(65535), .lengthOutOfRange(.max),
            .messageTooBig(limit: .max), .invalidText, .truncatedClose, .invalidCloseCode(65535), .invalidCloseReason,
            .invalidCompression,
        ]
        for rule in rules {
            #expect(rule.sentence.utf8.count <= 123)
            #expect(rule.closeCode.isValidOnWire)
        }
    }

    @Test("a header reads the same at any split", arguments: [0, 125, 126, 65535, 65536, 1 << 40])
    func splits(length: Int) throws {
        var header = FrameEncoder.header(opcode: .binary, length: length)
        header[1] |= 0x80
        header += [1, 2, 3, 4]
        for cut in 0...header.count {
            var parser = FrameParser(compressed: false)
            var offset = 0
            var read = try parser.next(in: header.span.extracting(0..<cut), from: &offset)
            #expect(offset == cut)
            if cut < header.count {
                #expect(read == nil)
                read = try parser.next(in: header.span, from: &offset)
            }
            #expect(offset == header.count)
            #expect(read?.opcode == .binary)
            #expect(read?.isFinal == true)
            #expect(read?.isCompressed == false)
            #expect(read?.length == length)
            #expect(read?.mask == 0x0403_0201)
        }
    }
}
