package import Session
import Web

/// A client in a room.
package struct Member {
    let id: ConnectionID
    /// Its number for other clients, counted up from the server's start.
    let number: Int
    let kind: Hello.Kind
    /// The id that the client gives itself, the same at every visit.
    let client: String?
    let address: String
    /// Whose quotas it uses.
    let asker: Asker
    /// The name in its hello.
    var name: String
    /// The streams that were granted to it.
    package var streams: Streams
    package var isVisible = true
    package var report = Report()

    /// The streams that are sent now: a screen that nobody sees needs no frames, beats or sound.
    var sent: Streams {
        guard !isVisible else { return streams }
        return streams.removing([.frames, .beats, .audio])
    }

    /// The key by which the room remembers it.
    var key: String { client ?? "\(address)/\(name)" }
}
