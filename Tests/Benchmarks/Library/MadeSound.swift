import Music

/// The bytes of a short sound file with tags, which every decoder accepts. Its noise is unique, so that no two files are equal.
enum MadeSound {
    private static let rate = 44_100

    static func bytes(of file: MadeLibrary.File) -> [UInt8] {
        var noise = SeededBytes(seed: UInt64(file.number) &* 0x9E37_79B9_7F4A_7C15 &+ 1)
        return switch file.kind {
        case .flac: flac(file.tags, &noise)
        case .mp3: mp3(file.tags, &noise)
        case .wav: wave(file.tags, &noise)
        }
    }

    // RFC 9639: samples as they are, in frames of 1024.

    private static let flacFrames = 4

    private static func flac(_ tags: Tags, _ noise: inout SeededBytes) -> [UInt8] {
        let comments = [
            "TITLE": tags.title, "ARTIST": tags.artist, "ALBUM": tags.album, "GENRE": tags.genre,
            "DATE": tags.year.map(String.init), "TRACKNUMBER": tags.track.map(String.init),
        ].sorted { $0.key < $1.key }.map { "\($0)=\($1 ?? "")" }
        var block = little(7, 4) + Array("benches".utf8) + little(comments.count, 4)
        for comment in comments { block += little(comment.utf8.count, 4) + Array(comment.utf8) }
        let format = UInt64(rate) << 44 | 15 << 36 | UInt64(flacFrames * 1024)
        // 16 random bytes instead of the MD5 of the samples, which identifies the file and which no decoder checks here.
        var bytes = Array("fLaC".utf8) + [0, 0, 0, 34, 4, 0, 4, 0] + [0, 0, 0, 0, 0, 0] + big(Int(format), 8) + noise.bytes(16)
        bytes += [0x84] + big(block.count, 3) + block
        for number in 0..<flacFrames {
            var frame: [UInt8] = [0xFF, 0xF8, 0xA9, 0x08, UInt8(number)]
            frame.append(UInt8(remainder(of: frame, by: 0x07, bits: 8)))
            frame += [0x02] + noise.bytes(2048)
            bytes += frame + big(remainder(of: frame, by: 0x8005, bits: 16), 2)
        }
        return bytes
    }

    /// The CRC of the bytes.
    private static func remainder(of bytes: [UInt8], by polynomial: Int, bits: Int) -> Int {
        bytes.reduce(0) { sum, byte in
            (0..<8).reduce(sum ^ Int(byte) << (bits - 8)) { sum, _ in
                (sum << 1 ^ (sum >> (bits - 1) & 1) * polynomial) & (1 << bits - 1)
            }
        }
    }

    // ISO 11172-3: silent frames of 128 kbit/s, filled up with noise.

    private static let mp3Frames = 20

    private static func mp3(_ tags: Tags, _ noise: inout SeededBytes) -> [UInt8] {
        let texts = [
            ("TIT2", tags.title), ("TPE1", tags.artist), ("TALB", tags.album), ("TCON", tags.genre),
            ("TDRC", tags.year.map(String.init)), ("TRCK", tags.track.map(String.init)),
        ]
        var block: [UInt8] = []
        for (name, text) in texts {
            let bytes = Array((text ?? "").utf8)
            // Sizes below 128 are encoded the same in all versions of ID3; 3 means UTF-8.
            block += Array(name.utf8) + synchsafe(bytes.count + 1) + [0, 0, 3] + bytes
        }
        var bytes = Array("ID3".utf8) + [4, 0, 0] + synchsafe(block.count) + block
        for _ in 0..<mp3Frames {
            bytes += [0xFF, 0xFB, 0x90, 0xC0] + [UInt8](repeating: 0, count: 17) + noise.bytes(417 - 21).map { $0 & 0x7F }
        }
        return bytes
    }

    private static func synchsafe(_ number: Int) -> [UInt8] {
        [21, 14, 7, 0].map { UInt8(number >> $0 & 0x7F) }
    }

    // RIFF

    private static func wave(_ tags: Tags, _ noise: inout SeededBytes) -> [UInt8] {
        let texts = [
            ("INAM", tags.title), ("IART", tags.artist), ("IPRD", tags.album), ("IGNR", tags.genre),
            ("ICRD", tags.year.map(String.init)), ("IPRT", tags.track.map(String.init)),
        ]
        let list = texts.reduce(Array("INFO".utf8)) { $0 + chunk($1.0, Array(($1.1 ?? "").utf8) + [0]) }
        let format = little(1, 2) + little(1, 2) + little(rate, 4) + little(rate * 2, 4) + little(2, 2) + little(16, 2)
        let body = Array("WAVE".utf8) + chunk("fmt ", format) + chunk("LIST", list) + chunk("data", noise.bytes(8192))
        return chunk("RIFF", body)
    }

    private static func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
        Array(name.utf8) + little(bytes.count, 4) + bytes + (bytes.count.isMultiple(of: 2) ? [] : [0])
    }

    private static func little(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }

    private static func big(_ number: Int, _ count: Int) -> [UInt8] {
        little(number, count).reversed()
    }
}
