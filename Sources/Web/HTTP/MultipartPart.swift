/// The head of one part of a form (RFC 7578, 4).
package struct MultipartPart: Sendable, Equatable {
    /// The name of the form's field.
    package let name: String
    /// The file's name from the sender, which may be a path or anything else: never open a file by it.
    package let filename: String?
    package let contentType: String?

    /// The fields that are read, in lower case.
    private static let known = ["content-disposition", "content-type", "content-transfer-encoding"]

    /// Parses a complete head: lines free of control bytes, each with its CR LF.
    init(head: Span<UInt8>) throws(MultipartError) {
        var fields: [String: Range<Int>] = [:]
        var start = 0
        while start < head.count {
            var end = start
            while end < head.count, head[end] != 0x0D { end += 1 }
            try Self.note(start..<end, head, &fields)
            start = end + 2
        }
        if let encoding = fields["content-transfer-encoding"] {
            let isPlain = head.spells("7bit", in: encoding) || head.spells("8bit", in: encoding)
            guard isPlain || head.spells("binary", in: encoding) else {
                throw .unsupportedEncoding(head.excerpt(encoding))
            }
        }
        guard let field = fields["content-disposition"] else { throw .missingDisposition }
        guard let disposition = FieldParameters(head.extracting(field)) else { throw .malformedDisposition }
        guard disposition.value == "form-data" else { throw .notFormData }
        guard let name = disposition["name"] else { throw .missingName }
        self.name = Self.text(name)
        // RFC 7578, 4.2 forbids `filename*`; but if a client sends only that, it still tells a file from a text field.
        filename = disposition["filename"].map(Self.text) ?? disposition["filename*"].flatMap(Self.extendedText)
        contentType = fields["content-type"].map { head.text($0) }
    }

    private static func note(
        _ line: Range<Int>, _ head: Span<UInt8>, _ fields: inout [String: Range<Int>]
    ) throws(MultipartError) {
        var colon = line.lowerBound
        while colon < line.upperBound, ByteClass.token.contains(head[colon]) { colon += 1 }
        guard colon > line.lowerBound, colon < line.upperBound, head[colon] == 0x3A else {
            let first = head[line.lowerBound]
            throw first == 0x20 || first == 0x09 ? .foldedField : .malformedField
        }
        let name = head.text(line.lowerBound..<colon).lowercased()
        guard known.contains(name) else { return }
        guard fields[name] == nil else { throw .duplicateField(name) }
        fields[name] = head.trimmed((colon + 1)..<line.upperBound)
    }

    /// Browsers escape a quote as %22, and not the percent sign (WHATWG HTML, multipart/form-data encoding).
    private static func text(_ bytes: [UInt8]) -> String {
        String(decoding: bytes, as: UTF8.self).replacing("%22", with: "\"")
    }

    /// Decodes `UTF-8''` and percent-encoded text (RFC 8187); nil for anything else.
    private static func extendedText(_ bytes: [UInt8]) -> String? {
        let parts = bytes.split(separator: 0x27, maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, String(decoding: parts[0], as: UTF8.self).lowercased() == "utf-8" else { return nil }
        var text: [UInt8] = []
        var index = parts[2].startIndex
        while index < parts[2].endIndex {
            if parts[2][index] == 0x25 {
                guard index + 2 < parts[2].endIndex, let high = hexadecimalValue(parts[2][index + 1]),
                    let low = hexadecimalValue(parts[2][index + 2])
                else { return nil }
                text.append(high << 4 | low)
                index += 3
            } else {
                text.append(parts[2][index])
                index += 1
            }
        }
        return String(validating: text, as: UTF8.self)
    }
}
