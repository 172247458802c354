import Catalog
import Library
import System
import Web
import Workers

/// `PATCH /edit-metadata` and `/batch-edit-metadata`: tags, by the editor that the page uses too, so that all of it can be undone.
extension CompanionAPI {
    /// How long an answer waits for its edits: apps give up after a minute.
    private static let patience = Duration.seconds(25)

    /// What one path is to get.
    struct Wish {
        let found: Found
        let tags: TagFields
    }

    struct EditJSON: Encodable {
        enum Status: String, Encodable {
            case edited, unchanged, failed, waiting
        }

        let path: String
        let status: Status
        let track: Int?
        let detail: String?

        private enum Key: String, CodingKey {
            case path = "relative_path"
            case status, track, detail
        }

        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: Key.self)
            try object.encode(path, forKey: .path)
            try object.encode(status, forKey: .status)
            try object.encode(track, forKey: .track)
            try object.encode(detail, forKey: .detail)
        }
    }

    struct EditsJSON: Encodable {
        /// `running` while something still waits.
        let status: String
        let edited: Int
        let unchanged: Int
        let failed: Int
        let waiting: Int
        let results: [EditJSON]
        /// Whether the music folders are scanned again; nil where nobody asked for that.
        var rescan: Bool?

        private enum Key: CodingKey { case status, edited, unchanged, failed, waiting, results, rescan }

        init(_ results: [EditJSON]) {
            func count(_ status: EditJSON.Status) -> Int { results.count { $0.status == status } }
            (edited, unchanged, failed, waiting) = (count(.edited), count(.unchanged), count(.failed), count(.waiting))
            status = waiting > 0 ? "running" : failed == 0 ? "done" : failed == results.count ? "failed" : "partly"
            self.results = results
        }

        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: Key.self)
            try object.encode(status, forKey: .status)
            try object.encode(edited, forKey: .edited)
            try object.encode(unchanged, forKey: .unchanged)
            try object.encode(failed, forKey: .failed)
            try object.encode(waiting, forKey: .waiting)
            try object.encode(results, forKey: .results)
            try object.encode(rescan, forKey: .rescan)
        }
    }

    func addEdits(to routes: inout Routes) {
        let off = library.tags == nil ? LibraryAPI.editsNone : nil
        change(.patch, "/edit-metadata", .editTags, body: Request.tagBody, unless: off, in: &routes) { request in
            let wishes = try await wishes(try await edits(request))
            guard wishes.count == 1, let wish = wishes.first else {
                throw Problem.badBody("Here one file is edited; /batch-edit-metadata takes many.")
            }
            if let problem = wish.found.problem { throw problem }
            guard wish.found.track != nil else { throw Problem.nothing("There is no track at this path.") }
            let result = try await edit(wishes, request)[0]
            if result.status == .failed {
                throw Problem(.conflict, result.detail ?? "The file stays as it was.", type: "unavailable")
            }
            return Response(result.status == .waiting ? .accepted : .ok, json: result).uncached
        }
        change(.patch, "/batch-edit-metadata", .editTags, body: Request.tagBody, unless: off, in: &routes) { request in
            answer(try await edit(try await wishes(try await edits(request)), request))
        }
    }

    /// The answer to edits of many files.
    func answer(_ results: [EditJSON], rescan: Bool? = nil) -> Response {
        var json = EditsJSON(results)
        json.rescan = rescan
        return Response(json.waiting > 0 ? .accepted : .ok, json: json).uncached
    }

    private func edits(_ request: Request) async throws -> AskedEdits {
        let body = try await AskedBody.read(request, spool: library.data.spool)
        return try await DiskThreads.run { try AskedEdits(body, else: AskedPaths(query: request.head.target.query)) }
    }

    private func wishes(_ asked: AskedEdits) async throws -> [Wish] {
        var search = PathSearch(library)
        var wishes = try await find(asked.paths, &search).map { Wish(found: $0, tags: asked.tags) }
        for edit in asked.edits {
            for found in try await find(edit.path, &search) { wishes.append(Wish(found: found, tags: edit.tags)) }
        }
        guard wishes.count <= Self.mostPaths else { throw Problem.badBody("A request may name at most \(Self.mostPaths) paths.") }
        guard wishes.contains(where: { !$0.tags.values.isEmpty }) else {
            throw Problem.badBody(
                "The body names no tag, such as title, artist, album, album_artist, track_number, disc_number, year or genre.")
        }
        if let problem = wishes.first?.found.problem, wishes.allSatisfy({ $0.found.problem != nil }) { throw problem }
        guard wishes.contains(where: { $0.found.track != nil }) else { throw Problem.nothing("There is no track at these paths.") }
        return wishes
    }

    /// Edits files one after the other and says what became of each, as far as it is known in time.
    func edit(_ wishes: [Wish], _ request: Request) async throws -> [EditJSON] {
        guard let editor = library.tags else { throw LibraryAPI.editsNone }
        let parts = wishes.compactMap { wish in wish.found.track.map { TagJob.Part(track: $0.id, changes: wish.tags) } }
        try request.seat?.move(to: .waits)
        let begun = try await editor.start(parts, keepsTime: false, by: access.name(of: request.caller))
        let job = await editor.job(begun.id, within: Self.patience) ?? begun
        var outcomes = job.outcomes.map(\.outcome)[...]
        return wishes.map { wish in
            func result(_ status: EditJSON.Status, _ detail: String? = nil) -> EditJSON {
                EditJSON(path: wish.found.path, status: status, track: wish.found.track?.id, detail: detail)
            }
            guard wish.found.track != nil else {
                return result(.failed, wish.found.problem?.detail ?? "There is no track at this path.")
            }
            switch outcomes.popFirst() {
            case .done: return result(.edited)
            case .unchanged: return result(.unchanged)
            case .failed(let reason): return result(.failed, reason)
            case nil: return job.isDone ? result(.failed, "The edit was ended before.") : result(.waiting)
            }
        }
    }
}
