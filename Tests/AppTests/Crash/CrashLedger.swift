import Foundation

/// What the server has acknowledged, and what it was asked when it was ended: that may have happened or not, but not by half.
final class CrashLedger: @unchecked Sendable {  // everything mutable is touched only while the lock is held
    struct Entries {
        /// By track.
        var markers: [Int: Set<String>] = [:]
        var shifts: [Int: Int] = [:]
        /// Rounds of three that were put at the end of the playlist.
        var insertions = 0
        /// Bytes, by name.
        var uploads: [String: Int] = [:]
        var moves = 0

        var count: Int { markers.values.reduce(0) { $0 + $1.count } + shifts.count + insertions + uploads.count }
    }

    private let lock = NSLock()
    private var acknowledged = Entries()
    private var doubtful = Entries()
    private var changes = 0

    /// Changes that were acknowledged, all in all.
    var total: Int { lock.withLock { changes } }

    var sure: Entries { lock.withLock { acknowledged } }
    var unsure: Entries { lock.withLock { doubtful } }

    /// Notes a change as doubtful, makes it, and notes it as acknowledged when that came back.
    func change(_ note: (inout Entries) -> Void, _ make: () throws -> Void) rethrows {
        lock.withLock { note(&doubtful) }
        try make()
        lock.withLock {
            note(&acknowledged)
            changes += 1
        }
    }

    /// Takes what the server holds after a restart for what it is.
    func settle(_ held: (inout Entries) -> Void) {
        lock.withLock {
            held(&acknowledged)
            doubtful = acknowledged
        }
    }
}
