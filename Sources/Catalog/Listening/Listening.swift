package import Music

/// The tables of favourites, ratings and plays. They stay when their recording or album is gone, and count again when it is back.
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

    /// 1 to 5 stars; NULL for none.
    static let rating = "ALTER TABLE listening ADD COLUMN rating INTEGER;"

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
        try forgetEmpty(text)
        return isNew
    }

    private func forgetEmpty(_ identity: Value) throws(CatalogError) {
        try connection.run(
            "DELETE FROM listening WHERE identity = ? AND favourite_since IS NULL AND plays = 0 AND rating IS NULL", identity)
    }

    /// Gives a recording 1 to 5 stars, or none with nil. Returns whether that changed anything.
    package func set(rating: Int?, _ identity: ContentIdentity) throws(CatalogError) -> Bool {
        try change { () throws(CatalogError) in try rate(rating, identity) }
    }

    /// Takes over the stars that recordings have elsewhere.
    package func set(ratings: [ContentIdentity: Int?]) throws(CatalogError) {
        try change { () throws(CatalogError) in
            for (identity, rating) in ratings { _ = try rate(rating, identity) }
        }
    }

    func rate(_ rating: Int?, _ identity: ContentIdentity) throws(CatalogError) -> Bool {
        let text = Value(identity.description)
        if let rating {
            precondition(Track.ratings.contains(rating))
            try connection.run(
                """
                INSERT INTO listening (identity, rating) VALUES (?, ?) \
                ON CONFLICT (identity) DO UPDATE SET rating = excluded.rating WHERE rating IS NOT excluded.rating
                """, text, Value(rating))
        } else {
            try connection.run("UPDATE listening SET rating = NULL WHERE identity = ? AND rating IS NOT NULL", text)
        }
        let isNew = connection.changedRows > 0
        try forgetEmpty(text)
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
