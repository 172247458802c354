import FoundationEssentials
import System

/// What shairport-sync writes into its pipe of metadata: items with a type, a code and data in Base64, those of a song between two marks.
/// https://github.com/mikebrady/shairport-sync-metadata-reader
final class ShairportTitles: TitleReader {
    private static let piece = 16 << 10
    private static let mostPieces = 64
    /// Bytes of the longest item that is read: titles are short, and pictures are passed over.
    private static let longest = 8 << 10
    private static let end = Array("</item>".utf8)

    private let pipe: NamedPipe
    private var begun: [UInt8] = []
    /// Whether the start of what came was too long, and is thrown away.
    private var isPassing = false
    private var song: [String: String] = [:]

    init(path: String) { pipe = NamedPipe(at: path) }

    func end() {}

    func read() -> TitleNews? {
        var news: TitleNews?
        for _ in 0..<Self.mostPieces {
            guard case .bytes(let bytes) = pipe.read(Self.piece) else { return news }
            news = take(bytes) ?? news
        }
        return news
    }

    func take(_ bytes: [UInt8]) -> TitleNews? {
        var news: TitleNews?
        begun += bytes
        while let range = begun.firstRange(of: Self.end) {
            let item = begun[..<range.lowerBound]
            begun = Array(begun[range.upperBound...])
            if !isPassing, item.count <= Self.longest { news = hear(item) ?? news }
            isPassing = false
        }
        if begun.count > Self.longest {
            // The end itself may be cut.
            begun = begun.suffix(Self.end.count)
            isPassing = true
        }
        return news
    }

    private func hear(_ item: ArraySlice<UInt8>) -> TitleNews? {
        let text = String(decoding: item, as: UTF8.self)
        guard let type = Self.word(text, "type"), let code = Self.word(text, "code") else { return nil }
        switch (type, code) {
        case ("core", "minm"), ("core", "asar"), ("core", "asal"): song[code] = Self.data(text)
        case ("ssnc", "mdst"): song = [:]
        case ("ssnc", "mden"): return TitleNews(LiveTitle(title: song["minm"], artist: song["asar"], album: song["asal"]))
        // The play session has ended.
        case ("ssnc", "pend"): return .nothing
        default: break
        }
        return nil
    }

    /// What an element says in eight hexadecimal digits: four letters.
    private static func word(_ text: String, _ name: String) -> String? {
        guard let digits = element(text, "<\(name)>"), digits.utf8.count == 8, let number = UInt32(digits, radix: 16) else {
            return nil
        }
        return String(decoding: (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }, as: UTF8.self)
    }

    private static func data(_ text: String) -> String? {
        guard let coded = element(text, "<data encoding=\"base64\">") else { return nil }
        return Data(base64Encoded: Data(coded.utf8.filter { $0 > 0x20 })).map { String(decoding: $0, as: UTF8.self) }
    }

    /// What follows a tag up to the next one.
    private static func element(_ text: String, _ tag: String) -> Substring? {
        text.firstRange(of: tag).map { text[$0.upperBound...].prefix { $0 != "<" } }
    }
}
