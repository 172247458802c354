import System

/// Where the titles of an input come from.
package enum TitleSource: Hashable, Sendable {
    case mpd(host: String, port: UInt16)
    /// The pipe into which shairport-sync writes its metadata.
    case shairport(path: String)
    /// Of the stream that a Snapcast server sends to the input with this name, from its control port.
    case snapcast(host: String, port: UInt16, input: String)

    func reader(_ clock: any HouseClock) -> sending any TitleReader {
        switch self {
        case .mpd(let host, let port): LineTitles(host, port, clock) { MPDTalk() }
        case .shairport(let path): ShairportTitles(path: path)
        case .snapcast(let host, let port, let input): LineTitles(host, port, clock) { SnapTalk(client: SnapReader.id(of: input)) }
        }
    }
}

/// Reads titles. Nothing here waits: it is asked ten times a second or more.
protocol TitleReader: AnyObject {
    /// What came since it was asked last; nil for nothing new.
    func read() -> TitleNews?
    /// Lets go of what it uses: nobody reads any more.
    func end()
}

/// What a source says of what it plays.
enum TitleNews: Equatable, Sendable {
    case plays(LiveTitle)
    /// Nothing, or what has no title.
    case nothing

    init(_ title: LiveTitle?) { self = title.map { .plays($0) } ?? .nothing }
}
