/// The names of kits of sounds, as commands and songs say them: "wood", or "own/NAME" for one that people uploaded.
package enum KitName {
    /// Before the name of an uploaded kit.
    package static let own = "own/"
    /// The longest in bytes.
    package static let longest = 60

    package static func isValid(_ name: String) -> Bool {
        let word = name.hasPrefix(own) ? name.dropFirst(own.count) : name[...]
        return isWord(word) && name.utf8.count <= longest
    }

    /// Whether it has small letters, digits and hyphens only, and something of them.
    package static func isWord(_ text: some StringProtocol) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
                default: false
                }
            }
    }
}
