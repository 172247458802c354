import Testing
import Yardstick

@testable import Library
@testable import System
@testable import Workers

@Suite("Zip archives")
struct ZipTests {
    /// A file of an archive, with what may be wrong about it.
    struct Item {
        var name: String
        var body: [UInt8] = []
        var flags = 0x800
        var method = 0
        var mode = 0o100644
        /// Said instead of the true size.
        var size: Int?
        var checksum: UInt32?

        /// As a stored block of deflate (RFC 1951, 3.2.4), or as it is.
        var packed: [UInt8] {
            guard method == 8 else { return body }
            return [1] + ZipTests.little(body.count, 2) + ZipTests.little(~body.count & 0xFFFF, 2) + body
        }
    }

    static func little(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var sum = UInt32.max
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return ~sum
    }

    static func archive(_ items: [Item], comment: [UInt8] = []) -> [UInt8] {
        var bytes: [UInt8] = []
        var directory: [UInt8] = []
        for item in items {
            let name = Array(item.name.utf8)
            let sum = item.checksum ?? checksum(item.body)
            let size = item.size ?? item.body.count
            let common =
                little(20, 2) + little(item.flags, 2) + little(item.method, 2) + little(0, 4) + little(Int(sum), 4)
                + little(item.packed.count, 4) + little(size, 4) + little(name.count, 2) + little(0, 2)
            directory += little(0x0201_4B50, 4) + little(0x031E, 2) + common + little(0, 6) + little(item.mode << 16, 4)
            directory += little(bytes.count, 4) + name
            bytes += little(0x0403_4B50, 4) + common + name + item.packed
        }
        let start = bytes.count
        bytes += directory + little(0x0605_4B50, 4) + little(0, 4) + little(items.count, 2) + little(items.count, 2)
        return bytes + little(directory.count, 4) + little(start, 4) + little(comment.count, 2) + comment
    }

    private func read(_ bytes: [UInt8]) throws -> ZipArchive {
        try ZipArchive(size: bytes.count) { bytes.indices.contains($0.lowerBound) || $0.isEmpty ? Array(bytes[$0]) : nil }
    }

    private func unpack(_ bytes: [UInt8]) throws -> [[UInt8]] {
        let archive = try OpenFile(holding: bytes)
        return try ZipArchive(size: bytes.count, read: archive.read).entries.map { entry in
            let file = try WorkerFile(namelessIn: "/tmp")
            try ZipUnpacker(archive: archive).unpack(entry, to: file)
            return try file.start(atMost: 1 << 20)
        }
    }

    @Test("files come out as they went in, stored or deflated, with a comment that looks like an end or without")
    func back() throws {
        let items = [
            Item(name: "a/Süße.mp3", body: Array("one".utf8)),
            Item(name: "b.mp3", body: Array(repeating: 7, count: 60_000), method: 8),
        ]
        for comment in [[], Array("hello".utf8), Self.little(0x0605_4B50, 4) + [UInt8](repeating: 0, count: 30)] {
            let bytes = Self.archive(items, comment: comment)
            #expect(try read(bytes).entries.map(\.name) == items.map(\.name))
            #expect(try unpack(bytes) == items.map(\.body))
        }
    }

    @Test(
        "what leads out of the archive or is no plain file is named, and not unpacked",
        arguments: [
            (Item(name: "../x.mp3"), ZipArchive.Trouble.path), (Item(name: "/etc/x.mp3"), .path),
            (Item(name: "a/../../x.mp3"), .path),
            (Item(name: "..\\x.mp3"), .path), (Item(name: "C:\\x.mp3"), .path), (Item(name: "a\0.mp3"), .path),
            (Item(name: "link.mp3", mode: 0o120777), .link), (Item(name: "x.mp3", flags: 1), .encrypted),
            (Item(name: "x.mp3", method: 99), .method), (Item(name: "x.mp3", body: [1], method: 8, size: 1 << 30), .bomb),
        ])
    func troubles(item: Item, trouble: ZipArchive.Trouble) throws {
        #expect(try read(Self.archive([item])).entries.map(\.trouble) == [trouble])
        let twice = try read(Self.archive([Item(name: "x.mp3"), Item(name: "X.MP3")])).entries
        #expect(twice.map(\.trouble) == [nil, .twice])
    }

    @Test("a size or checksum that is a lie is noticed")
    func lies() throws {
        let body = Array("music".utf8)
        for method in [0, 8] {
            for lie in [
                Item(name: "x", body: body, method: method, size: 4), Item(name: "x", body: body, method: method, size: 6),
                Item(name: "x", body: body, method: method, checksum: 1),
            ] {
                #expect(throws: ZipUnpacker.Damage.self) { try unpack(Self.archive([lie])) }
            }
        }
    }

    @Test("no damage ends the program or takes more than a moment", arguments: 1...300)
    func damage(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var bytes = Self.archive([
            Item(name: "a.mp3", body: Array("one two three".utf8), method: 8), Item(name: "b.mp3", body: [1, 2, 3]),
        ])
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            let place = Int.random(in: 0..<bytes.count, using: &random)
            bytes[place] = Bool.random(using: &random) ? 0xFF : .random(in: 0...255, using: &random)
        }
        if seed.isMultiple(of: 4) { bytes.removeLast(Int.random(in: 0...bytes.count, using: &random)) }
        // It unpacks or says why not.
        _ = try? unpack(bytes)
    }
}
