/// Minifies a style sheet: removes comments and insignificant spaces.
enum StyleSlimmer {
    private static let standsAlone = Set("{};,".utf8)

    /// The minified sheet; nil if a comment or a string in it never ends.
    static func slim(_ source: [UInt8]) -> [UInt8]? {
        var slim: [UInt8] = []
        slim.reserveCapacity(source.count)
        var place = 0
        var hasGap = false
        while place < source.count {
            let byte = source[place]
            if byte == UInt8(ascii: "/"), place + 1 < source.count, source[place + 1] == UInt8(ascii: "*") {
                guard let end = self.end(ofRemarkAt: place, in: source) else { return nil }
                place = end
                hasGap = true
                continue
            }
            if [UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n")].contains(byte) {
                hasGap = true
                place += 1
                continue
            }
            // A space before a colon tells `a :hover` from `a:hover`; one after it is insignificant.
            if hasGap, let last = slim.last, !standsAlone.contains(last), !standsAlone.contains(byte), last != UInt8(ascii: ":") {
                slim.append(UInt8(ascii: " "))
            }
            hasGap = false
            if byte == UInt8(ascii: "}"), slim.last == UInt8(ascii: ";") { slim.removeLast() }
            var end = place + 1
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                while end < source.count, source[end] != byte { end += source[end] == UInt8(ascii: "\\") ? 2 : 1 }
                guard end < source.count else { return nil }
                end += 1
            }
            slim += source[place..<end]
            place = end
        }
        return slim
    }

    private static func end(ofRemarkAt start: Int, in source: [UInt8]) -> Int? {
        var end = start + 2
        while end + 1 < source.count, !(source[end] == UInt8(ascii: "*") && source[end + 1] == UInt8(ascii: "/")) { end += 1 }
        return end + 1 < source.count ? end + 2 : nil
    }
}
