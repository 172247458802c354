/// The tags of a file: title, artist, album and so on.
package struct Tags: Hashable, Sendable, Codable {
    package var title: String?
    package var artist: String?
    package var album: String?
    package var albumArtist: String?
    package var genre: String?
    package var date: String?
    package var year: Int?
    package var track: Int?
    package var trackCount: Int?
    package var disc: Int?
    package var discCount: Int?
    package var compilation: Bool?
    package var lyrics: String?
    package var trackGain: Double?
    package var trackPeak: Double?
    package var albumGain: Double?
    package var albumPeak: Double?
    /// As `RecordingCode` gives them.
    package var isrc: String?
    package var musicBrainzID: String?

    package init() {}
}
