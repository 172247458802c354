/// Migrates a database to the schema of this version, by all steps that it lacks.
enum Migrations {
    /// The statements of each step. Released steps never change: a change of the schema is a new step at the end.
    private static let steps: [[String]] = [
        [
            MusicFolder.schema, Content.schema, ArtistRow.schema, AlbumRow.schema, TrackRow.schema, RejectedFile.schema,
            Marker.schema, StoredCorrection.schema(of: .beats), Playlist.schema, RoomTables.first, Setting.schema,
        ],
        [TrackRow.coverBeside],
        [RoomTables.third],
        // An empty step: rooms are moved to their own file when both are open, and older programs do not find them there.
        [],
        [PlaylistFiles.schema],
        [Listening.schema, TrackRow.genres],
        [CorrectionHistory.schema(of: .beats)],
        [Song.schema, SetList.schema, PracticeItem.schema],
        [StoredCorrection.schema(of: .lyrics), CorrectionHistory.schema(of: .lyrics)],
        [Listening.rating, OtherPlaces.schema],
        [PinnedAlbum.schema],
        [Station.schema],
        [TagEdit.schema],
        [TrackRow.codes],
        [Content.key],
        [TrackRow.refusedBeside],
        [SavedLook.schema],
    ]

    static var current: Int { steps.count }

    /// The number of steps that a database has taken; throws if this program knows fewer.
    static func version(of connection: Connection) throws(CatalogError) -> Int { try connection.version(atMost: current) }

    /// Runs the steps up to the last one, or to an earlier one, in one transaction: a commit for each would wait for the disk.
    static func run(on connection: Connection, through last: Int = current) throws(CatalogError) {
        let taken = try version(of: connection)
        guard taken < last else { return }
        try connection.transaction { () throws(CatalogError) in
            for statements in steps[taken..<last].joined() { try connection.script(statements) }
            try connection.script("PRAGMA user_version = \(last)")
            try connection.sealSchema()
        }
    }

    /// Throws if a table or a column is missing. A catalog has the rooms' tables only until they are moved.
    static func check(_ connection: Connection) throws(CatalogError) {
        try connection.checkColumns(columns.get())
    }

    private static let columns = Result { () throws(CatalogError) in
        let model = try Connection(":memory:", .writing)
        try run(on: model)
        try RoomTables.drop(from: model)
        return try model.columns()
    }
}
