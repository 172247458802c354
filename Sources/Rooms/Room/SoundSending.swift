import Music
import Session

/// Whether a room's sound is being decoded, and what of it was sent ahead.
struct SoundSending {
    /// Decoding continues this long without listeners: a page that is reloaded is back sooner.
    private static let rest = MediaTime(seconds: 5)

    /// The chunks that were sent but are not due yet, for new listeners.
    var ahead: [SoundPart] = []
    private var isDecoding = false
    /// When decoding ends because nobody listens any more.
    private(set) var until: ServerTime?

    /// Somebody listens.
    mutating func goOn() { (isDecoding, until) = (true, nil) }

    /// Nobody listens: returns whether decoding ends now, some time after the last listener has left, since many come back at once.
    mutating func rests(at now: ServerTime) -> Bool {
        guard isDecoding else { return false }
        let end = until ?? now.later(Self.rest)
        until = end
        guard now >= end else { return false }
        self = SoundSending()
        return true
    }
}
