/// The table of tracks: one row per music file. A file that moves is found by its recording, and keeps its row.
enum TrackRow {
    /// Keys are folded text for sorting. A missing row keeps its last path, which may be another row's by now.
    static let schema = """
        CREATE TABLE track (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            folder INTEGER NOT NULL REFERENCES folder (id),
            path BLOB NOT NULL,          -- within the folder
            size INTEGER NOT NULL,
            modified INTEGER NOT NULL,   -- nanoseconds since 1970
            inode INTEGER NOT NULL,
            content INTEGER NOT NULL REFERENCES content (id),
            missing_since INTEGER,       -- seconds since 1970; NULL while the file is there
            added_at INTEGER NOT NULL,
            title TEXT NOT NULL,
            artist INTEGER REFERENCES artist (id),
            album INTEGER REFERENCES album (id),
            album_artist TEXT,
            number INTEGER,
            disc INTEGER,
            genre TEXT,
            year INTEGER,
            duration REAL,               -- seconds, as the container says
            codec TEXT NOT NULL,
            container TEXT NOT NULL,
            sample_rate INTEGER NOT NULL,
            channels INTEGER NOT NULL,
            bit_rate INTEGER,
            has_cover INTEGER NOT NULL,
            title_key TEXT NOT NULL,
            artist_key TEXT NOT NULL,
            album_key TEXT NOT NULL
        ) STRICT;
        CREATE UNIQUE INDEX track_path ON track (folder, path) WHERE missing_since IS NULL;
        CREATE INDEX track_content ON track (content);
        CREATE INDEX track_artist ON track (artist, album_key, disc, number);
        CREATE INDEX track_album ON track (album, disc, number, title_key);
        CREATE INDEX track_by_title ON track (title_key, id) WHERE missing_since IS NULL;
        CREATE INDEX track_by_artist ON track (artist_key, album_key, disc, number, id) WHERE missing_since IS NULL;
        CREATE INDEX track_by_album ON track (album_key, disc, number, id) WHERE missing_since IS NULL;
        CREATE INDEX track_by_year ON track (year, id) WHERE missing_since IS NULL;
        CREATE INDEX track_by_addition ON track (added_at, id) WHERE missing_since IS NULL;
        CREATE VIRTUAL TABLE track_words USING fts5 (title, artist, album, prefix = '1 2 3');
        """

    /// Whether a picture in the file's folder is its cover; the next scan sets it for existing rows.
    static let coverBeside = "ALTER TABLE track ADD COLUMN cover_beside INTEGER NOT NULL DEFAULT 0;"

    /// The picture beside the file that cannot be shown, as a cache names it; NULL for none.
    static let refusedBeside = "ALTER TABLE track ADD COLUMN refused_beside TEXT;"

    /// That a row has a cover: for as long as none of its pictures is known not to be shown.
    static let hasCover = "(has_cover OR cover_beside AND refused_beside IS NULL)"

    /// Codes of recordings, and by which edition of the reader of tags a row was written.
    static let codes = """
        ALTER TABLE track ADD COLUMN isrc TEXT;
        ALTER TABLE track ADD COLUMN musicbrainz_id TEXT;
        ALTER TABLE track ADD COLUMN reading INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX track_by_isrc ON track (isrc) WHERE isrc IS NOT NULL;
        CREATE INDEX track_by_musicbrainz_id ON track (musicbrainz_id) WHERE musicbrainz_id IS NOT NULL;
        """
    /// Raised when the reader of tags finds more, or makes other albums of them: the next scan reads the files of older rows again.
    static let reading = 2

    /// Adds genres to the search index. Those of existing rows are folded by its tokenizer, which is nearly the same.
    static let genres = """
        CREATE VIRTUAL TABLE track_words_new USING fts5 (title, artist, album, genre, prefix = '1 2 3');
        INSERT INTO track_words_new (rowid, title, artist, album, genre)
            SELECT track_words.rowid, track_words.title, track_words.artist, track_words.album, coalesce(track.genre, '')
            FROM track_words CROSS JOIN track ON track.id = track_words.rowid;
        DROP TABLE track_words;
        ALTER TABLE track_words_new RENAME TO track_words;
        CREATE INDEX track_by_genre ON track (genre COLLATE NOCASE, album) WHERE missing_since IS NULL;
        CREATE INDEX track_album_by_addition ON track (album, added_at) WHERE missing_since IS NULL;
        """
}

/// The table of artists, one row per folded name, however it is spelled.
enum ArtistRow {
    static let schema = """
        CREATE TABLE artist (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL,
            key TEXT NOT NULL UNIQUE
        ) STRICT;
        CREATE VIRTUAL TABLE artist_words USING fts5 (name, prefix = '1 2 3');
        """
}

/// The table of albums.
enum AlbumRow {
    static let schema = """
        CREATE TABLE album (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            title TEXT NOT NULL,
            artist INTEGER REFERENCES artist (id),  -- NULL where the tracks are by several
            grouping TEXT NOT NULL UNIQUE,          -- what its tracks have in common
            title_key TEXT NOT NULL,
            artist_key TEXT NOT NULL
        ) STRICT;
        CREATE INDEX album_by_title ON album (title_key, id);
        CREATE INDEX album_by_artist ON album (artist_key, title_key, id);
        CREATE VIRTUAL TABLE album_words USING fts5 (title, artist, prefix = '1 2 3');
        """
}

/// The table of files that have the name of a music file but are not music, so that no scan opens them again.
enum RejectedFile {
    static let schema = """
        CREATE TABLE rejected (
            folder INTEGER NOT NULL REFERENCES folder (id),
            path BLOB NOT NULL,
            size INTEGER NOT NULL,
            modified INTEGER NOT NULL,
            inode INTEGER NOT NULL,
            reason TEXT NOT NULL,
            PRIMARY KEY (folder, path)
        ) STRICT, WITHOUT ROWID;
        """
}
