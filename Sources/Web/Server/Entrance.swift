/// A port of the server: all listeners on it, and what is served there. Its connections share it: thousands of copies would be much memory.
package final class Entrance: Sendable {
    /// One for each event loop.
    let listeners: [Listener]
    /// Put in front of the path of every request that comes in here, so that the routes below it are served at this port's root, and
    /// nothing else is. Empty for everything.
    package let prefix: String
    let requests: RequestLimits

    package init(_ listeners: [Listener], prefix: String = "", requests: RequestLimits = .standard) {
        self.listeners = listeners
        self.prefix = prefix
        self.requests = requests
    }
}
