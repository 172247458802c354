/// A reader of XML without what makes XML dangerous: it knows the five predefined entities and numbers of characters, no others,
/// and opens nothing. It ends at the first thing that it does not understand.
struct XMLReader {
    enum Event: Hashable {
        /// An element by its name, without its namespace.
        case start(String)
        case text(String)
        case end
    }

    /// Deeper than any playlist; bounds the memory.
    private static let deepest = 64
    private static let longestName = 256

    private let bytes: [UInt8]
    private var index = 0
    private var open: [[UInt8]] = []
    private var pending: Event?

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    /// The next event; nil at the end.
    mutating func next() -> Event? {
        if let event = pending {
            pending = nil
            return event
        }
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "<") else { return .text(text(until: UInt8(ascii: "<"))) }
            if skips("<!--") {
                guard skip(past: "-->") else { return nil }
            } else if skips("<![CDATA[") {
                return cdata()
            } else if skips("<?") {
                guard skip(past: "?>") else { return nil }
            } else if skips("<!DOCTYPE") {
                guard skipDoctype() else { return nil }
            } else if skips("</") {
                return end()
            } else {
                return start()
            }
        }
        return nil
    }

    private mutating func start() -> Event? {
        index += 1
        let name = name()
        guard !name.isEmpty, name.count <= Self.longestName, open.count < Self.deepest else { return finish() }
        // Attributes say nothing that a playlist needs; a ">" may stand in their quotes.
        var quote: UInt8?
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: ">") {
                if bytes[index - 2] == UInt8(ascii: "/") { pending = .end } else { open.append(name) }
                return .start(Self.local(name))
            } else if byte == UInt8(ascii: "<") {
                return finish()
            }
        }
        return nil
    }

    private mutating func end() -> Event? {
        let name = name()
        guard open.popLast() == name, skip(past: ">") else { return finish() }
        return .end
    }

    private mutating func cdata() -> Event? {
        let start = index
        guard skip(past: "]]>") else { return finish() }
        return .text(String(decoding: bytes[start..<(index - 3)], as: UTF8.self))
    }

    /// A declaration of the type without one of entities: one with square brackets may define some, so reading ends there.
    private mutating func skipDoctype() -> Bool {
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte == UInt8(ascii: ">") { return true }
            if byte == UInt8(ascii: "[") { break }
        }
        index = bytes.count
        return false
    }

    private mutating func text(until end: UInt8) -> String {
        var text: [UInt8] = []
        while index < bytes.count, bytes[index] != end {
            if bytes[index] == UInt8(ascii: "&"), let character = reference() {
                text += Array(String(Character(character)).utf8)
            } else {
                text.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The character of a reference such as `&amp;` or `&#8217;`; nil if it is none, which then stands for itself.
    private mutating func reference() -> Unicode.Scalar? {
        // The longest is `&#x10FFFF;`, with some zeros.
        let limit = min(bytes.count, index + 16)
        guard let end = bytes[index..<limit].firstIndex(of: UInt8(ascii: ";")) else { return nil }
        let name = String(decoding: bytes[(index + 1)..<end], as: UTF8.self)
        let scalar: Unicode.Scalar?
        switch name {
        case "amp": scalar = "&"
        case "lt": scalar = "<"
        case "gt": scalar = ">"
        case "quot": scalar = "\""
        case "apos": scalar = "'"
        default:
            guard name.hasPrefix("#") else { return nil }
            let digits = name.dropFirst()
            let number = digits.hasPrefix("x") || digits.hasPrefix("X") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
            scalar = number.flatMap { $0 == 0 ? nil : Unicode.Scalar($0) }
        }
        if scalar != nil { index = end + 1 }
        return scalar
    }

    private mutating func name() -> [UInt8] {
        let start = index
        while index < bytes.count, !Self.endsName(bytes[index]) { index += 1 }
        return Array(bytes[start..<index])
    }

    private static func endsName(_ byte: UInt8) -> Bool {
        byte <= 0x20 || [UInt8(ascii: ">"), UInt8(ascii: "/"), UInt8(ascii: "<"), UInt8(ascii: "=")].contains(byte)
    }

    private static func local(_ name: [UInt8]) -> String {
        String(decoding: name.split(separator: UInt8(ascii: ":")).last ?? [], as: UTF8.self)
    }

    private mutating func skips(_ word: StaticString) -> Bool {
        word.withUTF8Buffer { word in
            guard bytes[index...].starts(with: word) else { return false }
            index += word.count
            return true
        }
    }

    /// Goes behind the next occurrence of a word; false if there is none.
    private mutating func skip(past word: StaticString) -> Bool {
        word.withUTF8Buffer { word in
            while index + word.count <= bytes.count {
                if bytes[index...].starts(with: word) {
                    index += word.count
                    return true
                }
                index += 1
            }
            index = bytes.count
            return false
        }
    }

    private mutating func finish() -> Event? {
        index = bytes.count
        pending = nil
        return nil
    }
}
