import Foundation
package import Music
import Synchronization
import Text
package import Web

/// Sends the library's events to listeners, as server-sent events.
package final class LibraryEvents: Sendable {
    /// Bytes queued for a listener before it is disconnected: some thousand events. It reconnects by itself.
    private static let backlog = 256 << 10
    /// The interval of keep-alive comments: below the minute after which proxies drop an idle connection.
    package static let heartbeat = Duration.seconds(20)

    private struct State {
        var listeners: [Int: (stream: BodyStream, isHost: Bool)] = [:]
        var last = 0
        var observers: [@Sendable (LibraryEvent) -> Void] = []
    }

    private let state = Mutex(State())

    var listenerCount: Int { state.withLock { $0.listeners.count } }

    /// A stream of all events from now on; only hosts get the paths of folders.
    package func listen(isHost: Bool) -> BodyStream {
        let stream = BodyStream(limit: Self.backlog)
        let number = state.withLock { state in
            state.last += 1
            state.listeners[state.last] = (stream, isHost)
            return state.last
        }
        stream.onEnd { [weak self] in self?.state.withLock { $0.listeners[number] = nil } }
        // The client reconnects 2 s after a break. The comment makes the first bytes arrive at once.
        stream.send(Array("retry: 2000\n: listening\n\n".utf8))
        return stream
    }

    /// Calls `observer` with every event from now on, synchronously on the thread that reports it.
    package func observe(_ observer: @escaping @Sendable (LibraryEvent) -> Void) {
        state.withLock { $0.observers.append(observer) }
    }

    package func tell(_ event: LibraryEvent) {
        let (listeners, observers) = state.withLock { (Array($0.listeners.values), $0.observers) }
        for observer in observers { observer(event) }
        guard !listeners.isEmpty else { return }
        for isHost in [true, false] where listeners.contains(where: { $0.isHost == isHost }) {
            guard isHost || !event.isForHosts else { continue }
            let bytes = Array("event: \(event.name)\ndata: ".utf8) + event.json(forHost: isHost) + Array("\n\n".utf8)
            for listener in listeners where listener.isHost == isHost { listener.stream.send(bytes) }
        }
    }

    /// Keeps idle connections open; call it every `heartbeat`.
    package func beat() {
        for listener in state.withLock({ Array($0.listeners.values) }) { listener.stream.send(Array(":\n\n".utf8)) }
    }
}

/// Something that happened to the library.
package enum LibraryEvent: Sendable {
    /// The progress or the end of a folder's scan.
    case scan(ScanProgress)
    case analysis(track: Int, AnalysisStep)
    /// Tracks were added, changed or removed, or somebody edited something: clients reload their lists.
    case library(Change)
    /// An upload goes on, or has come to its end.
    case upload(UploadNews)
    /// The tags of a track's file were edited, or could not be.
    case tags(track: Int, TagJob.Outcome)
    /// Another server is asked to scan its files again, because this server has changed some: a music server by its name, or the address
    /// of `--rescan-url` without its path.
    case rescan(server: String, RescanStep)

    package enum RescanStep: Equatable, Sendable {
        case asked
        /// Its scan has ended, as far as it says.
        case done
        case failed(String)
    }

    package enum AnalysisStep: Sendable {
        case running(progress: Double)
        case done
        case failed(String)
        /// Back in the queue.
        case pending
    }

    package enum Change: Sendable {
        case tracks
        case grid(track: Int, ContentIdentity)
        case lyrics(track: Int, ContentIdentity)
        case markers(track: Int)
        case playlist(Int)
        case song(Int)
        /// A file of songs was taken in.
        case songs
        case setList(Int)
        /// The saved looks.
        case looks
        case favourite(track: Int)
        case favouriteAlbum(Int)
        case rating(track: Int)
        /// A play was counted.
        case plays(track: Int)
    }

    var name: String {
        switch self {
        case .scan: "scan"
        case .analysis: "analysis"
        case .library: "library"
        case .upload: "upload"
        case .tags: "tags"
        case .rescan: "rescan"
        }
    }

    /// Whether it names what only hosts may know.
    package var isForHosts: Bool {
        switch self {
        case .upload, .rescan: true
        case .scan, .analysis, .library, .tags: false
        }
    }

    fileprivate func json(forHost isHost: Bool) -> [UInt8] {
        switch self {
        case .scan(var progress):
            if !isHost { progress.folder = nil }
            return JSON.bytes(progress)
        case .analysis(let track, let step): return JSON.bytes(AnalysisNews(track: track, step: step))
        case .library(let change): return JSON.bytes(ChangeNews(change))
        case .upload(let news): return JSON.bytes(news)
        case .tags(let track, let outcome): return JSON.bytes(TagNews(track: track, state: outcome.word, reason: outcome.reason))
        case .rescan(let server, let step): return JSON.bytes(RescanNews(server: server, state: step.word, reason: step.reason))
        }
    }
}

private struct AnalysisNews: Encodable {
    let track: Int
    let state: String
    let progress: Double?
    let reason: String?

    init(track: Int, step: LibraryEvent.AnalysisStep) {
        self.track = track
        switch step {
        case .running(let progress): (state, self.progress, reason) = ("running", progress, nil)
        case .done: (state, progress, reason) = ("done", nil, nil)
        case .failed(let why): (state, progress, reason) = ("failed", nil, why)
        case .pending: (state, progress, reason) = ("pending", nil, nil)
        }
    }
}

private struct ChangeNews: Encodable {
    let change: String
    var track: Int?
    var playlist: Int?
    var album: Int?
    var song: Int?
    var setList: Int?

    init(_ change: LibraryEvent.Change) {
        switch change {
        case .tracks: self.change = "tracks"
        case .grid(let id, _): (self.change, track) = ("grid", id)
        case .lyrics(let id, _): (self.change, track) = ("lyrics", id)
        case .markers(let id): (self.change, track) = ("markers", id)
        case .playlist(let id): (self.change, playlist) = ("playlist", id)
        case .song(let id): (self.change, song) = ("song", id)
        case .songs: self.change = "songs"
        case .setList(let id): (self.change, setList) = ("setList", id)
        case .looks: self.change = "looks"
        case .favourite(let id): (self.change, track) = ("favourite", id)
        case .favouriteAlbum(let id): (self.change, album) = ("favourite", id)
        case .rating(let id): (self.change, track) = ("rating", id)
        case .plays(let id): (self.change, track) = ("plays", id)
        }
    }
}

private struct TagNews: Encodable {
    let track: Int
    let state: String
    let reason: String?
}

private struct RescanNews: Encodable {
    let server: String
    let state: String
    let reason: String?
}

extension LibraryEvent.RescanStep {
    /// The step for clients.
    package var word: String {
        switch self {
        case .asked: "asked"
        case .done: "done"
        case .failed: "failed"
        }
    }

    /// Why it failed.
    package var reason: String? {
        if case .failed(let reason) = self { reason } else { nil }
    }
}
