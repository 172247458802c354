import Music
import Session
import Text

/// What a room follows, as a part of its state. Unknown values are null, never left out.
struct FollowingJSON: Encodable {
    let following: Following

    private enum Key: String, CodingKey {
        case server, user, player, song, playing, speed, accuracy, placeError, beatError, taps, reports, trouble
    }

    private enum SongKey: String, CodingKey { case title, artist, album, known }

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(following.target.server, forKey: .server)
        try object.encode(following.target.user, forKey: .user)
        try object.encode(following.target.player, forKey: .player)
        if let song = following.song {
            var shown = object.nestedContainer(keyedBy: SongKey.self, forKey: .song)
            try shown.encode(song.title, forKey: .title)
            try shown.encode(song.artist, forKey: .artist)
            try shown.encode(song.album, forKey: .album)
            try shown.encode(song.piece != nil, forKey: .known)
        } else {
            try object.encodeNil(forKey: .song)
        }
        try object.encode(following.isPlaying, forKey: .playing)
        try object.encode(following.speed, forKey: .speed)
        try object.encode(following.accuracy.rawValue, forKey: .accuracy)
        try object.encode(following.placeError.map { rounded($0, to: 3) }, forKey: .placeError)
        try object.encode(following.beatError.map { rounded($0, to: 3) }, forKey: .beatError)
        try object.encode(following.tapCount, forKey: .taps)
        try object.encode(following.isReported, forKey: .reports)
        try object.encode(following.trouble, forKey: .trouble)
    }
}
