package import Music
package import Session

/// What a room says, as values below any encoding: for sockets and event streams, and for all who speak another protocol.
package enum RoomNews: Sendable {
    /// What plays and where, from a moment on.
    case timeline(TimelineNews)
    case state(StateMessage)
    case queue(QueueSheet)
    case screens(ScreensMessage)
    case party(PartyMessage)
    /// The beats of a course around a moment, and the plan of its picture.
    case grid(any Score, on: Course, at: ServerTime)
    case plan(PicturePlan, on: Course, at: ServerTime)
    /// Frames, a beat, a line or a cue.
    case item(FeedItem)
    case sound(SoundPart)
    /// A piece begins to play. Only observers are told.
    case begins(Piece)
    /// What one client is told about itself.
    case personal
}

/// Somebody in this process who is told what all rooms say.
package struct RoomObserver: Sendable {
    /// The streams that it hears. Rooms make nothing that nobody hears.
    let streams: Set<RoomStream>
    let hear: @Sendable (_ news: RoomNews, _ room: String) -> Void

    /// Hears these streams and which pieces begin. `hear` is called on the rooms' thread, so it must hand on what takes long.
    package init(_ streams: Set<RoomStream> = [], _ hear: @escaping @Sendable (_ news: RoomNews, _ room: String) -> Void) {
        (self.streams, self.hear) = (streams, hear)
    }
}
