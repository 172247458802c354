package import Music

/// Decides when a room switches to the live input of its settings because that sounds, and when back.
package struct SoundSwitch: Sendable {
    /// A cough or a plug is no music.
    private static let least = MediaTime(seconds: 1)
    /// A shorter silence does not begin the time anew.
    private static let gap = MediaTime(seconds: 0.5)
    /// Music has rests; where nobody gives sound at all it has ended.
    private static let rest = (silent: MediaTime(seconds: 15), absent: MediaTime(seconds: 3))

    /// What comes in at the input.
    package struct Heard: Sendable {
        let live: LiveStart
        /// Nil while it sounds.
        let quietFor: MediaTime?
        let isAbsent: Bool

        package init(_ live: LiveStart, quietFor: MediaTime?, isAbsent: Bool) {
            (self.live, self.quietFor, self.isAbsent) = (live, quietFor, isAbsent)
        }
    }

    private var soundsSince: ServerTime?
    /// Whether the room has switched to what sounds now: who switched it back need not do it twice.
    private var hasSwitched = false

    package init() {}

    /// The command for the room, if it is time for one. Nil is heard of an input that is gone.
    package mutating func command(for state: RoomState, _ heard: Heard?, at now: ServerTime) -> LiveCommand? {
        guard let heard else {
            self = SoundSwitch()
            return state.isLiveBySound ? .switchBack : nil
        }
        guard let quiet = heard.quietFor else {
            let since = soundsSince ?? now
            soundsSince = since
            guard !hasSwitched, now.since(since) >= Self.least else { return nil }
            guard state.live != heard.live.source else {
                hasSwitched = true
                return nil
            }
            guard state.playsQueue else { return nil }
            hasSwitched = true
            return .switchTo(heard.live)
        }
        if quiet >= Self.gap { soundsSince = nil }
        guard quiet >= (heard.isAbsent ? Self.rest.absent : Self.rest.silent) else { return nil }
        hasSwitched = false
        return state.isLiveBySound && state.live == heard.live.source ? .switchBack : nil
    }
}
