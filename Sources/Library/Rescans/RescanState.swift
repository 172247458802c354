/// What another server knows of the files that were changed here.
package struct RescanState: Codable, Equatable, Sendable {
    /// Since when there are changes that it was not told of, in seconds since 1970; nil if it knows of all.
    package internal(set) var waitingSince: Int?
    /// When it was last asked to scan and did not refuse, in seconds since 1970.
    package internal(set) var toldAt: Int?
    /// Why it could not be asked the last time, in one sentence without its full stop.
    package internal(set) var trouble: String?
}

/// Why a server was not asked to scan.
struct RescanTrouble: Error, Equatable {
    enum Patience: Sendable {
        /// It is asked again by itself.
        case passes
        /// It is asked again after a change of its login or of files.
        case needsPerson
        /// It cannot do it.
        case stays
    }

    /// One sentence without its full stop.
    let reason: String
    let patience: Patience
}
