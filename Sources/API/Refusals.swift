import Catalog
import Library
import Session
package import Web

extension LibraryRefusal: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .noTrack, .lyricsTooLong: Problem(.unprocessable, description, type: "refused")
        case .noFile, .fileChanged: Problem(.conflict, description, type: "unavailable")
        case .analysisPending(let progress):
            Problem(.conflict, description, type: "analysis-pending", extras: ["progress": .number(progress)])
        case .outOfReach: Problem(.unavailable, description, type: "out-of-reach")
        case .analysisFailed: Problem(.unprocessable, description, type: "analysis-failed")
        case .analysisQueueFull: Problem(.unavailable, description, type: "queue-full")
        case .undecodable: Problem(.unprocessable, description, type: "undecodable")
        case .noCover, .noLyrics: Problem.nothing(description)
        case .coverUnreadable: Problem(.notFound, description, type: "no-cover")
        case .coverTooLarge, .diskFull: Problem(.insufficientStorage, description, type: "disk-full")
        case .badUploadName, .notMusic: Problem(.unprocessable, description, type: "not-music")
        case .tooManyOfName: Problem(.conflict, description, type: "conflict")
        case .noUpload: Problem.nothing(description)
        case .wrongOffset(let offset):
            Problem(.conflict, description, type: "conflict", extras: ["offset": .number(Double(offset))])
        case .uploadTooLarge: Problem(.contentTooLarge, description)
        case .tooManyUploads: Problem(.conflict, description, type: "too-many")
        case .tooManyKits: Problem(.conflict, description, type: "too-many")
        case .overloaded: Problem(HTTPError.overloaded)
        }
    }
}

extension PlaylistRefusal: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .changedThere, .changedHalfway: Problem(.conflict, description, type: "changed-meanwhile")
        case .notOnServer, .holdsOther: Problem(.unprocessable, description, type: "refused")
        case .noServer: Problem.nothing(description)
        case .failed:
            Problem(mayPass ? .unavailable : .unprocessable, description, type: mayPass ? "out-of-reach" : "server-failed")
        }
    }
}

extension MessageProblem: ProblemConvertible {
    package var problem: Problem {
        let status: Status =
            switch code {
            case .badJSON, .badMessage, .unknownType, .unknownCommand, .badValue, .otherProtocol, .helloFirst: .badRequest
            case .tokenNeeded, .tokenWrong, .tokenEnded: .unauthorized
            case .roleNeeded: .forbidden
            case .noRoom, .notFound: .notFound
            case .tooMany, .conflict, .notPlaying, .noGrid, .tooLate: .conflict
            case .slowDown: .tooManyRequests
            case .notKept: .insufficientStorage
            }
        return Problem(status, message, type: code.rawValue)
    }
}

extension Problem {
    /// The catalog's error for the client; nil if only the log may show it.
    init?(_ error: CatalogError) {
        switch error {
        case .diskFull:
            self.init(.insufficientStorage, "The server's disk has no room left; nothing was changed.", type: "disk-full")
        case .readOnly:
            self.init(.insufficientStorage, "The server cannot write to its data folder; nothing was changed.", type: "read-only")
        case .busy:
            self.init(.unavailable, "The catalog is busy; try again in a moment.", type: "busy")
        case .nothing(let sentence): self.init(.notFound, Self.asSentence(sentence), type: "not-found")
        case .conflict(let sentence): self.init(.conflict, Self.asSentence(sentence), type: "conflict")
        case .refused(let sentence): self.init(.unprocessable, Self.asSentence(sentence), type: "refused")
        case .corrupt, .tooNew, .failed: return nil
        }
    }

    static func asSentence(_ words: String) -> String {
        words.prefix(1).uppercased() + words.dropFirst() + "."
    }
}
