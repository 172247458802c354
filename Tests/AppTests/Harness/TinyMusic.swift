/// Small generated music files: the same number always has the same sound, whatever its title.
enum TinyMusic {
    enum Format: String, CaseIterable { case wav, mp3 }

    static func file(_ format: Format, music: Int, title: String) -> [UInt8] {
        switch format {
        case .wav: wave(music, title)
        case .mp3: mp3(music, title)
        }
    }

    /// An MP3 file that embeds some bytes, which its tag says are a JPEG picture.
    static func file(music: Int, title: String, picture: [UInt8]) -> [UInt8] {
        mp3(music, title, frame("APIC", [0] + Array("image/jpeg".utf8) + [0, 3, 0] + picture))
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
    private static func mp3(_ music: Int, _ title: String, _ more: [UInt8] = []) -> [UInt8] {
        let frames = frame("TIT2", [3] + Array(title.utf8)) + more
        let size = [21, 14, 7, 0].map { UInt8(frames.count >> $0 & 0x7F) }
        let tag = Array("ID3".utf8) + [3, 0, 0] + size + frames
        let sound = [0xFF, 0xFB, 0x90, 0xC0] + [UInt8](repeating: 0, count: 413)
        return tag + (0..<20 + music).flatMap { _ in sound }
    }

    private static func frame(_ name: String, _ content: [UInt8]) -> [UInt8] {
        Array(name.utf8) + big(content.count) + [0, 0] + content
    }

    private static func little(_ value: Int, _ width: Int) -> [UInt8] {
        (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    private static func big(_ value: Int) -> [UInt8] { little(value, 4).reversed() }
}
