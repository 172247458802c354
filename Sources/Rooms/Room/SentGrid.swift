import Session

/// A list of beats that was sent to all who want it.
struct SentGrid {
    /// The prediction that it is of.
    let edition: Int
    /// When it must be replaced; nil for one that holds all beats that are known.
    let until: ServerTime?

    /// Whether nothing newer must be sent.
    func isValid(at now: ServerTime, _ known: KnownBeats) -> Bool {
        edition == known.edition && until.map { $0 > now } ?? true
    }
}
