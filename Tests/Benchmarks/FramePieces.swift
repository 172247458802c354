import Web

/// Times the parts of WebSocket message handling: headers, masks, UTF-8, deflate.
enum FramePieces {
    private static let json =
        Array(
            #"{"type":"state","title":"Hyperballad","artist":"Björk","album":"Post","position":81.25,"duration":321.4,"#
                .utf8
        )
        + Array(
            #""bpm":133.2,"phase":0.125,"bars":[1,2,3,4],"spectrum":[12,40,88,61,33,20,11,7,3,1],"volume":0.8,"#.utf8)
        + Array(
            #""queue":[{"id":17,"title":"Jóga"},{"id":18,"title":"Unravel"},{"id":19,"title":"Bachelorette"}]}"#.utf8)

    static func all(seed: UInt64) -> [ParseBenchmark.Piece] {
        var random = SeededBytes(seed: seed)
        let ascii = (0..<64 << 10).map { _ in random.next() % 95 + 32 }
        let chinese = Array(String(repeating: "節拍与光影之间", count: 3121).utf8)
        return [
            frame("frame, text 30 B", .text, Array(ascii[..<30]), &random),
            frame("frame, binary 200 B", .binary, random.bytes(200), &random),
            frame("frame, binary 64 KiB", .binary, random.bytes(64 << 10), &random),
            frame("frame, binary 1 MiB", .binary, random.bytes(1 << 20), &random),
            validation("UTF-8, ASCII 64 KiB", ascii), validation("UTF-8, Chinese 64 KiB", chinese),
            unmasking(random.bytes(64 << 10)), deflating, inflating,
        ]
    }

    private static func frame(
        _ name: String, _ opcode: Opcode, _ payload: [UInt8], _ random: inout SeededBytes
    ) -> ParseBenchmark.Piece {
        let key = random.bytes(4)
        var frame = FrameEncoder.header(opcode: opcode, length: payload.count)
        frame[1] |= 0x80
        frame += key
        for (index, byte) in payload.enumerated() { frame.append(byte ^ key[index % 4]) }
        let inflater = Inflater()
        return .init(name: name, bytes: frame.count) { [frame] repetitions in
            var reader = MessageReader(maximumMessage: 1 << 20, compressed: false)
            var sum = 0
            for _ in 0..<repetitions {
                var offset = 0
                switch try reader.next(in: frame.span, from: &offset, inflater: inflater) {
                case .text(let bytes), .binary(let bytes): sum &+= bytes.count
                default: break
                }
            }
            return sum
        }
    }

    private static func validation(_ name: String, _ text: [UInt8]) -> ParseBenchmark.Piece {
        .init(name: name, bytes: text.count) { repetitions in
            var sum = 0
            for _ in 0..<repetitions {
                var validator = UTF8Validator()
                if validator.feed(text.span), validator.isComplete { sum &+= 1 }
            }
            return sum
        }
    }

    private static func unmasking(_ bytes: [UInt8]) -> ParseBenchmark.Piece {
        .init(name: "unmasking 64 KiB", bytes: bytes.count) { repetitions in
            var clear: [UInt8] = []
            var sum = 0
            for _ in 0..<repetitions {
                clear.removeAll(keepingCapacity: true)
                Masking.append(bytes.span, key: 0x3D21_FA37, to: &clear, expected: bytes.count)
                sum &+= Int(clear[0])
            }
            return sum
        }
    }

    private static var deflating: ParseBenchmark.Piece {
        let deflater = Deflater()
        return .init(name: "deflate, JSON \(json.count) B", bytes: json.count) { repetitions in
            var sum = 0
            for _ in 0..<repetitions { sum &+= deflater.deflate(json.span).count }
            return sum
        }
    }

    private static var inflating: ParseBenchmark.Piece {
        let inflater = Inflater()
        let deflated = Deflater().deflate(json.span)
        return .init(name: "inflate, JSON \(json.count) B", bytes: json.count) { repetitions in
            var sum = 0
            for _ in 0..<repetitions { sum &+= try inflater.inflate(deflated.span, limit: 1 << 16).count }
            return sum
        }
    }
}
