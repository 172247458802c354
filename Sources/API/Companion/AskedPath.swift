import Foundation
import Text
import Web

/// A path within a music folder, as a client names it, and what the file may be called on disk.
struct AskedPath {
    /// Bytes: as long as Linux allows a path to be.
    static let longest = 4096

    /// As it was asked for.
    let text: String
    /// The names to look for, the most likely one first.
    let spellings: [[UInt8]]

    /// The path in `relative_path`; nil if there is none.
    init?(of request: Request) throws(Problem) {
        let items = AskedMember.items(of: request.head.target.query)
        guard let item = items.first(where: { $0.name == "relative_path" }), case .text(let text) = item.value, !text.isEmpty else {
            return nil
        }
        try self.init(text, or: item.literal)
    }

    /// Throws if it could lead out of a music folder.
    init(_ text: String, or other: String? = nil) throws(Problem) {
        self.text = text
        var names: [String] = []
        for one in [text, other].compactMap({ $0 }) {
            names.append(try Self.plain(one))
            // Some clients encode a path that is encoded again with the address.
            if one.utf8.contains(UInt8(ascii: "%")), let decoded = PercentCoding.decoded(one), decoded != one {
                names.append(try Self.plain(decoded))
            }
        }
        var spellings: [[UInt8]] = []
        for bytes in names.flatMap(Self.forms) where !spellings.contains(bytes) { spellings.append(bytes) }
        self.spellings = spellings
    }

    /// The path without what means nothing in it: a slash in front, dots, and double slashes.
    private static func plain(_ text: String) throws(Problem) -> String {
        guard text.utf8.count <= longest else { throw .badQuery("A path may have at most \(longest) bytes.") }
        guard !text.utf8.contains(0) else { throw .badQuery("A path may not contain NUL.") }
        guard !text.hasPrefix("//") else { throw .badQuery("A path may not begin with two slashes.") }
        let parts = text.split(separator: "/").filter { $0 != "." }
        guard !parts.contains("..") else { throw .badQuery("A path may not lead out of its folder with \"..\".") }
        guard !parts.isEmpty else { throw .badQuery("A path must name a file.") }
        return parts.joined(separator: "/")
    }

    /// The path as it may be written on disk: as it is, composed (NFC) or decomposed (NFD), and from some folder on in the other form,
    /// as when files were copied from a Mac into folders made on Linux.
    private static func forms(_ text: String) -> [[UInt8]] {
        let asItIs = Array(text.utf8)
        guard !asItIs.allSatisfy({ $0 < 128 }) else { return [asItIs] }
        let parts = text.split(separator: "/").map(String.init)
        let composed = parts.map { $0.precomposedStringWithCanonicalMapping }
        let decomposed = parts.map { $0.decomposedStringWithCanonicalMapping }
        func path(_ front: [String], _ back: [String], from index: Int) -> [UInt8] {
            Array((front[..<index] + back[index...]).joined(separator: "/").utf8)
        }
        let mixed = (1..<max(parts.count, 1)).flatMap {
            [path(composed, decomposed, from: $0), path(decomposed, composed, from: $0)]
        }
        return [asItIs, path(composed, composed, from: 0), path(decomposed, decomposed, from: 0)] + mixed
    }
}
