package import Music

/// A client of a room, as shown to the others.
package struct Screen: Hashable, Sendable {
    package let id: Int
    package var name: String
    package var kind: Hello.Kind
    /// Its address; nil for viewers.
    package var address: String?
    /// What it may do here.
    package var role = Role.viewer
    /// Whether it is visible.
    package var isVisible = true
    /// Its last report.
    package var report = Report()
    /// Its offset: positive is later, negative compensates for a slow display or loudspeaker.
    package var offsetMs = 0.0
    /// Its place on the room's wall.
    package var place: WallPlace?
    package var settings = ScreenSettings()
    package var streams = Streams()

    package init(id: Int, name: String, kind: Hello.Kind, address: String?) {
        self.id = id
        self.name = name
        self.kind = kind
        self.address = address
    }
}
