/// A WAV file of 16-bit stereo sound with the tags that players show (RIFF of 1991: a chunk is a four-letter name, a length and
/// bytes).
enum WaveFile {
    private static let bytesPerFrame = 4

    /// Tags have RIFF's names, such as INAM for the title, and ASCII text.
    static func bytes(of sound: Stage, tags: [(name: String, text: String)]) -> [UInt8] {
        let rate = Int(Stage.rate)
        let format =
            number(1, 2) + number(2, 2) + number(rate, 4) + number(rate * bytesPerFrame, 4) + number(bytesPerFrame, 2)
            + number(16, 2)
        let list = tags.reduce(into: Array("INFO".utf8)) { list, tag in
            // Text ends with a zero byte, and chunks have an even length.
            let text = Array(tag.text.utf8) + [0]
            list += chunk(tag.name, text) + (text.count % 2 == 1 ? [0] : [])
        }
        let soundLength = sound.count * 8 * bytesPerFrame
        let head = Array("WAVE".utf8) + chunk("fmt ", format) + chunk("LIST", list) + Array("data".utf8) + number(soundLength, 4)
        let start = Array("RIFF".utf8) + number(head.count + soundLength, 4) + head
        return Array(capacity: start.count + soundLength) { bytes in
            for byte in start { bytes.append(byte) }
            for index in 0..<sound.count {
                let left = samples(sound.left[index])
                let right = samples(sound.right[index])
                for place in 0..<8 {
                    bytes.append(UInt8(truncatingIfNeeded: left[place]))
                    bytes.append(UInt8(truncatingIfNeeded: left[place] &>> 8))
                    bytes.append(UInt8(truncatingIfNeeded: right[place]))
                    bytes.append(UInt8(truncatingIfNeeded: right[place] &>> 8))
                }
            }
        }
    }

    /// Samples within ±1 as 16-bit integers, in the lowest 16 bits of each number.
    private static func samples(_ sound: Eight) -> [8 of UInt32] {
        // Adding 1.5 · 2^23 puts the integer part into the lowest bits of the mantissa.
        let pattern = sound * 32_767 + 12_582_912
        return [8 of UInt32] { pattern[$0].bitPattern }
    }

    private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        Array(name.utf8) + number(content.count, 4) + content
    }

    private static func number(_ value: Int, _ width: Int) -> [UInt8] {
        (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}
