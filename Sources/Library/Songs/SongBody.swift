package import Catalog
import Foundation
import Music

/// A song as clients send it, and as files of songs have it. A field that is left out stays as it is.
package struct SongBody: Decodable, Sendable {
    /// The id by which the set lists of the same file name this song.
    let id: Int?
    package var change = Song.Change()
    /// The linked track, where no piece is named; the inner nil ends the link.
    package let track: Int??

    private enum Key: String, CodingKey { case id, title, artist, notes, rhythm, followsTrack, kit, track, piece }

    package init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: Key.self)
        func text<Checked>(_ key: Key, _ check: (String) throws(SongProblem) -> Checked) throws -> Checked? {
            guard let text = try object.decodeIfPresent(String.self, forKey: key) else { return nil }
            do throws(SongProblem) {
                return try check(text)
            } catch {
                throw DecodingError.dataCorruptedError(forKey: key, in: object, debugDescription: error.rule)
            }
        }
        id = try object.decodeIfPresent(Int.self, forKey: .id)
        track = object.contains(.track) ? .some(try object.decodeIfPresent(Int.self, forKey: .track)) : nil
        change.title = try text(.title) { text throws(SongProblem) in try SongText.line(text, "title") }
        change.artist = try text(.artist) { text throws(SongProblem) in
            try SongText.line(text, "artist", in: 0...SongText.longestTitle)
        }
        change.notes = try text(.notes) { text throws(SongProblem) in try SongText.notes(text) }
        change.kit = try text(.kit) { text throws(SongProblem) in try SongText.kit(text) }
        if object.contains(.piece) { change.recording = .some(try text(.piece, SongText.recording)) }
        change.followsTrack = try object.decodeIfPresent(Bool.self, forKey: .followsTrack)
        guard object.contains(.rhythm) else { return }
        do {
            change.rhythm = try object.decodeIfPresent(Rhythm.self, forKey: .rhythm)
        } catch let problem as RhythmProblem {
            throw DecodingError.dataCorruptedError(forKey: .rhythm, in: object, debugDescription: problem.description)
        }
        // A rhythm without followsTrack is the song's own. A rhythm that is null means: follow the track.
        change.followsTrack = change.followsTrack ?? (change.rhythm == nil)
    }
}

/// A set list as clients send it.
package struct SetListBody: Decodable, Sendable {
    package let title: String?
    package let songs: [Int]?

    private enum Key: String, CodingKey { case title, songs }

    package init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: Key.self)
        songs = try object.decodeIfPresent([Int].self, forKey: .songs)
        guard let text = try object.decodeIfPresent(String.self, forKey: .title) else {
            title = nil
            return
        }
        do throws(SongProblem) {
            title = try SongText.line(text, "title")
        } catch {
            throw DecodingError.dataCorruptedError(forKey: .title, in: object, debugDescription: error.rule)
        }
    }
}
