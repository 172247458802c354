/// A WAV file of 16-bit stereo sound with the tags that players show (Microsoft's RIFF, 1991: chunks of four letters, a length and bytes).
struct WaveFile {
    private var chunks: [UInt8] = Array("WAVE".utf8)

    /// Tags are RIFF's own names, as INAM for the title, and plain ASCII.
    init(_ sound: Stage, tags: [(name: String, text: String)]) {
        let rate = Int(Stage.rate)
        chunks.reserveCapacity(sound.count * 32 + 1_024)
        append(
            "fmt ",
            Self.number(1, 2) + Self.number(2, 2) + Self.number(rate, 4) + Self.number(rate * 4, 4) + Self.number(4, 2)
                + Self.number(16, 2))
        append(
            "LIST",
            tags.reduce(into: Array("INFO".utf8)) { list, tag in
                // A text ends with a zero, and a chunk at an even place.
                let text = Array(tag.text.utf8) + [0]
                list += Array(tag.name.utf8) + Self.number(text.count, 4) + text + (text.count % 2 == 1 ? [0] : [])
            })
        chunks += Array("data".utf8) + Self.number(sound.count * 32, 4)
        for index in 0..<sound.count {
            let left = Self.samples(sound.left[index])
            let right = Self.samples(sound.right[index])
            for lane in 0..<8 {
                for sample in [left[lane], right[lane]] {
                    chunks.append(UInt8(truncatingIfNeeded: sample))
                    chunks.append(UInt8(truncatingIfNeeded: sample >> 8))
                }
            }
        }
    }

    var bytes: [UInt8] { Array("RIFF".utf8) + Self.number(chunks.count, 4) + chunks }

    private mutating func append(_ name: String, _ content: [UInt8]) {
        chunks += Array(name.utf8) + Self.number(content.count, 4) + content
    }

    private static func samples(_ sound: Eight) -> SIMD8<Int32> { SIMD8<Int32>((sound * 32_767).nearest) }

    private static func number(_ value: Int, _ width: Int) -> [UInt8] {
        (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}
