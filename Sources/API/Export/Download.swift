import Text
import Web

/// A file for people to save.
struct Download {
    /// Longest name without its extension, in characters.
    private static let longestName = 100

    let name: String

    /// `name` is made valid on every system; `other` is used if nothing is left of it.
    init(_ name: String, or other: String, extension suffix: String) {
        let safe = String(
            String.UnicodeScalarView(name.unicodeScalars.prefix(Self.longestName).map { Self.isSafe($0) ? $0 : "_" }))
        let trimmed = safe.trimmed
        self.name = "\(trimmed.isEmpty ? other : trimmed).\(suffix)"
    }

    /// The field `content-disposition` (RFC 6266): the name in ASCII for old clients, and then in UTF-8.
    var disposition: String {
        let plain = String(name.unicodeScalars.map { $0.isASCII ? Character($0) : "_" })
        return "attachment; filename=\"\(plain)\"; filename*=UTF-8''\(PercentCoding.encoded(path: name.utf8))"
    }

    func response(_ type: String, _ bytes: [UInt8]) -> Response {
        Response(.ok, fields: [("content-type", type), ("content-disposition", disposition)], body: .bytes(bytes)).uncached
    }

    private static func isSafe(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x20 && scalar.value != 0x7F && !#"\/:*?"<>|%;"#.unicodeScalars.contains(scalar)
            && !(0x80...0x9F).contains(scalar.value)
    }
}

extension String {
    /// Without spaces and dots at its ends, which file systems drop or hide.
    fileprivate var trimmed: String {
        var part = self[...]
        while let first = part.first, first == " " || first == "." { part.removeFirst() }
        while let last = part.last, last == " " || last == "." { part.removeLast() }
        return String(part)
    }
}
