package import Session
import Web

/// One client in a room, as the room knows it.
package struct Member {
    let id: ConnectionID
    /// What others call it by: counted up from the server's start.
    let number: Int
    let kind: Hello.Kind
    /// What it tells itself from others by, from visit to visit.
    let client: String?
    let address: String
    /// Those who share what one may hold.
    let asker: Asker
    /// The name that it came with.
    var name: String
    /// What it asked for.
    package var streams: Streams
    package var isVisible = true
    package var report = Report()

    /// What is sent to it now: nobody draws on a screen that nobody sees.
    var sent: Streams {
        guard !isVisible else { return streams }
        return streams.removing([.frames, .beats, .audio])
    }

    /// What the room remembers it by.
    var key: String { client ?? "\(address)/\(name)" }
}
