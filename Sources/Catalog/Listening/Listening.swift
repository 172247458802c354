package import Music

/// The tables of favourites and plays. They stay when their recording or album is gone, and count again when it is back.
enum Listening {
    static let schema = """
        CREATE TABLE listening (
            identity TEXT PRIMARY KEY,
            favourite_since INTEGER,          -- seconds since 1970; NULL for no favourite
            plays INTEGER NOT NULL DEFAULT 0,
            last_played INTEGER               -- seconds since 1970
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE favourite_album (
            grouping TEXT PRIMARY KEY,
            since INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """

    static let join = "LEFT JOIN listening ON listening.identity = content.identity"
}

extension Catalog {
    /// Marks a recording as a favourite, or no longer. Returns whether that changed anything.
    package func set(favourite: Bool, _ identity: ContentIdentity, at now: Int) throws(CatalogError) -> Bool {
        try change { () throws(CatalogError) in try mark(favourite, identity, at: now) }
    }

    /// Takes over which of some recordings are favourites elsewhere.
    package func set(favourites: [ContentIdentity: Bool], at now: Int) throws(CatalogError) {
        try change { () throws(CatalogError) in
            for (identity, isOn) in favourites { _ = try mark(isOn, identity, at: now) }
        }
    }

    func mark(_ isFavourite: Bool, _ identity: ContentIdentity, at now: Int) throws(CatalogError) -> Bool {
        let text = Value(identity.description)
        if isFavourite {
            try connection.run(
                """
                INSERT INTO listening (identity, favourite_since) VALUES (?, ?) \
                ON CONFLICT (identity) DO UPDATE SET favourite_since = excluded.favourite_since WHERE favourite_since IS NULL
                """, text, Value(now))
        } else {
            try connection.run(
                "UPDATE listening SET favourite_since = NULL WHERE identity = ? AND favourite_since IS NOT NULL", text)
        }
        let isNew = connection.changedRows > 0
        try connection.run("DELETE FROM listening WHERE identity = ? AND favourite_since IS NULL AND plays = 0", text)
        return isNew
    }

    /// Marks an album as a favourite, or no longer. Returns whether that changed anything.
    package func set(favourite: Bool, album: Int, at now: Int) throws(CatalogError) -> Bool {
        try change { () throws(CatalogError) in
            if favourite {
                try connection.run(
                    "INSERT OR IGNORE INTO favourite_album (grouping, since) SELECT grouping, ? FROM album WHERE id = ?",
                    Value(now), Value(album))
            } else {
                try connection.run(
                    "DELETE FROM favourite_album WHERE grouping = (SELECT grouping FROM album WHERE id = ?)", Value(album))
            }
            return connection.changedRows > 0
        }
    }

    /// Counts a play of a recording.
    package func countPlay(of identity: ContentIdentity, at now: Int) throws(CatalogError) {
        try change { () throws(CatalogError) in
            try connection.run(
                """
                INSERT INTO listening (identity, plays, last_played) VALUES (?, 1, ?) \
                ON CONFLICT (identity) DO UPDATE SET plays = plays + 1, last_played = excluded.last_played
                """, Value(identity.description), Value(now))
        }
    }
}
