/// The songs of a performance, in order.
package struct SetList: Hashable, Sendable {
    package let id: Int
    package let title: String
    /// A song may come several times.
    package let songs: [Int]
    package let changedAt: Int

    static let schema = """
        CREATE TABLE set_list (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            title TEXT NOT NULL,
            changed_at INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE set_list_song (
            set_list INTEGER NOT NULL REFERENCES set_list (id) ON DELETE CASCADE,
            position INTEGER NOT NULL,
            song INTEGER NOT NULL REFERENCES song (id) ON DELETE CASCADE,
            PRIMARY KEY (set_list, position)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX set_list_song_of_song ON set_list_song (song);
        """

    static let columns = """
        id, title, changed_at, (SELECT group_concat(song, ' ') FROM (SELECT song FROM set_list_song \
        WHERE set_list = set_list.id ORDER BY position)) AS songs
        """

    init(_ row: Row) {
        id = row.int("id")
        title = row.text("title")
        songs = (row.textOrNil("songs") ?? "").split(separator: " ").compactMap { Int($0) }
        changedAt = row.int("changed_at")
    }
}

extension CatalogReader {
    package func setList(_ id: Int) throws(CatalogError) -> SetList? {
        try setLists("WHERE id = ?", [Value(id)]).first
    }

    /// By title.
    package func setLists(limit: Int, offset: Int) throws(CatalogError) -> Page<SetList> {
        try snapshot { () throws(CatalogError) in
            Page(
                items: try setLists("ORDER BY title COLLATE NOCASE, id LIMIT ? OFFSET ?", [Value(limit), Value(offset)]),
                total: try connection.number("SELECT count(*) FROM set_list"))
        }
    }

    func setLists(_ clause: String, _ values: [Value]) throws(CatalogError) -> [SetList] {
        try connection.rows("SELECT \(SetList.columns) FROM set_list \(clause)", values) { SetList($0) }
    }
}

extension Catalog {
    /// Enough for years of concerts; limits scripts.
    package static let mostSetLists = 1_000
    /// More than anybody plays in a night; limits scripts.
    package static let mostSongsOfSetList = 500

    package func addSetList(_ title: String, songs: [Int], at now: Int) throws(CatalogError) -> Int {
        try change { () throws(CatalogError) in try insertSetList(title, songs: songs, at: now) }
    }

    /// Changes a set list; what is nil stays as it is.
    package func changeSetList(_ id: Int, title: String?, songs: [Int]?, at now: Int) throws(CatalogError) {
        try change { () throws(CatalogError) in try update(setList: id, title: title, songs: songs, at: now) }
    }

    package func removeSetList(_ id: Int) throws(CatalogError) {
        try change { () throws(CatalogError) in
            try connection.run("DELETE FROM set_list WHERE id = ?", Value(id))
            guard connection.changedRows > 0 else { throw .nothing("there is no set list \(id)") }
        }
    }

    func insertSetList(_ title: String, songs: [Int], at now: Int) throws(CatalogError) -> Int {
        guard try connection.number("SELECT count(*) FROM set_list") < Self.mostSetLists else {
            throw .conflict("there are \(Self.mostSetLists) set lists already")
        }
        try connection.run("INSERT INTO set_list (title, changed_at) VALUES (?, ?)", Value(title), Value(now))
        let id = connection.insertedID
        try write(songs, of: id)
        return id
    }

    func update(setList id: Int, title: String?, songs: [Int]?, at now: Int) throws(CatalogError) {
        try connection.run(
            "UPDATE set_list SET title = coalesce(?, title), changed_at = ? WHERE id = ?", Value(title), Value(now), Value(id))
        guard connection.changedRows > 0 else { throw .nothing("there is no set list \(id)") }
        guard let songs else { return }
        try connection.run("DELETE FROM set_list_song WHERE set_list = ?", Value(id))
        try write(songs, of: id)
    }

    private func write(_ songs: [Int], of setList: Int) throws(CatalogError) {
        guard songs.count <= Self.mostSongsOfSetList else {
            throw .conflict("a set list has at most \(Self.mostSongsOfSetList) songs")
        }
        for song in Set(songs) {
            guard try connection.number("SELECT count(*) FROM song WHERE id = ?", Value(song)) > 0 else {
                throw .refused("there is no song \(song)")
            }
        }
        for (position, song) in songs.enumerated() {
            try connection.run(
                "INSERT INTO set_list_song (set_list, position, song) VALUES (?, ?, ?)", Value(setList), Value(position),
                Value(song))
        }
    }
}
