package import Music

/// A room's metronome as people have set it. What it plays at a moment is a piece like any other.
package struct Metronome: Hashable, Sendable {
    /// Clicks on the beats of the recording that plays.
    package struct OverMusic: Hashable, Sendable, Codable {
        package static let rates = [0.5, 1, 2]
        package static let countIns = 0...2

        package var isOn = false
        /// Clicks for each beat.
        package var rate = 1.0
        package var volume = 0.7
        /// Bars of clicks before a track that a person starts.
        package var countIn = 0

        package init() {}
    }

    /// The song that was chosen last.
    package struct Song: Hashable, Sendable, Codable {
        package let id: Int
        package let title: String
        package let artist: String?
        package let notes: String

        package init(id: Int, title: String, artist: String?, notes: String) {
            (self.id, self.title, self.artist, self.notes) = (id, title, artist, notes)
        }
    }

    /// The set list that is gone through.
    package struct SetList: Hashable, Sendable, Codable {
        package static let mostSongs = 500

        package let id: Int
        package let title: String
        package let songs: [Int]
        package internal(set) var index: Int

        package init(id: Int, title: String, songs: [Int], index: Int) {
            (self.id, self.title, self.songs, self.index) = (id, title, songs, index)
        }

        /// The place of a song that is nearest to the current one; nil if it is not there.
        func place(of song: Int) -> Int? { place(of: song, in: songs) }

        /// The place so many songs further in the list as it is now. A song that was removed meanwhile leaves its place to the next.
        package func place(_ step: Int, in songs: [Int]) -> Int {
            guard self.songs.indices.contains(index) else { return index + step }
            return place(of: self.songs[index], in: songs).map { $0 + step } ?? (step > 0 ? index + step - 1 : index + step)
        }

        private func place(of song: Int, in songs: [Int]) -> Int? {
            songs.indices.filter { songs[$0] == song }.min { abs($0 - index) < abs($1 - index) }
        }
    }

    package static let usualKit = "wood"

    package internal(set) var rhythm = Rhythm()
    package internal(set) var kit = usualKit
    package internal(set) var volume = 1.0
    package internal(set) var over = OverMusic()
    package internal(set) var song: Song?
    package internal(set) var list: SetList?

    package init() {}
}

/// A person's change of the metronome; what is nil stays as it is.
package struct MetronomeChange: Hashable, Sendable, Codable {
    package var rhythm = RhythmChange()
    package var kit: String?
    package var volume: Double?

    package init() {}
}

/// A change of the clicks over music.
package struct OverMusicChange: Hashable, Sendable, Codable {
    package var isOn: Bool?
    package var rate: Double?
    package var volume: Double?
    package var countIn: Int?

    package init() {}
}

/// What the metronome is told to do.
package enum MetronomeCommand: Hashable, Sendable, Codable {
    case start(MetronomeChange)
    case stop
    case toggle
    /// Leaves the metronome: the music stands where it was.
    case close
    case set(MetronomeChange)
    /// Changes the tempo by tenths of a beat a minute.
    case nudge(tenths: Int)
    case over(OverMusicChange)
    /// Takes a song's rhythm and sound, and starts or goes on if it clicks. A list is the one that is gone through from here on;
    /// nil leaves it as it is, if the song is in it.
    case song(Metronome.Song, Rhythm, kit: String, list: Metronome.SetList?, starts: Bool)
}

extension Metronome: Codable {
    private enum Key: String, CodingKey { case rhythm, kit, volume, over, song, list }

    /// Throws if a value is out of its bounds, which only damaged data has.
    package init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: Key.self)
        rhythm = try object.decode(Rhythm.self, forKey: .rhythm)
        kit = try object.decode(String.self, forKey: .kit)
        volume = try object.decode(Double.self, forKey: .volume)
        over = try object.decode(OverMusic.self, forKey: .over)
        song = try object.decodeIfPresent(Song.self, forKey: .song)
        list = try object.decodeIfPresent(SetList.self, forKey: .list)
        let isWithinBounds =
            KitName.isValid(kit) && (0...1).contains(volume) && (0...1).contains(over.volume) && OverMusic.rates.contains(over.rate)
            && OverMusic.countIns.contains(over.countIn)
            && list.map { $0.songs.count <= SetList.mostSongs && $0.songs.indices.contains($0.index) } ?? true
        guard isWithinBounds else {
            throw DecodingError.dataCorruptedError(forKey: .kit, in: object, debugDescription: "the metronome is out of bounds")
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(rhythm, forKey: .rhythm)
        try object.encode(kit, forKey: .kit)
        try object.encode(volume, forKey: .volume)
        try object.encode(over, forKey: .over)
        try object.encodeIfPresent(song, forKey: .song)
        try object.encodeIfPresent(list, forKey: .list)
    }
}
