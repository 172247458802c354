import Catalog
import Library
import System
import Text

/// A message of `/ws/push`, as `Public/asyncapi.yaml` describes it.
struct PushMessage: Encodable {
    /// The members of one kind of message, in their order.
    private enum Kind {
        case hello(clients: Int)
        case clients(Int, change: String)
        case analysis(track: Int, LibraryEvent.AnalysisStep)
        case library(LibraryEvent.Change)
        case scan(ScanProgress)
        case rescan(server: String, LibraryEvent.RescanStep)
        case upload(UploadNews)
        case tags(track: Int, TagJob.Outcome)
        case track(Track, room: String)
    }

    private let kind: Kind
    /// The path of the track's file within its music folder; nil for clients that may not know it.
    var path: String?

    private init(_ kind: Kind) {
        self.kind = kind
    }

    init(_ step: LibraryEvent.AnalysisStep, of track: Track) { self.init(.analysis(track: track.id, step)) }
    init(_ change: LibraryEvent.Change) { self.init(.library(change)) }
    init(_ progress: ScanProgress) { self.init(.scan(progress)) }
    init(_ step: LibraryEvent.RescanStep, of server: String) { self.init(.rescan(server: server, step)) }
    init(_ news: UploadNews) { self.init(.upload(news)) }
    init(_ outcome: TagJob.Outcome, of track: Track) { self.init(.tags(track: track.id, outcome)) }
    init(_ track: Track, room: String) { self.init(.track(track, room: room)) }

    static func hello(clients: Int) -> PushMessage { PushMessage(.hello(clients: clients)) }
    static func clients(_ count: Int, _ change: String) -> PushMessage { PushMessage(.clients(count, change: change)) }

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: JSONName.self)
        func put(_ name: String, _ value: some Encodable) throws {
            try object.encode(value, forKey: JSONName(name))
        }
        switch kind {
        case .hello(let clients):
            try put("type", "hello")
            try put("version", ProgramVersion.text)
            try put("connected_clients", clients)
        case .clients(let count, let change):
            try put("type", "clients")
            try put("change", change)
            try put("connected_clients", count)
        case .analysis(let track, let step):
            try put("type", "analysis")
            try put("relative_path", path)
            try put("track", track)
            try put("state", step.word)
            try put("progress", step.progress)
            try put("detail", step.reason)
        case .library(let change):
            try put("type", "library")
            try put("change", change.word)
        case .scan(let progress):
            try put("type", "rescan")
            try put("server", String?.none)
            try put("state", progress.word)
            try put("seen", progress.seen)
            try put("added", progress.added)
            try put("changed", progress.changed)
            try put("detail", String?.none)
        case .rescan(let server, let step):
            try put("type", "rescan")
            try put("server", server)
            try put("state", step.word)
            for name in ["seen", "added", "changed"] { try put(name, Int?.none) }
            try put("detail", step.reason)
        case .upload(let news):
            try put("type", "upload")
            try put("id", news.id)
            try put("name", news.name)
            try put("state", news.state)
            try put("progress", news.progress)
            try put("stored", news.stored)
            try put("duplicates", news.duplicates)
            try put("refused", news.refused)
            try put("detail", news.detail)
        case .tags(let track, let outcome):
            try put("type", "tags")
            try put("relative_path", path)
            try put("track", track)
            try put("state", outcome == .done ? "edited" : outcome.word)
            try put("detail", outcome.reason)
        case .track(let track, let room):
            try put("type", "track")
            try put("relative_path", path)
            try put("track", track.id)
            try put("room", room)
            try put("title", track.title)
            try put("artist", track.artist?.name)
            try put("album", track.album?.name)
            try put("duration", track.duration.map { rounded($0, to: 3) })
        }
    }
}

extension LibraryEvent.AnalysisStep {
    fileprivate var word: String {
        switch self {
        case .running: "running"
        case .done: "done"
        case .failed: "failed"
        case .pending: "pending"
        }
    }

    fileprivate var progress: Double? {
        switch self {
        case .running(let progress): rounded(progress, to: 3)
        case .done: 1
        case .failed, .pending: nil
        }
    }

    fileprivate var reason: String? {
        if case .failed(let reason) = self { reason } else { nil }
    }
}

extension LibraryEvent.Change {
    fileprivate var word: String {
        switch self {
        case .tracks: "tracks"
        case .grid: "grid"
        case .lyrics: "lyrics"
        case .markers: "markers"
        case .playlist: "playlist"
        case .song: "song"
        case .songs: "songs"
        case .setList: "set_list"
        case .looks: "looks"
        case .favourite: "favourite"
        case .favouriteAlbum: "favourite"
        case .rating: "rating"
        case .plays: "plays"
        }
    }
}
