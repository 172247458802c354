package import Web

/// Delivers what rooms say to those who hear it. Called by the rooms, one call after the other; what one subscriber is sent arrives in
/// that order.
package protocol RoomBus: Sendable {
    /// Sends a message to all who hear its stream in a room.
    func publish(_ message: StreamMessage, in room: String)
    /// Sends somebody some messages; then lets it hear other streams of a room.
    func seat(_ subscriber: Subscriber, in room: String, leaving: Set<RoomStream>, joining: Set<RoomStream>, first: [StreamMessage])
    /// Sends one client a message.
    func tell(_ client: ConnectionID, _ bytes: [UInt8])
    /// Closes the connection of somebody who must come back as a new client.
    func dismiss(_ subscriber: Subscriber)
}
