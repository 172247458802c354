/// The state of a recording's analysis.
package enum AnalysisState: String, Sendable, CaseIterable {
    case pending, running, done, failed
}

/// Which tracks to list, in which order, and which page of them.
package struct TrackQuery: Hashable, Sendable {
    package enum Order: String, Sendable, CaseIterable {
        /// The best match first; without a search, by title.
        case relevance
        case title, artist, album, added, year, duration, tempo, plays, lastPlayed
    }

    /// The bounds of what people may ask for.
    package static let tempos = 1.0...1000.0
    package static let years = 0...9999
    /// Longest text and genre, in characters.
    package static let longestText = 500

    /// Prefixes of words that must all occur in title, artist, album or genre.
    package var text: String?
    package var order = Order.relevance
    package var isDescending = false
    package var artist: Int?
    package var album: Int?
    package var genre: String?
    package var state: AnalysisState?
    package var tempo: ClosedRange<Double>?
    package var key: MusicalKey?
    package var years: ClosedRange<Int>?
    package var isFavourite: Bool?
    package var wasPlayed: Bool?
    /// Also lists tracks whose files are missing; a text search never finds them.
    package var includesMissing = false
    package var limit = 50
    package var offset = 0

    package init() {}
}
