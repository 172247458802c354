package import Music

/// The songs and set lists of a file.
package struct SongImport: Sendable {
    package struct Entry: Sendable {
        package let title: String
        /// The rest of what the file says.
        package let change: Song.Change
        /// What it says of the rhythm, if not all.
        package let rhythm: RhythmChange?

        package init(title: String, change: Song.Change, rhythm: RhythmChange? = nil) {
            self.title = title
            self.change = change
            self.rhythm = rhythm
        }

        /// The song as it is after the import; throws if what the file says does not fit the rhythm that it has.
        package func applied(to sheet: Song.Sheet) throws(CatalogError) -> Song.Sheet {
            var sheet = sheet.changed(by: change)
            do throws(RhythmProblem) {
                if let rhythm { try sheet.rhythm.apply(rhythm) }
            } catch {
                throw .refused("of \"\(title)\", \(error.field) must be \(error.expected)")
            }
            return sheet
        }
    }

    package struct List: Sendable {
        package let title: String
        /// Positions in the file's songs.
        package let songs: [Int]

        package init(title: String, songs: [Int]) {
            self.title = title
            self.songs = songs
        }
    }

    /// How many there were.
    package struct Outcome: Hashable, Sendable {
        package var songs = 0
        package var added = 0
        package var changed = 0
        package var setLists = 0
    }

    package let songs: [Entry]
    package let setLists: [List]

    package init(songs: [Entry], setLists: [List] = []) {
        self.songs = songs
        self.setLists = setLists
    }
}

extension Catalog {
    private struct Name: Hashable {
        let title: String
        let artist: String
    }

    /// Takes a whole file in, or nothing of it.
    ///
    /// A song with the title and the artist of one that is there changes that one, and what the file does not say of it stays. If
    /// there are several of one name, each changes another, in the order in which they were made. So a file that was exported here
    /// changes nothing. The same holds for set lists and their titles.
    package func take(_ file: SongImport, at now: Int) throws(CatalogError) -> SongImport.Outcome {
        try change { () throws(CatalogError) in
            var outcome = SongImport.Outcome()
            var known: [Name: [Int]] = [:]
            try connection.each("SELECT id, title, artist FROM song ORDER BY id DESC", []) { row in
                known[Name(title: row.text("title"), artist: row.text("artist")), default: []].append(row.int("id"))
                return true
            }
            var ids: [Int] = []
            for entry in file.songs {
                let name = Name(title: entry.title, artist: entry.change.artist ?? "")
                if let id = known[name]?.popLast(), let sheet = try sheet(id) {
                    if try update(id, from: sheet, to: entry.applied(to: sheet), at: now) { outcome.changed += 1 }
                    ids.append(id)
                } else {
                    ids.append(try insert(entry.applied(to: Song.Sheet(title: entry.title)), at: now))
                    outcome.added += 1
                }
            }
            outcome.songs = ids.count
            try take(file.setLists, ids, at: now)
            outcome.setLists = file.setLists.count
            return outcome
        }
    }

    private func take(_ setLists: [SongImport.List], _ ids: [Int], at now: Int) throws(CatalogError) {
        guard !setLists.isEmpty else { return }
        var known: [String: [SetList]] = [:]
        for list in try connection.rows("SELECT \(SetList.columns) FROM set_list ORDER BY id DESC", [], { SetList($0) }) {
            known[list.title, default: []].append(list)
        }
        for list in setLists {
            let songs = list.songs.map { ids[$0] }
            if let old = known[list.title]?.popLast() {
                guard old.songs != songs else { continue }
                try update(setList: old.id, title: nil, songs: songs, at: now)
            } else {
                _ = try insertSetList(list.title, songs: songs, at: now)
            }
        }
    }
}
