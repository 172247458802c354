/// Numbers the timelines of a room; greater is later. Everything sent carries the generation of its timeline.
///
/// A track that follows by itself gets the next generation, so that its frames can be sent before it begins. A change by a person
/// takes the next multiple of 256 that is beyond all generations that may have been announced, which invalidates everything that was sent
/// ahead. After at least 8 million changes the numbers start again.
package struct Generation: Hashable, Comparable, Sendable {
    /// Most tracks that are announced ahead: more than can begin within the horizon.
    package static let mostAnnounced = 200
    /// Step between changes: more than are announced ahead.
    private static let round = 256
    /// Limit of the message format.
    package static let greatest = Int(UInt32.max)

    package let number: Int

    /// Clamps numbers out of range, which only damaged data has.
    package init(_ number: Int) {
        self.number = min(max(number, 0), Self.greatest)
    }

    /// The generation of a track that follows by itself.
    package var following: Generation { Generation(number + 1) }

    /// The generation of a timeline after a change. It is smaller if the numbers start again; then clients must be disconnected,
    /// since they follow the greatest generation they know.
    package var changed: Generation {
        // Announced generations may run into the next round.
        let next = ((number + Self.mostAnnounced) / Self.round + 1) * Self.round
        return Generation(next <= Self.greatest ? next : Self.round)
    }

    package static func < (left: Generation, right: Generation) -> Bool { left.number < right.number }
}
