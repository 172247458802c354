/// An ID3v2 tag of version 2.2, 2.3 or 2.4, as far as its frames are looked for by name.
struct ID3Tag {
    private let version: UInt8
    /// Whether the flags of the tag say that all of it is unsynchronised (of 2.4 each frame says that itself).
    private let body: [UInt8]

    /// Nil if the bytes do not begin with a tag.
    init?(_ bytes: [UInt8]) {
        guard bytes.count > 10, bytes.starts(with: "ID3".utf8), 2...4 ~= bytes[3], bytes[6..<10].allSatisfy({ $0 < 0x80 })
        else { return nil }
        version = bytes[3]
        let flags = bytes[5]
        var body = Array(bytes[10..<min(bytes.count, 10 + Self.synchsafe(bytes[6..<10]))])
        if flags & 0x80 != 0, version < 4 { body = Self.synchronised(body) }
        // The extended header: its size is without itself in 2.3, with itself in 2.4. In 2.2 the flag is of a compression nobody defined.
        if flags & 0x40 != 0 {
            guard version > 2, body.count >= 4 else { return nil }
            let size = version == 3 ? 4 + Self.number(body[0..<4]) : Self.synchsafe(body[0..<4])
            guard size <= body.count else { return nil }
            body.removeFirst(size)
        }
        self.body = body
    }

    /// The bodies of the frames with one of these names, in order. Compressed and encrypted frames are left out.
    func frames(named names: Set<String>, atMost most: Int) -> [[UInt8]] {
        stored(atMost: most).filter { names.contains($0.name) }.compactMap { plain($0.body, flags: $0.flags) }
    }

    /// All frames in order. Compressed and encrypted ones are as they are stored.
    func frames(atMost most: Int) -> [(name: String, body: [UInt8])] {
        stored(atMost: most).map { ($0.name, plain($0.body, flags: $0.flags) ?? $0.body) }
    }

    private func stored(atMost most: Int) -> [(name: String, body: [UInt8], flags: UInt8)] {
        var found: [(name: String, body: [UInt8], flags: UInt8)] = []
        var rest = body[...]
        let (nameLength, headLength) = version == 2 ? (3, 6) : (4, 10)
        for _ in 0..<most {
            guard rest.count > headLength, rest.first != 0 else { break }
            let head = Array(rest.prefix(headLength))
            let size = Array(head[nameLength..<(version == 2 ? 6 : 8)])
            let length = version == 4 ? Self.synchsafe(size[...]) : Self.number(size[...])
            rest = rest.dropFirst(headLength)
            guard length <= rest.count else { break }
            let name = String(decoding: head.prefix(nameLength), as: UTF8.self)
            found.append((name, Array(rest.prefix(length)), version == 2 ? 0 : head[9]))
            rest = rest.dropFirst(length)
        }
        return found
    }

    /// The body of a frame without what its flags put around it (ID3v2.3, 3.3.1; ID3v2.4 structure, 4.1).
    private func plain(_ body: [UInt8], flags: UInt8) -> [UInt8]? {
        guard version == 4 else { return flags & 0xC0 == 0 ? Array(body.dropFirst(flags & 0x20 == 0 ? 0 : 1)) : nil }
        guard flags & 0x0C == 0 else { return nil }
        let around = (flags & 0x40 == 0 ? 0 : 1) + (flags & 0x01 == 0 ? 0 : 4)
        let body = Array(body.dropFirst(around))
        return flags & 0x02 == 0 ? body : Self.synchronised(body)
    }

    /// Without the zeros that stand behind each 0xFF so that no player takes it for the start of sound.
    private static func synchronised(_ bytes: [UInt8]) -> [UInt8] {
        var plain: [UInt8] = []
        plain.reserveCapacity(bytes.count)
        var before: UInt8 = 0
        for byte in bytes {
            if before != 0xFF || byte != 0 { plain.append(byte) }
            before = byte
        }
        return plain
    }

    /// 28 bits in four bytes.
    private static func synchsafe(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 7 | Int($1 & 0x7F) } }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
}

/// How the text of an ID3v2 frame is encoded.
enum ID3Text: UInt8 {
    case latin = 0
    case utf16 = 1
    case utf16BigEndian = 2
    case utf8 = 3

    /// The order of the bytes of UTF-16.
    enum Order { case bigEndian, littleEndian }

    /// Takes a text and the zero behind it from the front; nil, with nothing taken, if no zero follows. A byte order mark counts for the
    /// texts behind it, too, since some programs write only one.
    func take(_ bytes: inout ArraySlice<UInt8>, _ order: inout Order) -> String? {
        guard self == .utf16 || self == .utf16BigEndian else {
            guard let end = bytes.firstIndex(of: 0) else { return nil }
            let text = bytes[..<end]
            bytes = bytes[(end + 1)...]
            return self == .utf8 ? String(decoding: text, as: UTF8.self) : String(text.map { Character(Unicode.Scalar($0)) })
        }
        var rest = bytes
        if rest.starts(with: [0xFF, 0xFE]) { order = .littleEndian }
        if rest.starts(with: [0xFE, 0xFF]) { order = .bigEndian }
        if rest.starts(with: [0xFF, 0xFE]) || rest.starts(with: [0xFE, 0xFF]) { rest = rest.dropFirst(2) }
        var units: [UInt16] = []
        while rest.count >= 2 {
            let (first, second) = (UInt16(rest[rest.startIndex]), UInt16(rest[rest.startIndex + 1]))
            rest = rest.dropFirst(2)
            let unit = order == .bigEndian ? first << 8 | second : second << 8 | first
            guard unit != 0 else {
                bytes = rest
                return String(decoding: units, as: UTF16.self)
            }
            units.append(unit)
        }
        return nil
    }
}
