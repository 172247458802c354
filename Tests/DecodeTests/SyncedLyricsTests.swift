import Decode
import Foundation
import Testing

/// Synchronized lyrics in ID3v2 tags, made here byte by byte.
@Suite("Synchronized lyrics of ID3")
struct SyncedLyricsTests {
    private static let entries = [("Hel", 1_000), ("lo ", 1_500), ("you\nAnd ", 2_000), ("me", 61_234)]

    private func read(_ tag: [UInt8], behind sound: [UInt8] = []) throws -> LyricsTag? {
        let folder = try TemporaryFolder()
        let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: folder.write(tag + sound, to: "a.mp3")))
        return try LyricsTag(descriptor: file.fileDescriptor, nameHint: "a.mp3")
    }

    private static func terminated(_ text: String, _ encoding: UInt8, marks: Bool = true) -> [UInt8] {
        switch encoding {
        case 0: text.unicodeScalars.map { UInt8($0.value) } + [0]
        case 1: (marks ? [0xFF, 0xFE] : []) + (text + "\0").utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        case 2: (text + "\0").utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        default: Array(text.utf8) + [0]
        }
    }

    private static func body(
        _ entries: [(String, Int)], encoding: UInt8 = 3, unit: UInt8 = 2, kind: UInt8 = 1, marksAll: Bool = true
    ) -> [UInt8] {
        let head = [encoding] + Array("eng".utf8) + [unit, kind] + terminated("words", encoding)
        return head
            + entries.flatMap { text, time in
                terminated(text, encoding, marks: marksAll) + [24, 16, 8, 0].map { UInt8(time >> $0 & 0xFF) }
            }
    }

    private static func tag(
        _ frames: [(name: String, body: [UInt8])], version: UInt8 = 4, flags: UInt8 = 0, frameFlags: UInt8 = 0,
        extended: [UInt8] = []
    ) -> [UInt8] {
        var content: [UInt8] = []
        for frame in frames {
            let count = frame.body.count
            let shifts = version == 4 ? [21, 14, 7, 0] : version == 3 ? [24, 16, 8, 0] : [16, 8, 0]
            content += Array(frame.name.utf8) + shifts.map { UInt8(count >> $0 & (version == 4 ? 0x7F : 0xFF)) }
            content += (version == 2 ? [] : [0, frameFlags]) + frame.body
        }
        if flags & 0x80 != 0, version < 4 { content = unsynchronised(content) }
        content = extended + content
        return Array("ID3".utf8) + [version, 0, flags] + [21, 14, 7, 0].map { UInt8(content.count >> $0 & 0x7F) } + content
    }

    private static func unsynchronised(_ bytes: [UInt8]) -> [UInt8] {
        bytes.flatMap { $0 == 0xFF ? [$0, 0] : [$0] }
    }

    private static let lines = "\n[00:01.000]<00:01.000>Hel<00:01.500>lo <00:02.000>you\n[00:02.000]<00:02.000>And <01:01.234>me"

    @Test("lines and syllables are read in every version and encoding", arguments: [2, 3, 4] as [UInt8], [0, 1, 2, 3] as [UInt8])
    func all(version: UInt8, encoding: UInt8) throws {
        let name = version == 2 ? "SLT" : "SYLT"
        let found = try #require(
            try read(
                Self.tag(
                    [("TT2X", [0, 65]), (name, Self.body(Self.entries, encoding: encoding))].filter {
                        version != 2 || $0.0 == name
                    }, version: version)))
        #expect(found.text == Self.lines && found.language == "eng")
    }

    @Test("a byte order mark of the first text alone counts for all")
    func mark() throws {
        #expect(try read(Self.tag([("SYLT", Self.body(Self.entries, encoding: 1, marksAll: false))]))?.text == Self.lines)
    }

    @Test("entries without line feeds are lines, and letters of any script are kept")
    func plain() throws {
        let found = try read(Self.tag([("SYLT", Self.body([("שלום", 0), ("你好", 600_000)], encoding: 1))]))
        #expect(found?.text == "\n[00:00.000]שלום\n[10:00.000]你好")
    }

    @Test("unsynchronisation is undone, of a tag and of a frame", arguments: [3, 4] as [UInt8])
    func unsynchronised(version: UInt8) throws {
        // Text in UTF-16 with 0xFF bytes, and a time with one.
        let body = Self.body([("ÿ\u{FF00}", 0xFF00), ("b", 0xFFFF)], encoding: 1)
        let tag =
            version == 3
            ? Self.tag([("SYLT", body)], version: 3, flags: 0x80)
            : Self.tag([("SYLT", Self.unsynchronised(body))], flags: 0x80, frameFlags: 0x02)
        #expect(try read(tag)?.text == "\n[01:05.280]ÿ\u{FF00}\n[01:05.535]b")
    }

    @Test("an extended header and a data length are stepped over")
    func around() throws {
        let frame = [("SYLT", Self.body(Self.entries))]
        #expect(try read(Self.tag(frame, version: 3, flags: 0x40, extended: [0, 0, 0, 6, 0, 0, 0, 0, 0, 0]))?.text == Self.lines)
        #expect(try read(Self.tag(frame, version: 4, flags: 0x40, extended: [0, 0, 0, 6, 1, 0]))?.text == Self.lines)
        let long = [("SYLT", [0, 0, 0, 9] + Self.body(Self.entries))]
        #expect(try read(Self.tag(long, frameFlags: 0x01))?.text == Self.lines)
    }

    @Test("times in frames of MPEG sound are counted with its sample rate")
    func frames() throws {
        let tag = Self.tag([("SYLT", Self.body([("a", 100), ("b", 383)], unit: 1))])
        // MPEG-1 Layer III, 128 kbit/s: 1,152 samples of 48 kHz are 24 ms. MPEG-2 at 24 kHz: 576 samples, also 24 ms.
        for head: [UInt8] in [[0xFF, 0xFB, 0x94, 0x00], [0xFF, 0xF3, 0x84, 0x00]] {
            #expect(try read(tag, behind: head + [UInt8](repeating: 0, count: 400))?.text == "\n[00:02.400]a\n[00:09.192]b")
        }
    }

    @Test("words that are sung come before a transcription, and chords are none")
    func kinds() throws {
        let frames = [2, 5, 1].map { kind in ("SYLT", Self.body([("\(kind)", 0)], kind: kind)) }
        #expect(try read(Self.tag(frames))?.text == "\n[00:00.000]1")
        #expect(try read(Self.tag(Array(frames.prefix(2))))?.text == "\n[00:00.000]2")
    }

    @Test("no cut and no changed byte of a tag is more than lyrics or none", arguments: 0..<300)
    func hostile(seed: Int) throws {
        var tag = Self.tag([("SYLT", Self.body(Self.entries, encoding: UInt8(seed % 4)))], version: UInt8(3 + seed % 2))
        let place = seed * 7919 % tag.count
        if seed % 3 == 0 { tag = Array(tag.prefix(place)) } else { tag[place] ^= UInt8(1 << (seed % 8)) }
        // What is not read as lyrics is no sound either.
        do {
            if let found = try read(tag + [0]) { #expect(found.text.utf8.count < 10_000) }
        } catch is DecodeError {}
    }
}
