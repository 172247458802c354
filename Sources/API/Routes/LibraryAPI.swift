import Catalog
import Foundation
package import Guardian
package import Library
import Music
package import Rooms
import Text
package import Web
import Workers

/// The library over HTTP, as Public/openapi.yaml describes it. `Right` says who may do what.
package struct LibraryAPI: Sendable {
    typealias Handler = @concurrent @Sendable (Request) async throws -> Response

    static let prefix = "/api/v1"

    let library: Library
    let rooms: Rooms
    let events: EventStreams
    let access: AccessControl
    /// The links of parties.
    package let doors: PartyDoors
    let invitation: Invitation
    /// Nil if the server runs without a guardian.
    let guarded: Guarded?
    /// Distinguishes this process in entity tags from others.
    private let instance = String(UInt64.random(in: 0..<(1 << 48)), radix: 36)

    package init(
        _ library: Library, _ rooms: Rooms, _ events: EventStreams, access: AccessControl, invitation: Invitation,
        _ guarded: Guarded? = nil
    ) {
        self.library = library
        self.rooms = rooms
        self.events = events
        self.access = access
        doors = PartyDoors(rooms, access)
        self.invitation = invitation
        self.guarded = guarded
    }

    package func add(to routes: inout Routes) {
        addTracks(to: &routes)
        addAlbums(to: &routes)
        addSearch(to: &routes)
        addFavourites(to: &routes)
        addPins(to: &routes)
        addSound(to: &routes)
        addPictures(to: &routes)
        addLyrics(to: &routes)
        addFrames(to: &routes)
        addGrid(to: &routes)
        addMarkers(to: &routes)
        addExport(to: &routes)
        addProfiles(to: &routes)
        addPlaylists(to: &routes)
        addSongs(to: &routes)
        addSetLists(to: &routes)
        addSongFiles(to: &routes)
        addPractice(to: &routes)
        addAnalysis(to: &routes)
        addBatches(to: &routes)
        addLibrary(to: &routes)
        addServers(to: &routes)
        addStations(to: &routes)
        addBrokenFiles(to: &routes)
        addUploads(to: &routes)
        addResumableUploads(to: &routes)
        addTags(to: &routes)
        addClicks(to: &routes)
        addLooks(to: &routes)
        addRooms(to: &routes)
        addParties(to: &routes)
        addInputs(to: &routes)
        addFollowing(to: &routes)
        addJoining(to: &routes)
        addAuthority(to: &routes)
        addSettings(to: &routes)
        addLog(to: &routes)
        addCrashes(to: &routes)
        addSetAside(to: &routes)
        addSession(to: &routes)
        addLinks(to: &routes)
        addCodes(to: &routes)
        addPairings(to: &routes)
    }

    func read(_ pattern: String, takes effort: Effort = .short, in routes: inout Routes, _ handler: @escaping Handler) {
        let access = access
        routes.on(.get, Self.prefix + pattern, guard: knowsToken, takes: effort) { request in
            var response = try await Self.explaining { try await handler(request) }
            // A shared cache must not keep an answer that needs a cookie (RFC 9111, 3.5 names only the authorization field).
            if access.viewers != nil, !response.fields.contains(where: { $0.name == "cache-control" }) {
                response.set("cache-control", "private")
            }
            return response
        }
    }

    /// Refuses wrong tokens: otherwise an answer with what only hosts are shown would confirm a right guess at once.
    private var knowsToken: Routes.Guard {
        { [access] in _ = try access.grant($0) }
    }

    /// Adds a query as POST, because it does not fit into a URL.
    func ask(_ pattern: String, in routes: inout Routes, _ handler: @escaping Handler) {
        routes.on(.post, Self.prefix + pattern, body: Request.jsonBody, guard: knowsToken, takes: .long) { request in
            try await Self.explaining { try await handler(request) }
        }
    }

    /// Adds a route that needs a right: without it, a request is refused before its body is read. A route of one room checks the
    /// right there itself.
    func change(
        _ method: Method, _ pattern: String, _ right: Right, body: BodyPolicy = .none, takes effort: Effort = .short,
        in routes: inout Routes, _ handler: @escaping Handler
    ) {
        let access = access
        let admit: Routes.Guard = { try access.check($0, right) }
        routes.on(method, Self.prefix + pattern, body: body, guard: admit, takes: effort) { request in
            try await Self.explaining { try await handler(request) }
        }
    }

    /// Maps errors of the catalog and of workers to HTTP problems.
    static func explaining(_ work: () async throws -> Response) async throws -> Response {
        do {
            return try await work()
        } catch let error as CatalogError {
            if let problem = Problem(error) { throw problem }
            throw error
        } catch let failure as WorkerFailure {
            throw failure.shortage.map { LibraryRefusal($0) as any Error } ?? failure
        }
    }

    /// A page of a list, or "not modified" if the catalog has not changed since.
    func page<Item: Sendable, Shown: Encodable & SendableMetatype>(
        _ request: Request, _ page: PageRequest, _ items: @Sendable () async throws -> Page<Item>,
        _ json: @Sendable (Item) -> Shown
    ) async throws -> Response {
        try await tagged(request) {
            let found = try await items()
            return PageJSON(items: found.items.map(json), total: found.total, limit: page.limit, offset: page.offset)
        }
    }

    /// An answer with an entity tag that stays valid until the catalog changes. `value` reads all that can change: what was read before
    /// the tag could be older than the tag, and a browser would keep it.
    func tagged(_ request: Request, _ value: @Sendable () async throws -> some Encodable) async throws -> Response {
        // Hosts are shown more, so their tag differs.
        let role = access.may(request.caller, .seeFiles) ? "h" : ""
        let tag = "\"\(instance)-\(try await library.reader.version())\(role)\""
        // Cached, but revalidated each time: a list must be current.
        let caching = ("cache-control", "no-cache")
        // A client with the compressed form sends the tag of that.
        for form in [tag, Conditional.gzipForm(of: tag)] {
            if let known = request.head.fields["if-none-match"], Conditional.ifNoneMatch(known, names: form) {
                return Response(.notModified, fields: [("etag", form), ("vary", "accept-encoding"), caching])
            }
        }
        var response = Response(json: try await value())
        response.set("etag", tag)
        response.set(caching.0, caching.1)
        return response
    }

    /// What reads the catalog for a request: long answers have a reader of their own, so that lists do not wait for it.
    func reader(for request: Request) -> CatalogReader { request.place == nil ? library.reader : library.surveyor }

    /// The track that the URL names: by its row, or by the source id of its recording.
    func track(_ request: Request) async throws -> Track {
        if let piece = Piece(sourceID: try request.parameters.text("track")) {
            guard let track = try await library.reader.track(of: piece) else {
                throw Problem.nothing("There is no track of \(piece.sourceID).")
            }
            return track
        }
        let id = try request.parameters.int("track")
        guard let track = try await library.reader.track(id) else { throw Problem.nothing("There is no track \(id).") }
        return track
    }

    /// The album that the URL names.
    func album(_ request: Request) async throws -> Album {
        let id = try request.parameters.int("album")
        guard let album = try await library.reader.album(id) else { throw Problem.nothing("There is no album \(id).") }
        return album
    }

    /// A track as JSON; only hosts are shown the path of its file.
    func json(_ track: Track, for request: Request) -> TrackJSON {
        TrackJSON(
            track: track,
            path: access.may(request.caller, .seeFiles)
                ? library.sources.location(of: track.place.path, in: track.place.folder) : nil)
    }
}

extension Response {
    init(_ status: Status = .ok, json value: some Encodable) {
        self.init(
            status, fields: [("content-type", "application/json")], body: .bytes(JSON.bytes(value) + [UInt8(ascii: "\n")]))
    }

    /// Server-sent events.
    init(events stream: BodyStream) {
        self = Response(.ok, fields: [("content-type", "text/event-stream")], body: .stream(stream)).uncached
        // Otherwise proxies hold events back until their buffer is full.
        set("x-accel-buffering", "no")
    }
}
