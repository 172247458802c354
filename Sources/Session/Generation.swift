/// Tells what belongs to one timeline of a room from what belongs to those before and after it; the greater is the later.
///
/// Tracks that follow each other by themselves count up, so that what they show can be sent before they begin. What somebody
/// changes goes on to the next round number, far beyond any that was announced: what was sent ahead is void then.
package struct Generation: Hashable, Comparable, Sendable {
    /// More tracks than can follow each other within the time that anything is sent ahead.
    private static let round = 256
    /// What the messages have room for.
    package static let greatest = Int(UInt32.max)

    package let number: Int

    package init(_ number: Int) {
        self.number = number
    }

    /// That of the track which follows by itself.
    package var following: Generation { Generation(number + 1) }

    /// That of a timeline which somebody made by a change.
    package var changed: Generation { Generation((number / Self.round + 1) * Self.round) }

    package static func < (left: Generation, right: Generation) -> Bool { left.number < right.number }
}
