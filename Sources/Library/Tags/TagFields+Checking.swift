package import Workers

extension TagFields {
    /// A value of a request, as it is written; throws the rule that it breaks. Empty text removes the field.
    package static func checked(_ field: TagField, _ values: [String]) throws(TagRefusal) -> [[UInt8]] {
        guard values.count <= mostValues else { throw .badValue(field, "has at most \(mostValues) values") }
        var texts = values.map { $0.trimmed }.filter { !$0.isEmpty }
        guard texts.reduce(0, { $0 + $1.utf8.count }) <= field.mostBytes else {
            throw .badValue(field, "is longer than \(field.mostBytes) bytes")
        }
        let isOneLine = ![.lyrics, .comment].contains(field)
        let isClean = texts.allSatisfy { text in
            text.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value != 127 || !isOneLine && ["\n", "\r", "\t"].contains($0) }
        }
        guard isClean else { throw .badValue(field, "has control characters") }
        switch field {
        case .track, .trackCount, .disc, .discCount:
            texts = try texts.map { text throws(TagRefusal) in
                guard text.utf8.count <= 5, text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
                    let number = Int(text), 0...9_999 ~= number
                else { throw .badValue(field, "is a number up to 9,999") }
                return number == 0 ? "" : "\(number)"
            }.filter { !$0.isEmpty }
        case .year:
            guard texts.allSatisfy({ $0.wholeMatch(of: /[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?/) != nil }) else {
                throw .badValue(field, "is a year such as 1969, or a date such as 1969-09-26")
            }
        case .compilation:
            guard texts.allSatisfy({ ["0", "1", "true", "false"].contains($0) }) else { throw .badValue(field, "is true or false") }
            texts = texts.contains("1") || texts.contains("true") ? ["1"] : []
        case .cover: throw .badValue(field, "is a picture")
        default: break
        }
        let isSingle = ![.artist, .albumArtist, .genre, .composer, .comment, .lyrics, .title, .album].contains(field)
        guard !isSingle || texts.count <= 1 else { throw .badValue(field, "has one value") }
        return texts.map { Array($0.utf8) }
    }

    /// A new cover; throws unless it is a JPEG or PNG picture that fits.
    package static func checked(cover: [UInt8]) throws(TagRefusal) -> [[UInt8]] {
        guard cover.count <= mostPictureBytes else { throw .badValue(.cover, "has at most \(mostPictureBytes >> 20) MB") }
        guard cover.starts(with: [0xFF, 0xD8, 0xFF]) || cover.starts(with: [0x89, 0x50, 0x4E, 0x47]) else {
            throw .badValue(.cover, "is a JPEG or PNG picture")
        }
        return [cover]
    }
}

extension String {
    /// Without white space at its ends.
    fileprivate var trimmed: String {
        let rest = drop(while: \.isWhitespace)
        guard let last = rest.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(rest[...last])
    }
}
