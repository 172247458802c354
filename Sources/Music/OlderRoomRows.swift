/// What versions before the log stored of a room.
package struct OlderRoomRows: Hashable, Sendable {
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
        package let place: WallPlace?
        /// The rest as JSON, which only the room interprets; nil if nothing is set.
        package let settings: String?

        package init(client: String, name: String?, offset: Double, place: WallPlace? = nil, settings: String? = nil) {
            self.client = client
            self.name = name
            self.offset = offset
            self.place = place
            self.settings = settings
        }
    }

    /// A short text that changed with every change of the room.
    package var state: String
    package var entries: [Entry] = []
    /// The screen that was remembered first comes first.
    package var screens: [Screen] = []
    /// The rest, by names that only the room interprets.
    package var parts: [String: [UInt8]] = [:]

    package init(state: String) {
        self.state = state
    }
}
