package import Music

/// A command of a client as it was sent: tracks by their rows in the catalog, positions in beats or seconds.
package enum Wish: Hashable, Sendable {
    package enum Place: Hashable, Sendable {
        case position(MediaTime)
        case by(MediaTime)
        case beat(Int)
        case bar(Int)
        /// Relative to the last beat.
        case byBeats(Int)
        case byBars(Int)
    }

    /// Music that the catalog knows.
    package enum Selection: Hashable, Sendable {
        case tracks([Int])
        case pieces([Piece])
        case album(Int)
        case artist(Int)
        case playlist(Int)
        /// All that the library lists for a query, in its order.
        case smart(TrackQuery)
        case library

        /// Whether a few words may name thousands of tracks.
        package var mayBeLong: Bool {
            switch self {
            case .tracks, .pieces, .album: false
            case .artist, .playlist, .smart, .library: true
            }
        }
    }

    /// The screens that a command is for.
    package enum Screens: Hashable, Sendable {
        case numbers([Int])
        /// All of a group, by its name.
        case group(String)
    }

    case play
    case pause
    case toggle
    case next
    case previous
    case seek(Place)
    /// Repeats a part of what plays, until `endLoop`, a seek out of it or another track.
    case loop(from: MediaTime, to: MediaTime)
    case endLoop
    case metronome(MetronomeCommand)
    case follow(FollowWish)
    /// Plays a live source by its name; nil ends that.
    case live(String?)
    /// Takes a song of the catalog for the metronome.
    case song(Int, starts: Bool)
    /// Goes through a set list, from one of its songs on.
    case setList(Int, index: Int)
    /// So many songs further in the set list.
    case stepSong(Int)
    /// Replaces the whole queue and plays from one of the tracks on.
    case playMusic(Selection, start: Int, position: MediaTime)
    case playEntry(Int)
    case add(Selection, isNext: Bool)
    case move(entry: Int, to: Int)
    case remove([Int])
    case clear(keepsPlaying: Bool)
    /// Puts back what was removed from the queue last, or last up to a revision.
    case undo(through: Int?)
    case shuffle(Bool)
    case repeating(RoomSettings.Repeat)
    case set(SettingsChange)
    /// Nil removes a setting.
    case look([String: LookValue?])
    case renameScreen(Int, String)
    case offsetScreen(Int, milliseconds: Double)
    /// Nil takes it off the wall.
    case placeScreen(Int, WallPlace?)
    /// Takes all screens off the wall, or only those that are not here.
    case clearWall(onlyAbsent: Bool)
    /// Sets something for some screens.
    case steerScreens(Screens, ScreenChange)
    /// Has screens load their page again.
    case reloadScreens(Screens)
    /// Makes a group of screens, or replaces those of the group with this name.
    case setGroup(String, [Int])
    case renameGroup(String, to: String)
    case removeGroup(String)
    /// A screen that is not here, by the number of what the room remembers of it.
    case forgetScreen(Int)
    case identifyScreen(Int)
    case identifyScreens
    case party(PartyWish)
    /// To skip what plays; enough votes of guests do.
    case vote

    /// The music that it names, if any.
    package var selection: Selection? {
        switch self {
        case .playMusic(let selection, _, _), .add(let selection, _): selection
        case .party(.ask(let selection, _)): selection
        default: nil
        }
    }
}
