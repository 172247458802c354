/// Tells what belongs to one timeline of a room from what belongs to those before and after it; the greater is the later.
///
/// Tracks that follow each other by themselves count up, so that what they show can be sent before they begin. What somebody
/// changes goes on to the next round number, far beyond any that was announced: what was sent ahead is void then.
/// After 16.7 million changes the numbers begin again.
package struct Generation: Hashable, Comparable, Sendable {
    /// More tracks than can follow each other within the time that anything is sent ahead.
    private static let round = 256
    /// What the messages have room for.
    package static let greatest = Int(UInt32.max)

    package let number: Int

    /// A number beyond either end, which only damage brings about, becomes that end.
    package init(_ number: Int) {
        self.number = min(max(number, 0), Self.greatest)
    }

    /// That of the track which follows by itself.
    package var following: Generation { Generation(number + 1) }

    /// That of a timeline which somebody made by a change. It is smaller where the numbers begin again: clients must then be sent
    /// away, as they go by the greatest number that they have heard of.
    package var changed: Generation {
        let next = (number / Self.round + 1) * Self.round
        return Generation(next <= Self.greatest ? next : Self.round)
    }

    package static func < (left: Generation, right: Generation) -> Bool { left.number < right.number }
}
