import Music

extension Catalog {
    /// Adds what people entered elsewhere, each kind wholly or not at all. With `rehearses` nothing is changed.
    ///
    /// What is newer wins, by the time at which it was changed; what has no such time is only added, and never changed or removed.
    /// Taking the same settings again changes nothing.
    package func take(_ settings: CatalogSettings, rehearses: Bool, at now: Int) throws(CatalogError) -> [SettingsOutcome] {
        var outcomes = try attempt([SettingsOutcome("corrections", total: settings.corrections.count)], rehearses) {
            (outcomes) throws(CatalogError) in
            for correction in settings.corrections { try take(correction, .beats, &outcomes[0], at: now) }
        }
        outcomes += try attempt([SettingsOutcome("lyrics", total: settings.lyrics.count)], rehearses) {
            (outcomes) throws(CatalogError) in
            for correction in settings.lyrics { try take(correction, .lyrics, &outcomes[0], at: now) }
        }
        outcomes += try attempt([SettingsOutcome("markers", total: settings.markers.count)], rehearses) {
            (outcomes) throws(CatalogError) in try take(settings.markers, &outcomes[0])
        }
        outcomes += try attempt([SettingsOutcome("playlists", total: settings.playlists.count)], rehearses) {
            (outcomes) throws(CatalogError) in try take(settings.playlists, settings.hints, &outcomes[0])
        }
        let ofSongs = [
            SettingsOutcome("songs", total: settings.songs.count), SettingsOutcome("setLists", total: settings.setLists.count),
            SettingsOutcome("practice", total: settings.practice.count),
        ]
        outcomes += try attempt(ofSongs, rehearses) { (outcomes) throws(CatalogError) in
            let ids = try take(settings.songs, &outcomes[0])
            try take(settings.setLists, ids, &outcomes[1])
            try take(settings.practice, ids, &outcomes[2])
        }
        outcomes += try attempt([SettingsOutcome("looks", total: settings.looks.count)], rehearses) {
            (outcomes) throws(CatalogError) in
            for look in settings.looks { try take(look, &outcomes[0]) }
        }
        let ofListening = [
            SettingsOutcome("favourites", total: settings.favourites.count),
            SettingsOutcome("favouriteAlbums", total: settings.favouriteAlbums.count),
            SettingsOutcome("pinnedAlbums", total: settings.pinnedAlbums.count),
            SettingsOutcome("ratings", total: settings.ratings.count), SettingsOutcome("plays", total: settings.plays.count),
        ]
        return try outcomes
            + attempt(ofListening, rehearses) { (outcomes) throws(CatalogError) in
                for favourite in settings.favourites { try take(favourite, &outcomes[0]) }
                try take(settings.favouriteAlbums, into: "favourite_album", &outcomes[1])
                try take(settings.pinnedAlbums, into: "pinned_album", atMost: PinnedAlbum.most, &outcomes[2])
                for rating in settings.ratings { try take(rating, &outcomes[3]) }
                for plays in settings.plays { try take(plays, &outcomes[4]) }
            }
    }

    /// Runs a transaction, and takes it back if it only rehearses. What the catalog refuses becomes the problem of all kinds in it.
    private func attempt(
        _ kinds: [SettingsOutcome], _ rehearses: Bool,
        _ body: (inout [SettingsOutcome]) throws(CatalogError) -> Void
    ) throws(CatalogError) -> [SettingsOutcome] {
        var outcomes = kinds
        var isRehearsed = false
        do throws(CatalogError) {
            try change { () throws(CatalogError) in
                try body(&outcomes)
                guard rehearses else { return }
                isRehearsed = true
                // Rolls it back.
                throw .conflict("it was only a rehearsal")
            }
        } catch {
            if isRehearsed { return outcomes }
            guard case .conflict = error else {
                guard case .refused = error else { throw error }
                return Self.refused(kinds, error)
            }
            return Self.refused(kinds, error)
        }
        return outcomes
    }

    private static func refused(_ kinds: [SettingsOutcome], _ error: CatalogError) -> [SettingsOutcome] {
        kinds.map { kind in
            var kind = kind
            kind.problem = "\(error)"
            return kind
        }
    }

    // Edits

    private func take(
        _ correction: CatalogSettings.Correction, _ part: Corrected, _ outcome: inout SettingsOutcome, at now: Int
    ) throws(CatalogError) {
        let text = Value(correction.recording.description)
        let here = try connection.row("SELECT steps, changed_at FROM \(part.table) WHERE identity = ?", text) {
            (steps: $0.text("steps"), changedAt: $0.int("changed_at"))
        }
        if here?.steps == correction.steps {
            outcome.same += 1
            return
        }
        if let here, here.changedAt >= correction.changedAt {
            let title = try title(of: correction.recording)
            return outcome.keep("The \(part) of “\(title)” were corrected here later.")
        }
        _ = try content(of: correction.recording)
        try note(correction.steps, after: here?.steps, of: correction.recording, part, at: now, by: "import")
        try StoredCorrection.write(correction.steps, of: correction.recording, part, at: correction.changedAt, in: connection)
        if here == nil { outcome.added += 1 } else { outcome.changed += 1 }
        if try !hasTrack(correction.recording) { outcome.waiting += 1 }
    }

    private func take(_ markers: [CatalogSettings.Marked], _ outcome: inout SettingsOutcome) throws(CatalogError) {
        var here: [CatalogSettings.Marked: Int] = [:]
        for recording in Set(markers.map(\.recording)) {
            let known = try connection.rows(
                "SELECT \(Marker.columns) FROM marker WHERE identity = ?", [Value(recording.description)]
            ) { Marker($0).place }
            for place in known { here[CatalogSettings.Marked(recording: recording, place: place), default: 0] += 1 }
        }
        for marker in markers {
            // Of several equal ones in the file, as many are here already.
            if let count = here[marker], count > 0 {
                here[marker] = count - 1
                outcome.same += 1
                continue
            }
            _ = try content(of: marker.recording)
            try insert(marker.place, to: marker.recording)
            outcome.added += 1
            if try !hasTrack(marker.recording) { outcome.waiting += 1 }
        }
    }

    // Songs

    /// Returns the ids of the songs here.
    private func take(_ songs: [CatalogSettings.Sheet], _ outcome: inout SettingsOutcome) throws(CatalogError) -> [Int] {
        struct Name: Hashable {
            let title: String
            let artist: String
        }
        var known: [Name: [(id: Int, changedAt: Int)]] = [:]
        try connection.each("SELECT id, title, artist, changed_at FROM song ORDER BY id DESC", []) { row in
            let name = Name(title: row.text("title"), artist: row.text("artist"))
            known[name, default: []].append((row.int("id"), row.int("changed_at")))
            return true
        }
        var ids: [Int] = []
        for song in songs {
            guard let here = known[Name(title: song.sheet.title, artist: song.sheet.artist)]?.popLast(),
                let sheet = try sheet(here.id)
            else {
                ids.append(try insert(song.sheet, at: song.changedAt))
                outcome.added += 1
                continue
            }
            ids.append(here.id)
            if sheet == song.sheet {
                outcome.same += 1
            } else if here.changedAt >= song.changedAt {
                outcome.keep("The song “\(sheet.title)” was changed here later.")
            } else {
                _ = try update(here.id, from: sheet, to: song.sheet, at: song.changedAt)
                outcome.changed += 1
            }
        }
        return ids
    }

    private func take(
        _ lists: [CatalogSettings.Program], _ ids: [Int], _ outcome: inout SettingsOutcome
    ) throws(CatalogError) {
        var known: [String: [SetList]] = [:]
        for list in try connection.rows("SELECT \(SetList.columns) FROM set_list ORDER BY id DESC", [], { SetList($0) }) {
            known[list.title, default: []].append(list)
        }
        for list in lists {
            let songs = list.songs.map { ids[$0] }
            guard let here = known[list.title]?.popLast() else {
                _ = try insertSetList(list.title, songs: songs, at: list.changedAt)
                outcome.added += 1
                continue
            }
            if here.songs == songs {
                outcome.same += 1
            } else if here.changedAt >= list.changedAt {
                outcome.keep("The set list “\(here.title)” was changed here later.")
            } else {
                try update(setList: here.id, title: nil, songs: songs, at: list.changedAt)
                outcome.changed += 1
            }
        }
    }

    private func take(_ practice: [PracticeItem], _ ids: [Int], _ outcome: inout SettingsOutcome) throws(CatalogError) {
        for item in practice {
            let here = try connection.row(
                "SELECT seconds FROM practice WHERE name = ? AND item = ?", Value(item.name), Value(item.item)
            ) { $0.int() }
            if let here, here >= item.seconds {
                outcome.same += 1
                continue
            }
            try insert(item.of(song: item.song.map { ids[$0] }))
            if here == nil { outcome.added += 1 } else { outcome.changed += 1 }
        }
    }

    // Looks

    private func take(_ look: CatalogSettings.NamedLook, _ outcome: inout SettingsOutcome) throws(CatalogError) {
        let here = try connection.row("SELECT \(SavedLook.columns) FROM look WHERE name = ?", Value(look.name)) { SavedLook($0) }
        guard let here else {
            _ = try insertLook(look.name, look.settings, at: look.changedAt)
            outcome.added += 1
            return
        }
        if here.settings == look.settings {
            outcome.same += 1
        } else if here.changedAt >= look.changedAt {
            outcome.keep("The look “\(here.name)” was changed here later.")
        } else {
            try update(look: here.id, name: nil, settings: look.settings, at: look.changedAt)
            outcome.changed += 1
        }
    }

    // Listening

    private func take(_ favourite: CatalogSettings.Favourite, _ outcome: inout SettingsOutcome) throws(CatalogError) {
        if try mark(true, favourite.recording, at: favourite.since) {
            outcome.added += 1
            if try !hasTrack(favourite.recording) { outcome.waiting += 1 }
        } else {
            outcome.same += 1
        }
    }

    private func take(
        _ albums: [CatalogSettings.MarkedAlbum], into table: String, atMost most: Int = .max, _ outcome: inout SettingsOutcome
    ) throws(CatalogError) {
        var count = try connection.number("SELECT count(*) FROM \(table)")
        let paths = try folderPaths(in: connection)
        let folders = Dictionary(paths.map { ($1, $0) }) { first, _ in first }
        for album in albums {
            guard let key = AlbumGrouping.key(of: album, folders: folders) else {
                outcome.leave("An album of the folder \(album.folder ?? "") is left out: the folder is not served here.")
                continue
            }
            let isKnown = try connection.number("SELECT count(*) FROM \(table) WHERE grouping = ?", Value(key)) > 0
            guard isKnown || count < most else {
                outcome.leave("An album is left out: there are \(most) already.")
                continue
            }
            try connection.run("INSERT OR IGNORE INTO \(table) (grouping, since) VALUES (?, ?)", Value(key), Value(album.since))
            if connection.changedRows > 0 { outcome.added += 1 } else { outcome.same += 1 }
            count += connection.changedRows
        }
    }

    /// Stars have no time: those that somebody gave here stay.
    private func take(_ rating: CatalogSettings.Rating, _ outcome: inout SettingsOutcome) throws(CatalogError) {
        let here = try connection.row(
            "SELECT rating FROM listening WHERE identity = ?", Value(rating.recording.description), read: { $0.intOrNil("rating") })
        switch here ?? nil {
        case rating.stars: outcome.same += 1
        case .some:
            let title = try title(of: rating.recording)
            outcome.keep("“\(title)” has other stars here.")
        case nil:
            _ = try rate(rating.stars, rating.recording)
            outcome.added += 1
            if try !hasTrack(rating.recording) { outcome.waiting += 1 }
        }
    }

    /// The greater count and the later time of the two, so that the same plays never count twice.
    private func take(_ plays: CatalogSettings.Plays, _ outcome: inout SettingsOutcome) throws(CatalogError) {
        let text = Value(plays.recording.description)
        let here = try connection.row("SELECT plays, last_played FROM listening WHERE identity = ?", text) {
            (count: $0.int("plays"), last: $0.intOrNil("last_played"))
        }
        let last = [here?.last, plays.last].compactMap(\.self).max()
        if let here, here.count >= plays.count, here.last == last {
            outcome.same += 1
            return
        }
        try connection.run(
            """
            INSERT INTO listening (identity, plays, last_played) VALUES (?, ?, ?) \
            ON CONFLICT (identity) DO UPDATE SET plays = excluded.plays, last_played = excluded.last_played
            """, text, Value(max(plays.count, here?.count ?? 0)), Value(last))
        if here?.count ?? 0 == 0 { outcome.added += 1 } else { outcome.changed += 1 }
        if try !hasTrack(plays.recording) { outcome.waiting += 1 }
    }

    /// The title of a recording, for people.
    private func title(of recording: ContentIdentity) throws(CatalogError) -> String {
        try connection.row(
            "SELECT track.title FROM content JOIN track ON track.content = content.id WHERE content.identity = ? LIMIT 1",
            Value(recording.description)
        ) { $0.text() } ?? recording.description
    }

    func hasTrack(_ recording: ContentIdentity) throws(CatalogError) -> Bool {
        try connection.number(
            "SELECT count(*) FROM content JOIN track ON track.content = content.id WHERE content.identity = ?",
            Value(recording.description)) > 0
    }
}
