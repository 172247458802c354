import Text
package import Workers

/// Why the library refuses a request.
package enum LibraryRefusal: Error, Equatable, Sendable {
    case noTrack(Int)
    /// No file of this track is available.
    case noFile
    /// The track's file is gone or has changed since it was scanned.
    case fileChanged
    /// The analysis is not finished; `progress` goes from 0 to 1.
    case analysisPending(progress: Double)
    case analysisFailed(reason: String)
    case analysisQueueFull
    /// The track's file lies on another server, and cannot be fetched now.
    case outOfReach(reason: String)
    case undecodable(reason: String)
    case noCover
    case noLyrics
    case lyricsTooLong
    case coverUnreadable(reason: String)
    case coverTooLarge(type: String)
    case badUploadName
    case notMusic(name: String, reason: String)
    case tooManyOfName(String)
    case noUpload
    /// How much of it has come.
    case wrongOffset(Int)
    case uploadTooLarge(limit: Int)
    case tooManyUploads(Int)
    case tooManyKits(Int)
    case diskFull
    /// The system is short of processes, memory or descriptors.
    case overloaded

    package init(_ shortage: WorkerFailure.Shortage) {
        self = shortage == .disk ? .diskFull : .overloaded
    }
}

extension LibraryRefusal: CustomStringConvertible {
    /// One or two plain sentences.
    package var description: String {
        switch self {
        case .noTrack(let track): "There is no track \(track)."
        case .noFile: "No file of this track is available."
        case .fileChanged: "The track's file is not there now, or has changed."
        case .analysisPending: "The track is being analyzed."
        case .outOfReach(let reason): "The track cannot be fetched (\(reason))."
        case .analysisFailed(let reason): "The track cannot be analyzed (\(reason))."
        case .analysisQueueFull: "The queue of requested analyses is full."
        case .undecodable(let reason): "The track cannot be decoded (\(reason))."
        case .noCover: "The track has no cover."
        case .noLyrics: "The track has no lyrics."
        case .lyricsTooLong: "Lyrics have at most \(LyricsCorrection.mostBytes) bytes."
        case .coverUnreadable(let reason): "The cover cannot be read (\(reason))."
        case .coverTooLarge(let type): "A cover of type \(type) does not fit into the cache."
        case .badUploadName: "The name of an upload needs the extension of a music file, such as .mp3 or .flac."
        case .notMusic(let name, let reason): "\(name) was not stored (\(reason))."
        case .tooManyOfName(let name): "There are too many files called \(name) already."
        case .noUpload: "There is no such upload: it may have rested for more than a day."
        case .wrongOffset(let offset): "The upload goes on at byte \(offset)."
        case .uploadTooLarge(let limit): "An upload has 1 to \(limit) bytes, and no more than its length said."
        case .tooManyUploads(let most): "There are \(most) uploads under way already."
        case .tooManyKits(let most): "There are \(most) kits of your own already; delete one first."
        case .diskFull: "The server's disk has no room left."
        case .overloaded: "The server is overloaded."
        }
    }
}
