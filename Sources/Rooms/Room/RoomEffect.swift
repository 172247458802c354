import Library
import Music
import Session
import Web
import Workers

/// Something outside of a room that the room wants done. `Rooms` does it, in order, and hands results back to the room.
enum RoomEffect: Sendable {
    // For those who hear the room
    /// Send a message to all who hear its stream.
    case publish(StreamMessage)
    /// Send one subscriber some messages; then let it hear other streams.
    case seat(Subscriber, leaving: Set<RoomStream>, joining: Set<RoomStream>, first: [StreamMessage])
    /// Send one client a message.
    case tell(ConnectionID, [UInt8])
    /// Close the connection of somebody who must come back as a new client.
    case dismiss(Subscriber)

    // For the music
    /// Fetch a piece's score; `take(_:of:asked:at:)` takes it. Somebody may have asked for the piece just now.
    case fetch(Piece, AnalysisQueue.Urgency, ticket: Int, isPressed: Bool)
    /// Fetch a piece's score again, since its beats were corrected; `takeCorrected` takes it.
    case fetchCorrected(Piece, ticket: Int)
    /// Fetch a piece's lyrics; `take(_:of:asked:at:)` takes them.
    case fetchLyrics(Piece, ticket: Int)
    /// Fetch the files of these pieces from other servers, in place of those that were wanted before.
    case fetchAhead([Piece])
    /// Look for more music to play; `takeMore` takes it.
    case findMore(More)
    /// Make the sound of these courses that is due by then; `take(_:at:)` takes it.
    case sound([Course], through: ServerTime, [Piece: PieceSound], clicks: RoomClicks)
    /// Stop decoding.
    case silence

    /// Have the server asked that the room follows now, and none that it followed before.
    case watch
    /// Look whether the input sounds that the room switches to from now on.
    case watchInput

    /// Tell which parties are open.
    case tellParties
    /// Tell observers that a piece plays now.
    case begins(Piece)
    /// Count a play of a piece.
    case countPlay(Piece)
    /// Keep the place in a long piece, for somebody who goes on with it later.
    case keepPlace(PlaceMeter.Place)

    // For long queues
    /// Encode the queue on another thread; `take(_:at:)` takes it.
    case encode(QueueMessage, edition: Int)
    /// Hand the encoded queue to those who wait for it.
    case hand(QueueSheet)

    /// Log that the room refused a command of the server itself.
    case warn(Refusal)

    /// What a room plays by itself.
    enum More: Sendable {
        /// So many random tracks of the library.
        case some(Int)
        /// The songs of the demo that follow a piece.
        case demo(after: Piece?)
    }
}
