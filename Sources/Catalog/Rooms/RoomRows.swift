/// A room's rows: all of them, or those that have changed.
package struct RoomRows: Hashable, Sendable {
    package struct Entry: Hashable, Sendable {
        package let number: Int
        package let track: Int

        package init(number: Int, track: Int) {
            self.number = number
            self.track = track
        }
    }

    package struct Screen: Hashable, Sendable {
        package let client: String
        package let name: String?
        /// Milliseconds.
        package let delay: Double

        package init(client: String, name: String?, delay: Double) {
            self.client = client
            self.name = name
            self.delay = delay
        }
    }

    /// A short text that every change of the room changes.
    package var state: String
    package var entries: [Entry] = []
    package var screens: [Screen] = []
    /// The room's own business, by name.
    package var parts: [String: [UInt8]] = [:]

    package init(state: String) {
        self.state = state
    }
}

/// What is to be written so that a room is kept.
package struct RoomChange: Sendable {
    /// Those that are new or other than before.
    package var rows: RoomRows
    package var removedEntries: [Int] = []
    package var removedScreens: [String] = []
    package var removedParts: [String] = []
    /// Whether everything that was kept of the room before goes.
    package var isWhole: Bool

    package init(_ rows: RoomRows, isWhole: Bool) {
        self.rows = rows
        self.isWhole = isWhole
    }
}
