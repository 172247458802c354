import Text
import Web

/// A path of a file or a folder, as a client writes it.
struct AskedPath {
    /// Bytes: as long as Linux allows a path to be.
    static let longest = 4096

    /// As it was asked for.
    let text: String
    /// What it may mean, the most literal first: eight paths at most, none longer than the text.
    let readings: [String]
    /// Whether its commas may stand between several paths, so that it names one only where that one has them all.
    let mayBeSeveral: Bool

    /// The path in `relative_path`; nil if there is none.
    init?(of request: Request) throws(Problem) {
        let items = AskedItem.items(of: request.head.target.query)
        guard let item = items.first(where: { $0.name == "relative_path" }), !item.text.isEmpty else { return nil }
        try self.init(item.text, or: item.literal)
    }

    /// Throws if it could lead out of a music folder.
    init(_ text: String, or other: String? = nil, mayBeSeveral: Bool = false) throws(Problem) {
        (self.text, self.mayBeSeveral) = (text, mayBeSeveral)
        var readings: [String] = []
        for one in [text, other].compactMap({ $0 }) {
            readings.append(try Self.plain(one))
            // Some clients encode a path that is encoded again with the address.
            if one.utf8.contains(UInt8(ascii: "%")), let decoded = PercentCoding.decoded(one), decoded != one {
                readings.append(try Self.plain(decoded))
            }
        }
        // As Windows writes them; what is no path then is only a name with such a sign.
        for one in readings where one.utf8.contains(UInt8(ascii: "\\")) {
            if let other = try? Self.plain(one.replacing("\\", with: "/")) { readings.append(other) }
        }
        self.readings = readings.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// The path without what means nothing in it: slashes in front, at the end and beside others, and dots.
    private static func plain(_ text: String) throws(Problem) -> String {
        guard text.utf8.count <= longest else { throw .badQuery("A path may have at most \(longest) bytes.") }
        guard !text.utf8.contains(0) else { throw .badQuery("A path may not contain NUL.") }
        let (slash, dot) = (UInt8(ascii: "/"), UInt8(ascii: "."))
        let parts = text.utf8.split(separator: slash).filter { $0.count != 1 || $0.first != dot }
        guard !parts.contains(where: { $0.count == 2 && $0.allSatisfy { $0 == dot } }) else {
            throw .badQuery("A path may not lead out of its folder with \"..\".")
        }
        guard !parts.isEmpty else { throw .badQuery("A path must name a file.") }
        return String(decoding: Array(parts.joined(separator: [slash])), as: UTF8.self)
    }
}
