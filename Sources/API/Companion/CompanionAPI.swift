import Catalog
package import Library
package import Web

/// What apps ask of a companion beside their music server: profiles for crossfades, frames for visualizers, news. `Public/docs/companion.md` explains it.
///
/// It names music by the paths of files within the music folders, as these apps do. Each subject adds its routes in a file of its own.
package struct CompanionAPI: Sendable {
    /// Where the routes are at the main port; a port of their own has them at its root.
    package static let prefix = "/companion"
    /// Here a list of paths stands in the address, so that it may be long.
    static let bulkProfiles = "/smart-dj/bulk-profiles"

    let library: Library
    let access: AccessControl
    let vitals: Vitals
    let push: CompanionPush

    package init(_ library: Library, _ access: AccessControl, _ vitals: Vitals, _ push: CompanionPush) {
        self.library = library
        self.access = access
        self.vitals = vitals
        self.push = push
    }

    package func add(to routes: inout Routes) {
        addHealth(to: &routes)
        addProfiles(to: &routes)
        addFrames(to: &routes)
        addPrecompute(to: &routes)
        addEdits(to: &routes)
        addFixes(to: &routes)
        addUpload(to: &routes)
        addPush(to: &routes)
        addFeatures(to: &routes)
    }

    /// The limits of requests at the main port, and at a port of the companion's own.
    package static func requests(atRoot: Bool, basePath: String) -> RequestLimits {
        var limits = RequestLimits.standard
        let fronts = atRoot ? [""] : [prefix, basePath + prefix]
        // Also with the slashes that some apps add.
        let paths = fronts.flatMap { front in ["", "/"].flatMap { [front + $0 + bulkProfiles, front + $0 + bulkProfiles + "/"] } }
        limits.longPaths = Set(paths).sorted()
        return limits
    }

    /// Adds a route for everybody who may read.
    func read(
        _ pattern: String, below front: String = prefix, takes effort: Effort = .short, in routes: inout Routes,
        _ handler: @escaping LibraryAPI.Handler
    ) {
        add(.get, front + pattern, body: .none, takes: effort, in: &routes, handler) { [access] in _ = try access.grant($0) }
    }

    /// Adds a route with a body for everybody who may read: what it asks for is bounded per address.
    func ask(_ pattern: String, in routes: inout Routes, _ handler: @escaping LibraryAPI.Handler) {
        add(.post, Self.prefix + pattern, body: Request.jsonBody, takes: .long, in: &routes, handler) { [access] in
            try access.checkSender($0)
        }
    }

    /// Adds a route that needs a right. Where the server does not do this at all, that is told before the body is read.
    func change(
        _ method: Method, _ pattern: String, _ right: Right, body: BodyPolicy, unless off: Problem?, in routes: inout Routes,
        _ handler: @escaping LibraryAPI.Handler
    ) {
        add(method, Self.prefix + pattern, body: body, takes: .short, in: &routes, handler) { [access] in
            try access.check($0, right)
            if let off { throw off }
        }
    }

    private func add(
        _ method: Method, _ pattern: String, body: BodyPolicy, takes effort: Effort, in routes: inout Routes,
        _ handler: @escaping LibraryAPI.Handler, admit: @escaping Routes.Guard
    ) {
        routes.on(method, pattern, body: body, guard: admit, takes: effort) { request in
            try await LibraryAPI.explaining { try await handler(request) }
        }
    }

    /// The track that the query names.
    func track(of request: Request) async throws -> (AskedPath, Track) {
        guard let asked = try AskedPath(of: request) else {
            throw Problem.badQuery("relative_path must name a file within a music folder.")
        }
        var search = PathSearch(library)
        guard let track = try await search.track(at: asked) else { throw Problem.nothing("There is no track at this path.") }
        return (asked, track)
    }
}
