package import Music

/// What people entered into the catalog: everything but the music itself. Recordings are named by their content, so that it fits every
/// library that has them.
package struct CatalogSettings: Sendable {
    package struct Correction: Sendable {
        package let recording: ContentIdentity
        /// JSON, as the API gives it.
        package let steps: String
        package let changedAt: Int

        package init(recording: ContentIdentity, steps: String, changedAt: Int) {
            (self.recording, self.steps, self.changedAt) = (recording, steps, changedAt)
        }
    }

    package struct Marked: Hashable, Sendable {
        package let recording: ContentIdentity
        package let place: Marker.Place

        package init(recording: ContentIdentity, place: Marker.Place) {
            (self.recording, self.place) = (recording, place)
        }
    }

    package struct List: Sendable {
        package struct Entry: Hashable, Sendable {
            package let recording: ContentIdentity
            package let title: String

            package init(recording: ContentIdentity, title: String) {
                (self.recording, self.title) = (recording, title)
            }
        }

        package let name: String
        package let entries: [Entry]
        package let changedAt: Int

        package init(name: String, entries: [Entry], changedAt: Int) {
            (self.name, self.entries, self.changedAt) = (name, entries, changedAt)
        }
    }

    package struct Sheet: Sendable {
        package let sheet: Song.Sheet
        package let changedAt: Int

        package init(sheet: Song.Sheet, changedAt: Int) {
            (self.sheet, self.changedAt) = (sheet, changedAt)
        }
    }

    package struct Program: Sendable {
        package let title: String
        /// Positions in `songs`.
        package let songs: [Int]
        package let changedAt: Int

        package init(title: String, songs: [Int], changedAt: Int) {
            (self.title, self.songs, self.changedAt) = (title, songs, changedAt)
        }
    }

    package struct NamedLook: Sendable {
        package let name: String
        /// JSON, as the API gives it.
        package let settings: String
        package let changedAt: Int

        package init(name: String, settings: String, changedAt: Int) {
            (self.name, self.settings, self.changedAt) = (name, settings, changedAt)
        }
    }

    package struct Favourite: Sendable {
        package let recording: ContentIdentity
        package let since: Int

        package init(recording: ContentIdentity, since: Int) {
            (self.recording, self.since) = (recording, since)
        }
    }

    /// A favourite album, or one that is pinned.
    package struct MarkedAlbum: Sendable {
        /// What groups its tracks; without the number of a music folder.
        package let key: String
        /// The music folder, where it is part of the key.
        package let folder: String?
        package let since: Int

        package init(key: String, folder: String?, since: Int) {
            (self.key, self.folder, self.since) = (key, folder, since)
        }
    }

    package struct Rating: Sendable {
        package let recording: ContentIdentity
        package let stars: Int

        package init(recording: ContentIdentity, stars: Int) {
            (self.recording, self.stars) = (recording, stars)
        }
    }

    package struct Plays: Sendable {
        package let recording: ContentIdentity
        package let count: Int
        package let last: Int?

        package init(recording: ContentIdentity, count: Int, last: Int?) {
            (self.recording, self.count, self.last) = (recording, count, last)
        }
    }

    /// What helps to find a recording in a library that has another encoding of it.
    package struct Hint: Hashable, Sendable {
        package let recording: ContentIdentity
        package let title: String
        package let artist: String?
        package let album: String?
        /// Seconds.
        package let duration: Double?

        package init(recording: ContentIdentity, title: String, artist: String?, album: String?, duration: Double?) {
            (self.recording, self.title, self.artist, self.album, self.duration) = (recording, title, artist, album, duration)
        }
    }

    package var hints: [Hint] = []
    package var corrections: [Correction] = []
    /// Corrections of lyrics.
    package var lyrics: [Correction] = []
    package var markers: [Marked] = []
    package var playlists: [List] = []
    package var songs: [Sheet] = []
    package var setLists: [Program] = []
    /// The song of each is a position in `songs`.
    package var practice: [PracticeItem] = []
    package var looks: [NamedLook] = []
    package var favourites: [Favourite] = []
    package var favouriteAlbums: [MarkedAlbum] = []
    /// Those that are kept on the machine, in the order in which they were pinned.
    package var pinnedAlbums: [MarkedAlbum] = []
    package var ratings: [Rating] = []
    package var plays: [Plays] = []

    package init() {}
}
