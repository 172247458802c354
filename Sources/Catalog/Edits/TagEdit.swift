package import Music

/// An edit of the tags of a track's file, with what the edited fields held before.
package struct TagEdit: Hashable, Sendable {
    /// The last edits, which are kept.
    package static let most = 1_000
    /// The largest picture that is kept for an undo, and the most bytes of all of them: they are part of every backup.
    package static let mostPictureBytes = 4 << 20
    package static let mostPicturesBytes = 64 << 20

    package let id: Int
    package let track: Int
    package let identity: ContentIdentity
    package let title: String
    package let editedAt: Int
    /// The role of who edited it.
    package let editedBy: String
    /// The values of the edited fields before, but for the picture, as the library stores them.
    package let before: [UInt8]
    /// The key of the picture before; nil if none was edited, there was none, or it is not kept.
    package let picture: String?

    static let schema = """
        CREATE TABLE tag_picture (
            hash TEXT PRIMARY KEY,
            bytes BLOB NOT NULL
        ) STRICT;
        CREATE TABLE tag_edit (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            track INTEGER NOT NULL,
            identity TEXT NOT NULL,
            title TEXT NOT NULL,
            edited_at INTEGER NOT NULL,
            edited_by TEXT NOT NULL,
            before BLOB NOT NULL,
            picture TEXT,
            draft BLOB  -- the path of the copy that is edited; NULL once it is in place
        ) STRICT;
        """

    private static let columns = "id, track, identity, title, edited_at, edited_by, before, picture"

    private init(_ row: Row) {
        id = row.int("id")
        track = row.int("track")
        identity = ContentIdentity(row.text("identity")) ?? ContentIdentity(high: 0, low: 0)
        title = row.text("title")
        editedAt = row.int("edited_at")
        editedBy = row.text("edited_by")
        before = row.bytes("before")
        picture = row.textOrNil("picture")
    }

    static func read(_ id: Int, in connection: Connection) throws(CatalogError) -> TagEdit? {
        try connection.row("SELECT \(columns) FROM tag_edit WHERE id = ? AND draft IS NULL", Value(id)) { TagEdit($0) }
    }

    static func page(limit: Int, offset: Int, in connection: Connection) throws(CatalogError) -> Page<TagEdit> {
        Page(
            items: try connection.rows(
                "SELECT \(columns) FROM tag_edit WHERE draft IS NULL ORDER BY id DESC LIMIT ? OFFSET ?",
                [Value(limit), Value(offset)],
                { TagEdit($0) }),
            total: try connection.row("SELECT count(*) FROM tag_edit WHERE draft IS NULL") { $0.int() } ?? 0)
    }
}

extension Catalog {
    /// Notes an edit before it takes place. `draft` is the path of the copy that is edited: a crash leaves it behind.
    package func beginTagEdit(
        of track: Track, before: [UInt8], picture: (hash: String, bytes: [UInt8])?, draft: [UInt8], at now: Int, by author: String
    ) throws(CatalogError) -> Int {
        try change { () throws(CatalogError) in
            let kept = picture.flatMap { $0.bytes.count <= TagEdit.mostPictureBytes ? $0 : nil }
            if let kept {
                try connection.run(
                    "INSERT OR IGNORE INTO tag_picture (hash, bytes) VALUES (?, ?)", Value(kept.hash), Value(kept.bytes))
            }
            try connection.run(
                """
                INSERT INTO tag_edit (track, identity, title, edited_at, edited_by, before, picture, draft) \
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """, Value(track.id), Value(track.identity.description), Value(track.title), Value(now), Value(author),
                Value(before),
                Value(kept?.hash), Value(draft))
            return connection.insertedID
        }
    }

    /// The edit is in place.
    package func finishTagEdit(_ id: Int) throws(CatalogError) {
        try change { () throws(CatalogError) in
            try connection.run("UPDATE tag_edit SET draft = NULL WHERE id = ?", Value(id))
            try connection.run(
                "DELETE FROM tag_edit WHERE draft IS NULL AND id <= (SELECT max(id) FROM tag_edit) - ?", Value(TagEdit.most))
            try dropPictures()
        }
    }

    /// The edit did not take place.
    package func dropTagEdit(_ id: Int) throws(CatalogError) {
        try change { () throws(CatalogError) in
            try connection.run("DELETE FROM tag_edit WHERE id = ?", Value(id))
            try dropPictures()
        }
    }

    /// The copies that a crash may have left behind.
    package func tagDrafts() throws(CatalogError) -> [(edit: Int, path: [UInt8])] {
        try connection.rows("SELECT id, draft FROM tag_edit WHERE draft IS NOT NULL") { ($0.int("id"), $0.bytes("draft")) }
    }

    /// Forgets the pictures of no edit, and those of the oldest edits if all are too many.
    private func dropPictures() throws(CatalogError) {
        let orphans = "DELETE FROM tag_picture WHERE hash NOT IN (SELECT picture FROM tag_edit WHERE picture IS NOT NULL)"
        try connection.run(orphans)
        while try connection.row("SELECT coalesce(sum(length(bytes)), 0) FROM tag_picture", read: { $0.int() }) ?? 0
            > TagEdit.mostPicturesBytes
        {
            try connection.run(
                """
                UPDATE tag_edit SET picture = NULL WHERE picture = (SELECT picture FROM tag_edit WHERE picture IS NOT NULL \
                GROUP BY picture ORDER BY max(id) LIMIT 1)
                """)
            try connection.run(orphans)
        }
    }
}

extension CatalogReader {
    package func tagEdit(_ id: Int) throws(CatalogError) -> TagEdit? { try TagEdit.read(id, in: connection) }

    /// The edits, the last first.
    package func tagEdits(limit: Int, offset: Int) throws(CatalogError) -> Page<TagEdit> {
        try TagEdit.page(limit: limit, offset: offset, in: connection)
    }

    package func tagPicture(_ hash: String) throws(CatalogError) -> [UInt8]? {
        try connection.row("SELECT bytes FROM tag_picture WHERE hash = ?", Value(hash)) { $0.bytes() }
    }
}
