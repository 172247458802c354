import Text

/// The names of lyrics beside music: the music's name with `.lrc` in place of its extension, and with a language before it, such as
/// `Song.de.lrc`.
struct LyricsName: Hashable {
    let name: [UInt8]
    /// In lower case; nil for the lyrics without a language in their name.
    let language: String?

    private static let ending = Array(".lrc".utf8)
    /// More would fill the screen.
    static let most = 4

    /// The lyrics of the music file `music` among the names of its folder: the one without a language first, then by language.
    static func all(of music: [UInt8], among names: some Sequence<some Collection<UInt8>>) -> [LyricsName] {
        // A dot at the start hides a file and begins no extension.
        guard let dot = music.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return [] }
        let stem = music[..<dot]
        var found: [LyricsName] = []
        var others: Set<[UInt8]> = []
        for name in names where name.starts(with: stem) {
            let name = Array(name)
            guard isOne(name) else {
                // `Song.de.mp3` has lyrics of its own.
                others.insert(Array(name[..<(name.lastIndex(of: UInt8(ascii: ".")) ?? name.endIndex)]))
                continue
            }
            let middle = name[stem.count..<(name.count - ending.count)]
            if middle.isEmpty {
                found.append(LyricsName(name: name, language: nil))
            } else if middle.first == UInt8(ascii: "."), let text = String(validating: middle.dropFirst(), as: UTF8.self),
                text.utf8.prefix(while: { $0 != UInt8(ascii: "-") }).count == 2, let language = Lyrics.languageTag(text)
            {
                found.append(LyricsName(name: name, language: language))
            }
        }
        found.removeAll { $0.language != nil && others.contains(Array($0.name.dropLast(ending.count))) }
        return Array(found.sorted { ($0.language ?? "", $0.order) < ($1.language ?? "", $1.order) }.prefix(most))
    }

    /// Of names that differ in the case of their letters, the usual one comes first.
    private var order: Int { name.suffix(Self.ending.count).elementsEqual(Self.ending) ? 0 : 1 }

    /// Whether a path is one of lyrics by its ending.
    static func isOne(_ path: [UInt8]) -> Bool {
        path.suffix(ending.count).map { $0 | (0x41...0x5A ~= $0 ? 0x20 : 0) } == ending
    }
}
