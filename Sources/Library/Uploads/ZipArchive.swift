import Text

/// The list of an archive's files (PKWARE's APPNOTE 6.3, with the extension for 64 bits). Everything in it may be a lie.
struct ZipArchive: Sendable {
    struct Entry: Sendable, Equatable {
        /// With / between folders.
        let name: String
        /// Bytes in the archive, and unpacked.
        let packedSize: Int
        let size: Int
        let isDeflated: Bool
        let checksum: UInt32
        /// Where its local header begins.
        let offset: Int
        /// Why it cannot be unpacked.
        let trouble: Trouble?
    }

    /// Why a file of an archive is left in it, as the end of a sentence.
    enum Trouble: String, Sendable {
        case encrypted = "is encrypted"
        case method = "is packed in a way that is not known here"
        case link = "is a link"
        case path = "has a path that leads out of the archive"
        case twice = "is in the archive twice"
        case bomb = "would be far larger than it is packed"
    }

    /// Why an archive cannot be read, as the end of a sentence.
    struct Damage: Error, Equatable, CustomStringConvertible {
        let description: String
    }

    /// More than any collection that is sent at once; limits the time that a list takes.
    private static let mostEntries = 50_000
    private static let mostDirectoryBytes = 16 << 20
    /// Music hardly becomes smaller when it is packed, silence does; a bomb becomes a thousandth.
    private static let (mostRatio, alwaysAllowed) = (100, 8 << 20)

    let entries: [Entry]

    /// `read` gives bytes of the archive, all that are asked for; nil if it cannot.
    init(size: Int, read: (Range<Int>) -> [UInt8]?) throws(Damage) {
        let end = try Self.end(size: size, read)
        guard end.count <= Self.mostEntries, end.length <= Self.mostDirectoryBytes else {
            throw Damage(description: "lists more than \(Self.mostEntries) files")
        }
        guard end.offset >= 0, end.length >= 0, end.offset <= size - end.length,
            let directory = read(end.offset..<(end.offset + end.length))
        else { throw Self.cutOff }
        entries = try Self.entries(in: directory, size: size)
    }

    private static let cutOff = Damage(description: "is cut off or damaged")

    /// Where the directory is, and how many files it names.
    private static func end(size: Int, _ read: (Range<Int>) -> [UInt8]?) throws(Damage) -> (offset: Int, length: Int, count: Int) {
        let length = 22
        let start = max(0, size - length - 0xFFFF)
        guard size >= length, let tail = read(start..<size) else { throw cutOff }
        // A comment may follow, in which the mark may occur, too: the last one whose comment fits counts.
        var at = tail.count - length
        while at >= 0 {
            if Bytes.number(tail, at, 4) == 0x0605_4B50, Bytes.number(tail, at + 20, 2) == tail.count - at - length { break }
            at -= 1
        }
        guard at >= 0 else { throw Damage(description: "is no zip archive, or is cut off") }
        let (count, bytes, offset) = (
            Bytes.number(tail, at + 10, 2), Bytes.number(tail, at + 12, 4), Bytes.number(tail, at + 16, 4)
        )
        guard count == 0xFFFF || bytes == 0xFFFF_FFFF || offset == 0xFFFF_FFFF else { return (offset, bytes, count) }
        let locator = start + at - 20
        guard locator >= 0, let found = read(locator..<(locator + 20)), Bytes.number(found, 0, 4) == 0x0706_4B50 else {
            throw cutOff
        }
        let record = Bytes.number(found, 8, 8)
        guard record >= 0, record <= size - 56, let large = read(record..<(record + 56)), Bytes.number(large, 0, 4) == 0x0606_4B50
        else { throw cutOff }
        return (Bytes.number(large, 48, 8), Bytes.number(large, 40, 8), Bytes.number(large, 32, 8))
    }

    private static func entries(in directory: [UInt8], size: Int) throws(Damage) -> [Entry] {
        var entries: [Entry] = []
        var names: Set<String> = []
        var at = 0
        while at < directory.count {
            guard directory.count - at >= 46, Bytes.number(directory, at, 4) == 0x0201_4B50, entries.count < mostEntries else {
                throw cutOff
            }
            let lengths = (28...32).filter { $0.isMultiple(of: 2) }.map { Bytes.number(directory, at + $0, 2) }
            let (nameStart, next) = (at + 46, at + 46 + lengths.reduce(0, +))
            guard next <= directory.count else { throw cutOff }
            let name = String(decoding: directory[nameStart..<(nameStart + lengths[0])], as: UTF8.self).replacing("\\", with: "/")
            let extra = directory[(nameStart + lengths[0])..<(nameStart + lengths[0] + lengths[1])]
            let fields = try Fields(directory, at, extra: Array(extra))
            // Folders need no entry of their own.
            if !name.hasSuffix("/") {
                let method = Bytes.number(directory, at + 10, 2)
                let trouble = trouble(in: directory, at, fields) ?? (names.insert(name.lowercased()).inserted ? nil : .twice)
                entries.append(
                    Entry(
                        name: name, packedSize: fields.packedSize, size: fields.size, isDeflated: method == 8,
                        checksum: UInt32(truncatingIfNeeded: Bytes.number(directory, at + 16, 4)), offset: fields.offset,
                        trouble: isInside(name) ? trouble : .path))
            }
            at = next
        }
        return entries
    }

    private static func trouble(in directory: [UInt8], _ at: Int, _ fields: Fields) -> Trouble? {
        if Bytes.number(directory, at + 8, 2) & 1 != 0 { return .encrypted }
        if ![0, 8].contains(Bytes.number(directory, at + 10, 2)) { return .method }
        // The mode of Unix.
        if Bytes.number(directory, at + 40, 2) & 0o170000 == 0o120000 { return .link }
        return fields.size > alwaysAllowed && fields.size / mostRatio > fields.packedSize ? .bomb : nil
    }

    /// The numbers of an entry that may have 64 bits.
    private struct Fields {
        var packedSize: Int
        var size: Int
        var offset: Int

        init(_ directory: [UInt8], _ at: Int, extra: [UInt8]) throws(Damage) {
            (packedSize, size) = (Bytes.number(directory, at + 20, 4), Bytes.number(directory, at + 24, 4))
            offset = Bytes.number(directory, at + 42, 4)
            var large: [UInt8] = []
            var place = 0
            while extra.count - place >= 4 {
                let length = Bytes.number(extra, place + 2, 2)
                guard length <= extra.count - place - 4 else { break }
                if Bytes.number(extra, place, 2) == 1 { large = Array(extra[(place + 4)..<(place + 4 + length)]) }
                place += 4 + length
            }
            var taken = 0
            func take(_ small: Int) throws(Damage) -> Int {
                guard small == 0xFFFF_FFFF else { return small }
                guard large.count - taken >= 8 else { throw ZipArchive.cutOff }
                defer { taken += 8 }
                let number = Bytes.number(large, taken, 8)
                guard number >= 0 else { throw ZipArchive.cutOff }
                return number
            }
            size = try take(size)
            packedSize = try take(packedSize)
            offset = try take(offset)
        }
    }

    /// Whether a path leads nowhere but down from the archive's own top.
    private static func isInside(_ name: String) -> Bool {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        return !name.isEmpty && !name.hasPrefix("/") && !name.utf8.contains(0) && !parts.contains("..")
            && !(parts.first?.hasSuffix(":") ?? false)
    }
}

/// Numbers in a file, the lowest byte first.
enum Bytes {
    /// 64 bits that are no `Int` come out negative.
    static func number(_ bytes: [UInt8], _ at: Int, _ count: Int) -> Int {
        guard at >= 0, at <= bytes.count - count else { return -1 }
        return Int(truncatingIfNeeded: (0..<count).reduce(UInt64(0)) { $0 | UInt64(bytes[at + $1]) << UInt64(8 * $1) })
    }
}
