package import Catalog

/// A file of songs and set lists in JSON, as the export writes it.
package struct SongFile: Decodable, Sendable {
    package let content: SongImport

    private enum Key: String, CodingKey { case songs, setLists, title }

    /// The place of a mistake, for the error.
    private struct Index: CodingKey {
        let intValue: Int?
        var stringValue: String { "\(intValue ?? 0)" }

        init(intValue: Int) { self.intValue = intValue }
        init?(stringValue: String) { nil }
    }

    package init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: Key.self)
        func problem(_ list: Key, _ index: Int, _ field: (any CodingKey)?, _ words: String) -> DecodingError {
            let path: [any CodingKey] = [list, Index(intValue: index)] + [field].compactMap { $0 }
            return .dataCorrupted(DecodingError.Context(codingPath: path, debugDescription: words))
        }
        var places: [Int: Int] = [:]
        var songs: [SongImport.Entry] = []
        for (index, body) in try object.decode([SongBody].self, forKey: .songs).enumerated() {
            guard let title = body.change.title else { throw problem(.songs, index, Key.title, "is missing") }
            if let id = body.id, places.updateValue(index, forKey: id) != nil {
                throw problem(.songs, index, nil, "an earlier song has the id \(id), too")
            }
            songs.append(SongImport.Entry(title: title, change: body.change))
        }
        var lists: [SongImport.List] = []
        for (index, body) in try (object.decodeIfPresent([SetListBody].self, forKey: .setLists) ?? []).enumerated() {
            guard let title = body.title else { throw problem(.setLists, index, Key.title, "is missing") }
            let known = (body.songs ?? []).map { places[$0] }
            if let lost = known.firstIndex(of: nil) {
                throw problem(.setLists, index, Key.songs, "the file has no song with the id \((body.songs ?? [])[lost])")
            }
            lists.append(SongImport.List(title: title, songs: known.compactMap { $0 }))
        }
        content = SongImport(songs: songs, setLists: lists)
    }
}
