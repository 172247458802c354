import Foundation

/// Records the acknowledged changes, and those that were in progress when the server was killed: each of these was made completely
/// or not at all.
final class CrashLedger: @unchecked Sendable {  // everything mutable is touched only while the lock is held
    struct Entries {
        /// By track.
        var markers: [Int: Set<String>] = [:]
        var shifts: [Int: Int] = [:]
        /// How often three entries were added at the end of the playlist.
        var insertions = 0
        /// The sizes in bytes, by name.
        var uploads: [String: Int] = [:]
        var moves = 0
        /// The seconds of practice of the only item.
        var practice = 0
        /// The number in the title of the only set list.
        var setList = 0

        var count: Int {
            markers.values.reduce(0) { $0 + $1.count } + shifts.count + insertions + uploads.count + practice + setList
        }
    }

    private let lock = NSLock()
    private var acknowledged = Entries()
    private var doubtful = Entries()
    private var changes = 0

    /// The number of acknowledged changes.
    var total: Int { lock.withLock { changes } }

    var sure: Entries { lock.withLock { acknowledged } }
    var unsure: Entries { lock.withLock { doubtful } }

    /// Records a change as doubtful, makes it, and records it as acknowledged if it succeeds.
    func change(_ note: (inout Entries) -> Void, _ make: () throws -> Void) rethrows {
        lock.withLock { note(&doubtful) }
        try make()
        lock.withLock {
            note(&acknowledged)
            changes += 1
        }
    }

    /// Takes the state of the server after a restart as the acknowledged one.
    func settle(_ held: (inout Entries) -> Void) {
        lock.withLock {
            held(&acknowledged)
            doubtful = acknowledged
        }
    }
}
