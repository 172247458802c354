/// Small generated music files: the same number always has the same sound, whatever its title.
enum TinyMusic {
    enum Format: String, CaseIterable { case wav, mp3 }

    static func file(_ format: Format, music: Int, title: String) -> [UInt8] {
        switch format {
        case .wav: wave(music, title)
        case .mp3: mp3(music, title)
        }
    }

    /// A tenth of a second, longer by one sample for each number, with the title in a LIST chunk.
    private static func wave(_ music: Int, _ title: String) -> [UInt8] {
        let sound = (0..<800 + music).flatMap { little($0 % 251 * 100, 2) }
        var name = Array(title.utf8) + [0]
        if name.count % 2 == 1 { name.append(0) }
        let words = Array("INFOINAM".utf8) + little(name.count, 4) + name
        let format = little(1, 2) + little(1, 2) + little(8000, 4) + little(16_000, 4) + little(2, 2) + little(16, 2)
        let rest =
            Array("WAVEfmt ".utf8) + little(16, 4) + format + Array("LIST".utf8) + little(words.count, 4) + words
            + Array("data".utf8) + little(sound.count, 4) + sound
        return Array("RIFF".utf8) + little(rest.count, 4) + rest
    }

    /// An ID3 tag and silent frames of 128 kbit/s: twenty, and one more for each number.
    private static func mp3(_ music: Int, _ title: String) -> [UInt8] {
        let text = [3] + Array(title.utf8)
        let frame = Array("TIT2".utf8) + big(text.count) + [0, 0] + text
        let size = frame.count
        let tag = Array("ID3".utf8) + [3, 0, 0] + [0, 0, UInt8(size >> 7 & 0x7F), UInt8(size & 0x7F)] + frame
        let sound = [0xFF, 0xFB, 0x90, 0xC0] + [UInt8](repeating: 0, count: 413)
        return tag + (0..<20 + music).flatMap { _ in sound }
    }

    private static func little(_ value: Int, _ width: Int) -> [UInt8] {
        (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    private static func big(_ value: Int) -> [UInt8] { little(value, 4).reversed() }
}
