import Testing

@testable import Live

@Suite("Messages of Snapcast")
struct SnapMessageTests {
    @Test("any split of the bytes gives the same messages")
    func splits() throws {
        let bytes =
            SnapBytes.settings(buffer: 800, latency: 20) + SnapBytes.codec("pcm", SnapBytes.wave)
            + SnapBytes.chunk(3_000_001, [1, 2, 3, 4]) + SnapBytes.time(there: -7, sent: 5_000_000) + SnapBytes.message(77, [1, 2])
            + SnapBytes.message(8, SnapBytes.number(3) + SnapBytes.text("no") + SnapBytes.text("not you"))
        let settings = SnapSettings(bufferMs: 800, latency: 20)
        let messages: [SnapMessage] = [
            .settings(settings), .codec(name: "pcm", head: SnapBytes.wave), .chunk(stamp: 3_000_001, bytes: [1, 2, 3, 4]),
            .time(there: -7, sent: 5_000_000), .other, .refusal("no: not you"),
        ]
        #expect(settings.delay == 780_000)
        for seed in UInt64(0)..<50 {
            var chance = SeededGenerator(seed: seed)
            var (parser, found, at) = (SnapParser(), [SnapMessage](), 0)
            while at < bytes.count {
                let next = min(bytes.count, at + Int.random(in: 1...40, using: &chance))
                found += try parser.push(bytes[at..<next])
                at = next
            }
            #expect(found == messages, "seed \(seed)")
        }
    }

    @Test("lengths that no server sends, and messages that end too soon, are refused")
    func hostile() {
        var parser = SnapParser()
        #expect(throws: SnapProblem.tooLong(kind: 2, bytes: 0x7FFF_FFFF)) { try parser.push(SnapBytes.head(2, size: 0x7FFF_FFFF)) }
        for kind in UInt16(1)...8 where kind != 5 && kind != 6 && kind != 7 {
            var parser = SnapParser()
            #expect(throws: SnapProblem.malformed(kind: kind)) {
                try parser.push(SnapBytes.message(kind, [255, 255, 255, 255, 1]))
            }
        }
        let far = SnapSettings(bufferMs: 900_000, latency: 0)
        var other = SnapParser()
        #expect(throws: SnapProblem.impossible(far)) { try other.push(SnapBytes.settings(buffer: 900_000, latency: 0)) }
    }

    @Test("noise is refused or waited for, and never crashes")
    func noise() {
        for seed in UInt64(0)..<300 {
            var chance = SeededGenerator(seed: seed)
            var parser = SnapParser()
            _ = try? parser.push(chance.bytes(4_000))
        }
    }

    @Test("a greeting is as the protocol has it, and an id is always the same")
    func greeting() {
        let id = SnapQuestion.id(["host", "desk"])
        #expect(id == SnapQuestion.id(["host", "desk"]) && id != SnapQuestion.id(["host", "line"]))
        #expect(id.count == 17 && id.hasPrefix("02:"))
        let hello = SnapQuestion.hello(id: id, host: "host", at: 3_000_005)
        #expect(hello[0..<2] == [5, 0] && hello[6..<14] == [3, 0, 0, 0, 5, 0, 0, 0])
        #expect(Int(hello[22]) + Int(hello[23]) << 8 == hello.count - 26)
        let text = String(decoding: hello.dropFirst(30), as: UTF8.self)
        #expect(text.contains("\"MAC\":\"\(id)\"") && text.contains("\"SnapStreamProtocolVersion\":2"))
        #expect(SnapQuestion.time(at: 0).count == 34)
    }

    @Test("the server's clock is found to half of the shortest way, whatever holds up the others")
    func clock() throws {
        for seed in UInt64(0)..<50 {
            var (chance, clock) = (SeededGenerator(seed: seed), SnapClock())
            #expect(clock.ahead == nil)
            let ahead = Int64.random(in: -1_000_000_000...1_000_000_000, using: &chance)
            for number in 0..<40 {
                let asked = UInt64(2_000_000_000 + number * 1_000_000)
                let isHeldUp = number % 4 != 0
                let there = Int64.random(in: 100...(isHeldUp ? 50_000 : 300), using: &chance)
                let back = Int64.random(in: 100...(isHeldUp ? 50_000 : 300), using: &chance)
                let sent = Int64(asked) + there + ahead
                clock.take(there: there + ahead, sent: sent, received: UInt64(sent - ahead + back))
                // It lies.
                clock.take(there: .max / 2, sent: 0, received: 1)
            }
            #expect(abs(try #require(clock.ahead) - Double(ahead)) <= 150, "seed \(seed)")
        }
    }

    @Test("frames of FLAC say their samples")
    func frames() throws {
        var head = Array("fLaC".utf8) + [0x80, 0, 0, 34] + [UInt8](repeating: 0, count: 34)
        // Blocks of 1,152 samples, 48,000 a second.
        (head[8], head[9], head[10], head[11]) = (4, 128, 4, 128)
        (head[18], head[19], head[20]) = (0x0B, 0xB8, 0x03)
        let frames = try #require(FLACFrames(head: head))
        #expect(frames.rate == 48_000)
        #expect(frames.first([0xFF, 0xF8, 0xC9, 0x18, 5, 0, 0]) == 5 * 1_152)
        #expect(frames.first([0xFF, 0xF8, 0xC9, 0x18, 0xC2, 0x80, 0]) == 128 * 1_152)
        #expect(frames.first([0xFF, 0xF9, 0xC9, 0x18, 0xE1, 0x80, 0x81, 0]) == 0x1001)
        #expect(frames.first([0xFF, 0xF9, 0xC9, 0x18, 0xFE, 0xBF, 0xBF, 0xBF, 0xBF, 0xBF, 0xBF, 0]) == 0xF_FFFF_FFFF)
        for wrong in [
            [], [0xFF, 0xF8, 0, 0, 5], [0xFF, 0xF8, 0, 0, 0x80, 0, 0], [0xFF, 0xF8, 0, 0, 0xC2, 0, 0],
            [0xFF, 0xF8, 0, 0, 0xFF, 0, 0],
        ]
            as [[UInt8]]
        {
            #expect(frames.first(wrong) == nil)
        }
        for count in 0..<42 { #expect(FLACFrames(head: Array(head.prefix(count))) == nil) }
    }
}

/// Messages of a server.
enum SnapBytes {
    /// The head of WAV with 16 bits, stereo, 48,000 a second.
    static let wave: [UInt8] =
        Array("RIFF".utf8) + number(36) + Array("WAVEfmt ".utf8) + number(16) + [1, 0, 2, 0] + number(48_000) + number(192_000) + [
            4, 0, 16, 0,
        ]
        + Array("data".utf8) + number(0)

    static func number(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(value >> (8 * UInt32($0)) & 255) } }

    static func time(_ microseconds: Int64) -> [UInt8] {
        number(UInt32(truncatingIfNeeded: microseconds / 1_000_000)) + number(UInt32(truncatingIfNeeded: microseconds % 1_000_000))
    }

    static func text(_ text: String) -> [UInt8] { number(UInt32(text.utf8.count)) + Array(text.utf8) }

    static func head(_ kind: UInt16, sent: Int64 = 0, size: UInt32) -> [UInt8] {
        [UInt8(kind & 255), UInt8(kind >> 8), 0, 0, 0, 0] + time(sent) + time(0) + number(size)
    }

    static func message(_ kind: UInt16, sent: Int64 = 0, _ body: [UInt8]) -> [UInt8] {
        head(kind, sent: sent, size: UInt32(body.count)) + body
    }

    static func settings(buffer: Int, latency: Int) -> [UInt8] {
        message(3, text("{\"bufferMs\":\(buffer),\"latency\":\(latency),\"muted\":false,\"volume\":100}"))
    }

    static func codec(_ name: String, _ head: [UInt8]) -> [UInt8] { message(1, text(name) + number(UInt32(head.count)) + head) }

    static func chunk(_ stamp: Int64, _ bytes: [UInt8]) -> [UInt8] { message(2, time(stamp) + number(UInt32(bytes.count)) + bytes) }

    static func time(there: Int64, sent: Int64) -> [UInt8] { message(4, sent: sent, time(there)) }
}
