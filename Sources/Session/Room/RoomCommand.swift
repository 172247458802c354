package import Music

/// What changes a room: a person's command with its data from the catalog, or news of the server itself.
package enum RoomCommand: Hashable, Sendable, Codable {
    case play
    case pause
    case toggle
    case next
    case previous
    case seek(MediaTime)
    /// Repeats a part of what plays.
    case loop(from: MediaTime, to: MediaTime)
    case endLoop
    case metronome(MetronomeCommand)
    case follow(FollowCommand)
    case live(LiveCommand)
    /// Replaces the whole queue and plays from one of its pieces on.
    case playPieces([QueuedPiece], start: Int, position: MediaTime)
    case playEntry(Int)
    case add([QueuedPiece], isNext: Bool)
    case move(entry: Int, to: Int)
    /// What a person removes can be undone.
    case remove([Int], isUndoable: Bool = false)
    /// Empties the queue, and stops the music unless the entry that plays is kept.
    case clear(keepsPlaying: Bool)
    /// Puts back what was removed last, or last up to a revision.
    case undo(through: Int?)
    case shuffle(Bool)
    case repeating(RoomSettings.Repeat)
    case set(SettingsChange)
    case look([String: LookValue?])
    /// A screen's name and its offset; nil leaves them as they are.
    case remember(client: String, name: String?, offset: Double?)
    /// A screen's place on the wall; nil takes it off.
    case place(client: String, WallPlace?)
    /// Sets something for some screens.
    case steer(clients: [String], ScreenChange)
    /// Forgets a screen.
    case forget(client: String)
    /// Makes a group of screens, or gives the group with this name other screens.
    case setGroup(String, clients: [String])
    case renameGroup(String, to: String)
    case removeGroup(String)
    /// Takes all screens off the wall but these.
    case clearWall(keeping: Set<String>)
    /// Updates what is known of a piece.
    case learned(QueuedPiece)
    /// A piece that cannot be played now.
    case unplayable(Piece, reason: String)
    /// Too little of the score is known: the music waits at this position.
    case wait(at: MediaTime)
    /// Resumes the music that waits, from a position before its start if clicks count in.
    case goOn(from: MediaTime? = nil)
    /// A piece whose beats have changed.
    case regrid(Piece)
    case party(PartyCommand)
    /// A guest's vote to skip what plays, with the guests who are here.
    case vote(of: Set<String>)
    /// Nothing but time has passed while the server ran: what ended by itself until then was played.
    case passed
}

extension RoomCommand {
    /// The screens that are remembered by it.
    package var clients: [String] {
        switch self {
        case .remember(let client, _, _), .place(let client, _): [client]
        case .steer(let clients, _), .setGroup(_, let clients): clients
        default: []
        }
    }
}

/// Why a room refused a command.
package enum Refusal: Error, Hashable, Sendable {
    case nothingPlays
    case noTracks
    case noEntry(Int)
    case queueFull
    case nothingToUndo
    case loopTooShort
    case badRhythm(RhythmProblem)
    case tooManyLookSettings
    case tooManyOwnSettings
    case noGroup(String)
    case groupExists(String)
    case tooManyGroups
    /// The room follows what somebody plays.
    case follows(String)
    case followsNobody
    /// What is refused while the room plays a live source.
    case isLive
    case noBeats
    case nothingTapped
    /// So many tracks of one guest would wait.
    case guestHasEnough(Int)
    case notTheGuests
    case guestIsAway
    case party(PartyRefusal)

    package var code: String {
        switch self {
        case .nothingPlays, .followsNobody: "not-playing"
        case .noTracks, .noEntry, .nothingToUndo, .noGroup: "not-found"
        case .groupExists, .follows, .isLive, .nothingTapped, .guestIsAway: "conflict"
        case .notTheGuests: "role-needed"
        case .noBeats: "no-grid"
        case .loopTooShort, .badRhythm: "bad-value"
        case .queueFull, .tooManyLookSettings, .tooManyOwnSettings, .tooManyGroups, .guestHasEnough: "too-many"
        case .party(let refusal): refusal.code
        }
    }

    package var sentence: String {
        switch self {
        case .nothingPlays: "Nothing plays in this room."
        case .noTracks: "There is no track to play."
        case .noEntry(let number): "The queue has no entry \(number)."
        case .loopTooShort: "A loop is at least \(Loop.shortest.seconds) s long, and within the track."
        case .badRhythm(let problem): "\(problem)."
        case .queueFull: "A queue holds at most \(RoomQueue.mostEntries) tracks."
        case .nothingToUndo: "What was removed from the queue can be put back for 20 seconds; there is nothing now."
        case .tooManyLookSettings: "A look has at most \(LookValue.mostSettings) settings."
        case .noGroup(let name): "There is no group \(MessageProblem.quote(name)) in this room."
        case .groupExists(let name): "There is a group \(MessageProblem.quote(name)) already."
        case .tooManyGroups: "A room has at most \(ScreenGroup.most) groups of screens."
        case .follows(let user): "This room follows what \(MessageProblem.quote(user)) plays: stop following first."
        case .followsNobody: "This room follows nobody."
        case .isLive: "What is live can be neither sought nor skipped."
        case .noBeats: "No beats are known of this song."
        case .nothingTapped: "Tap the beat first."
        case .guestHasEnough(let count): "A guest may have \(GuestBook.mostWaiting) tracks waiting: these would be \(count)."
        case .notTheGuests: "A guest may remove only the tracks that he or she has added and that wait."
        case .guestIsAway: "Only guests whose page shows the room can vote in it."
        case .party(let refusal): refusal.sentence
        case .tooManyOwnSettings: "A screen's own look has at most \(ScreenSettings.mostLookSettings) settings."
        }
    }
}
