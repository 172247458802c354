import Rooms
package import Session

/// What somebody may do here besides reading, and the least role for it. This is the one table of who may do what;
/// `Public/docs/access.md` shows it.
package enum Right: CaseIterable, Sendable {
    case add
    case vote
    case joinParty
    case orderRequests
    case play
    case hostParty
    case invite
    case inviteHosts
    case deleteRoom
    case seeAddresses
    case editBeats
    case editPlaylists
    case editSongs
    case editClicks
    case editLooks
    case markFavourites
    case seeFiles
    case tendLibrary
    case upload
    case editTags
    case tendServer
    case moveSettings
    case editServers

    package var least: Role {
        switch self {
        case .add, .vote, .joinParty: .guest
        case .orderRequests: .cohost
        case .play, .hostParty, .invite, .deleteRoom, .seeAddresses, .editBeats, .editPlaylists, .editSongs, .editClicks,
            .editLooks,
            .markFavourites, .seeFiles:
            .host
        case .inviteHosts, .tendLibrary, .upload, .editTags, .tendServer, .moveSettings, .editServers: .owner
        }
    }

    /// Whether a link for one room is enough, in that room.
    package var isOfRoom: Bool {
        switch self {
        case .add, .vote, .joinParty, .orderRequests, .play, .hostParty, .invite, .inviteHosts, .deleteRoom, .seeAddresses: true
        case .editBeats, .editPlaylists, .editSongs, .editClicks, .editLooks, .markFavourites, .seeFiles, .tendLibrary, .upload,
            .editTags, .tendServer, .moveSettings, .editServers:
            false
        }
    }

    /// For people.
    package var words: String {
        switch self {
        case .add:
            "add tracks and albums to the end of the queue, at most \(Self.guestEntries) waiting for each guest, and remove them again"
        case .vote: "vote to skip what plays"
        case .joinParty: "at a party: ask for songs, vote on those that wait, bring own ones forward"
        case .orderRequests: "at a party: pin, move and refuse what guests ask for"
        case .hostParty: "open and close parties, make their rules, rename, mute and send away guests"
        case .play:
            "decide what plays or whom the room follows, how it looks and sounds, what the room is called, and the name, sound, visuals, place and groups of screens"
        case .invite:
            "make, see and revoke links and short codes for viewers, guests and co-hosts, let in screens that ask by a code"
        case .inviteHosts: "make, see and revoke links and short codes for hosts, let in screens as hosts"
        case .deleteRoom: "delete rooms in which nobody is"
        case .seeAddresses: "see the addresses of screens"
        case .editBeats: "correct beats and lyrics, set markers"
        case .editPlaylists: "make, change and delete playlists"
        case .editSongs: "make, change and delete songs and set lists, delete the practice of a name"
        case .editClicks: "upload and delete sounds of the metronome"
        case .editLooks: "save looks for all rooms, change and delete them"
        case .markFavourites:
            "mark tracks and albums as favourites, give tracks stars, keep albums of music servers on this machine, see where somebody stopped in a long track"
        case .seeFiles: "see the paths of files, and which files could not be read"
        case .tendLibrary: "scan the library, start and pause its analysis"
        case .upload: "add files to the library"
        case .editTags: "see and edit the tags of files, and undo that"
        case .moveSettings: "export what people entered, and import it"
        case .tendServer: "see the log and crashes, and have work tried again that was set aside after a crash"
        case .editServers: "see, add, change and remove music servers"
        }
    }

    private static var guestEntries: Int { GuestBook.mostWaiting }
}

extension Wish {
    /// What a command needs. A viewer may send none.
    package var right: Right {
        switch self {
        // More than a guest may have waiting is not even looked up.
        case .add(.tracks(let tracks), isNext: false) where tracks.count <= GuestBook.mostWaiting: .add
        case .add(.pieces(let pieces), isNext: false) where pieces.count <= GuestBook.mostWaiting: .add
        case .add(.album, isNext: false): .add
        // The room looks whose they are.
        case .remove(let entries) where entries.count <= GuestBook.mostWaiting: .add
        case .vote: .vote
        case .party(let wish):
            switch wish.sender {
            case .guest: .joinParty
            case .cohost: .orderRequests
            case .host: .hostParty
            }
        case .play, .pause, .toggle, .next, .previous, .seek, .loop, .endLoop, .playMusic, .playEntry, .add,
            .move, .remove, .clear, .undo, .shuffle,
            .repeating, .set, .look, .renameScreen, .offsetScreen, .placeScreen, .clearWall, .steerScreens,
            .reloadScreens, .forgetScreen, .setGroup, .renameGroup, .removeGroup, .identifyScreen, .identifyScreens, .metronome,
            .follow, .live,
            .song, .setList, .stepSong:
            .play
        }
    }
}
