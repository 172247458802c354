import Text

/// The places in long songs at which the user of a server stopped.
extension SubsonicClient {
    /// The place in a song, in milliseconds; nil if there is none.
    package func bookmark(in song: String) async throws(SubsonicError) -> Int? {
        try await ask("getBookmarks", [], BookmarkList.self).bookmarks.first { $0.song == song }?.position
    }

    /// Keeps the place in a song, in milliseconds, in place of the one before; nil forgets it.
    package func keep(bookmark position: Int?, in song: String) async throws(SubsonicError) {
        if let position {
            _ = try await ask("createBookmark", [("id", song), ("position", "\(position)")], Nothing.self)
        } else {
            do {
                _ = try await ask("deleteBookmark", [("id", song)], Nothing.self)
            } catch .notFound {
                // There was none.
            }
        }
    }
}

private struct Bookmark: Decodable {
    let song: String
    let position: Int

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: JSONName.self)
        let entry = try members.nestedContainer(keyedBy: JSONName.self, forKey: "entry")
        guard let song = entry.text("id"), let position = members.whole("position"), position >= 0 else { throw Incomplete() }
        (self.song, self.position) = (song, position)
    }

    private struct Incomplete: Error {}
}

private struct BookmarkList: Decodable {
    let bookmarks: [Bookmark]

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: JSONName.self)
        let list = try? members.nestedContainer(keyedBy: JSONName.self, forKey: "bookmarks")
        bookmarks = list?.list("bookmark", Bookmark.self) ?? []
    }
}
