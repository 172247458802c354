/// What is kept of a room: all of it, or what has changed. The room says what that is, and the store writes it as it is.
package struct KeptRows: Hashable, Sendable {
    package struct Entry: Hashable, Sendable {
        package let number: Int
        package let piece: Piece

        package init(number: Int, piece: Piece) {
            self.number = number
            self.piece = piece
        }
    }

    package struct Screen: Hashable, Sendable {
        package let client: String
        package let name: String?
        /// Milliseconds.
        package let offset: Double

        package init(client: String, name: String?, offset: Double) {
            self.client = client
            self.name = name
            self.offset = offset
        }
    }

    /// A short text that every change of the room changes.
    package var state: String
    package var entries: [Entry] = []
    /// Those remembered first come first.
    package var screens: [Screen] = []
    /// The rest, by names that only the room knows.
    package var parts: [String: [UInt8]] = [:]

    package init(state: String) {
        self.state = state
    }
}

/// What is to be written so that a room is kept.
package struct KeptChange: Sendable {
    /// Those that are new or other than before.
    package var rows: KeptRows
    package var removedEntries: [Int] = []
    package var removedScreens: [String] = []
    package var removedParts: [String] = []
    /// Whether everything that was kept of the room before goes.
    package let isWhole: Bool

    package init(_ rows: KeptRows, isWhole: Bool) {
        self.rows = rows
        self.isWhole = isWhole
    }
}
