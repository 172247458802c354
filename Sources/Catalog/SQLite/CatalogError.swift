internal import CSQLite

/// Why a call of the catalog failed.
package enum CatalogError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The disk is full; nothing was changed.
    case diskFull
    /// The data folder or its disk is read-only.
    case readOnly
    /// The file is damaged.
    case corrupt(String)
    /// Another process has locked the file.
    case busy
    /// Written by a newer version of the program.
    case tooNew(version: Int)
    /// Something named does not exist.
    case nothing(String)
    /// The request conflicts with the current state, in one sentence.
    case conflict(String)
    /// The request is invalid, in one sentence.
    case refused(String)
    /// SQLite's own code and message.
    case failed(code: Int32, String)

    package var description: String {
        switch self {
        case .diskFull: "the disk is full"
        case .readOnly: "the data folder cannot be written"
        case .corrupt(let words): "the catalog is damaged (\(words))"
        case .busy: "the catalog is locked by another process"
        case .tooNew(let version):
            "the catalog was written by a newer downbeat (its version is \(version)) and is left as it is: "
                + "run that one, or go back with downbeat library restore"
        case .nothing(let sentence), .conflict(let sentence), .refused(let sentence): sentence
        case .failed(let code, let words): "the catalog failed (\(words), \(code))"
        }
    }

    /// Whether a row violated a constraint of its table.
    var isBrokenRule: Bool {
        guard case .failed(let code, _) = self else { return false }
        return [SQLITE_CONSTRAINT, SQLITE_MISMATCH, SQLITE_TOOBIG].contains(code & 0xff)
    }

    /// The error for a code of SQLite.
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
