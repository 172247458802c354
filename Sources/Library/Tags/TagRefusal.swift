import System
package import Workers

/// Why the tags of a file are not edited; the file stays as it is.
package enum TagRefusal: Error, Equatable, Sendable, CustomStringConvertible {
    case isElsewhere
    case isGone
    case changedMeanwhile
    case isBeingWritten
    case cannotTellWriters
    case mayNotAskForWriters
    /// Two files could not change back; the name of the original.
    case leftBeside(String)
    case hasOtherNames
    case isOutside
    case isReadOnly
    case folderIsReadOnly
    case cannotKeep(String)
    case diskFull
    case noPicture(String)
    case pictureNotKept
    case failed(String)
    /// A value of the request.
    case badValue(TagField, String)
    case tooManyTracks(Int)
    case queueFull

    /// One plain sentence.
    package var description: String {
        switch self {
        case .isElsewhere: "The file lies on another server."
        case .isGone: "The file is not there now, or has changed since it was scanned."
        case .changedMeanwhile: "Another program changed the file meanwhile."
        case .isBeingWritten: "Another program has the file open for writing."
        case .cannotTellWriters:
            "This file system cannot tell whether another program is writing the file (see --edit-tags=alone)."
        case .mayNotAskForWriters:
            "The server may not ask whether another program is writing the file: it must own the file, or have CAP_LEASE."
        case .leftBeside(let name): "Another program changed the file meanwhile; its form lies beside the edited one, as \(name)."
        case .hasOtherNames: "The file has other names (hard links), which would keep the old tags."
        case .isOutside: "The file is a link to a place outside the music folders."
        case .isReadOnly: "The file is read-only."
        case .folderIsReadOnly: "The server may not write in the file's folder."
        case .cannotKeep(let what): "The file's \(what) cannot be kept."
        case .diskFull: "The disk of the file is full."
        case .noPicture(let reason): "The cover is not a picture that can be shown (\(reason))."
        case .pictureNotKept: "The earlier cover was too large to be kept for an undo."
        case .failed(let reason): "The file \(reason)."
        case .badValue(let field, let rule): "\(field.rawValue) \(rule)."
        case .tooManyTracks(let most): "An edit may have at most \(most) tracks."
        case .queueFull: "Too many edits are waiting."
        }
    }

    init(_ failure: WorkerFailure) {
        switch failure {
        case .unreadable: self = .isGone
        case .outOfReach: self = .isElsewhere
        default: self = failure.shortage == .disk ? .diskFull : .failed("\(failure)")
        }
    }

    init(_ error: SystemError) {
        switch error.code {
        case _ where error.isDiskFull: self = .diskFull
        case 13, 1, 30: self = .folderIsReadOnly  // EACCES, EPERM, EROFS
        default: self = .failed("cannot be written (\(SystemError.text(of: error.code)))")
        }
    }
}
