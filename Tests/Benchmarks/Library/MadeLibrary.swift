import Music

/// A generated library: artists and albums of twelve tracks, with names in many languages.
struct MadeLibrary {
    /// A file of the generated music folder.
    struct File {
        /// Relative to the music folder.
        let path: String
        let kind: Kind
        let tags: Tags
        let number: Int
    }

    enum Kind: String {
        case flac, mp3, wav
    }

    private static let tracksPerAlbum = 12
    private static let mostAlbumsPerArtist = 8
    private static let words = """
        the of love night you and my in a blue river light song heart time day fire dance rain home one black moon
        Déjà Café Ágætis Rós Señor Mañana Über Straße Größe Žižkov Łódź Ørsted Åse Çelik Noël Garçon Jóga Svefn
        Ночь Река Любовь Весна Город Дорога Тишина Αγάπη Νύχτα Θάλασσα Φως 夜 海 東京 さくら 風の歌 月光 愛 사랑 밤하늘
        ليل بحر سلام אור לילה שיר Đêm Nhạc Phố रात गीत
        """.split(whereSeparator: \.isWhitespace).map(String.init)
    private static let syllables = [
        "ka", "ri", "mo", "len", "ta", "shi", "vor", "an", "el", "dus", "ber", "gö", "né", "zu", "pal", "tro", "win", "ash",
    ]
    private static let genres = ["Rock", "Jazz", "Electronic", "Hip-Hop", "Classical", "Folk", "Métal", "Ambient"]

    private var random: SeededBytes
    private var artist = ""
    private var albumsLeft = 0

    init(seed: UInt64) {
        random = SeededBytes(seed: seed)
    }

    /// The first `count` files, album after album.
    static func files(_ count: Int, seed: UInt64) -> [File] {
        var library = MadeLibrary(seed: seed)
        var files: [File] = []
        while files.count < count { files += library.album(from: files.count) }
        return Array(files.prefix(count))
    }

    private mutating func album(from first: Int) -> [File] {
        if albumsLeft == 0 {
            artist = name(1...3)
            albumsLeft = 1 + number(below: Self.mostAlbumsPerArtist)
        }
        albumsLeft -= 1
        let (album, year, genre) = (name(1...4), 1960 + number(below: 65), Self.genres[number(below: Self.genres.count)])
        let kind = [Kind.flac, .flac, .mp3, .mp3, .wav][number(below: 5)]
        // The number tells apart albums that have the same name by chance.
        let folder = "\(artist)/\(year) - \(album) [\(first / Self.tracksPerAlbum)]"
        return (0..<Self.tracksPerAlbum).map { index in
            var tags = Tags()
            tags.title = name(1...5)
            (tags.artist, tags.album, tags.genre, tags.year) = (artist, album, genre, year)
            tags.track = index + 1
            let place = index < 9 ? "0\(index + 1)" : "\(index + 1)"
            return File(
                path: "\(folder)/\(place) \(tags.title ?? "").\(kind.rawValue)", kind: kind, tags: tags, number: first + index)
        }
    }

    private mutating func name(_ count: ClosedRange<Int>) -> String {
        (0..<count.lowerBound + number(below: count.count)).map { _ in word() }.joined(separator: " ")
    }

    /// Half of the words are from a short list of common words; the others are rare, as names are.
    private mutating func word() -> String {
        if number(below: 2) == 0 { return Self.words[number(below: Self.words.count)] }
        return (0..<2 + number(below: 2)).map { _ in Self.syllables[number(below: Self.syllables.count)] }.joined()
    }

    private mutating func number(below limit: Int) -> Int {
        (Int(random.next()) << 8 | Int(random.next())) % limit
    }
}
