internal import CSQLite

/// Why the catalog could not do what it was asked.
package enum CatalogError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The disk has no room for it; nothing was changed.
    case diskFull
    /// The data folder or its disk may not be written.
    case readOnly
    /// The file holds what SQLite cannot make sense of.
    case corrupt(String)
    /// Another process holds the file.
    case busy
    /// Written by a newer version of the program.
    case tooNew(version: Int)
    /// What is named is not there.
    case nothing(String)
    /// What is asked contradicts what is there, in one sentence.
    case conflict(String)
    /// What is asked cannot be right, in one sentence.
    case refused(String)
    /// SQLite's own code and words.
    case failed(code: Int32, String)

    package var description: String {
        switch self {
        case .diskFull: "the disk has no room left"
        case .readOnly: "the data folder cannot be written"
        case .corrupt(let words): "the catalog is damaged (\(words))"
        case .busy: "the catalog is held by another process"
        case .tooNew(let version):
            "the catalog was written by a newer downbeat (its version is \(version)) and is left as it is: "
                + "run that one, or go back with downbeat library restore"
        case .nothing(let sentence), .conflict(let sentence), .refused(let sentence): sentence
        case .failed(let code, let words): "the catalog failed (\(words), \(code))"
        }
    }

    /// Whether a row broke a rule of its table.
    var isBrokenRule: Bool {
        guard case .failed(let code, _) = self else { return false }
        return [SQLITE_CONSTRAINT, SQLITE_MISMATCH, SQLITE_TOOBIG].contains(code & 0xff)
    }

    /// What SQLite's code means to the one who asked.
    init(code: Int32, words: String) {
        switch code & 0xff {
        case SQLITE_FULL: self = .diskFull
        case SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH: self = .readOnly
        case SQLITE_CORRUPT, SQLITE_NOTADB: self = .corrupt(words)
        case SQLITE_BUSY, SQLITE_LOCKED: self = .busy
        default: self = .failed(code: code, words)
        }
    }
}
