package import Music
package import Web

/// Delivers what rooms say to those who hear it. Called by the rooms, one call after the other; what one subscriber is sent arrives in
/// that order.
package protocol RoomBus: Sendable {
    /// Sends a letter to all who hear its stream in a room.
    func publish(_ letter: Letter, in room: String)
    /// Sends somebody some letters; then lets it hear other streams of a room.
    func seat(_ subscriber: Subscriber, in room: String, leaving: Set<RoomStream>, joining: Set<RoomStream>, first: [Letter])
    /// Sends one client a message.
    func tell(_ client: ConnectionID, _ bytes: [UInt8])
    /// Says which piece begins to play in a room.
    func begins(_ piece: Piece, in room: String)
    /// Closes the connection of somebody who must come back as a new client.
    func dismiss(_ subscriber: Subscriber)
}

extension RoomBus {
    // Few want to know.
    package func begins(_ piece: Piece, in room: String) {}
}
