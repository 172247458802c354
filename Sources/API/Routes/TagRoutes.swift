import Catalog
import Foundation
import Library
import Music
import System
package import Web
import Workers

/// The tags of files, and edits of them.
extension LibraryAPI {
    /// A preview reads each file in a worker.
    private static let mostPreviewed = 200
    private static let mostUndone = 1_000

    static let editsNone = Problem(
        .forbidden, "This server edits no tags: it was started without --edit-tags.", type: "no-tag-editing")

    private struct PreviewBody: Decodable {
        let tracks: [Int]
        let changes: TagChanges
    }

    private struct EditBody: Decodable {
        let tracks: [Int]
        let changes: TagChanges
        let keepTime: Bool?
    }

    private struct UndoBody: Decodable {
        let edits: [Int]
        let keepTime: Bool?
    }

    func addTags(to routes: inout Routes) {
        change(.get, "/tracks/{track}/tags", .editTags, takes: .waiting, in: &routes) { request in
            try request.seat?.move(to: .works)
            let track = try await track(request)
            return Response(json: TagsJSON(try await tagEditor().tags(of: track))).uncached
        }
        change(.post, "/tags/preview", .editTags, body: Request.tagBody, takes: .waiting, in: &routes) { request in
            try request.seat?.move(to: .works)
            let body = try request.json(PreviewBody.self, atMost: Request.mostTagBytes)
            guard body.tracks.count <= Self.mostPreviewed else { throw TagRefusal.tooManyTracks(Self.mostPreviewed) }
            var previews: [TagPreviewJSON] = []
            for track in body.tracks { previews.append(try await preview(body.changes.fields, of: track)) }
            return Response(json: ["tracks": previews]).uncached
        }
        change(.post, "/tags/edits", .editTags, body: Request.tagBody, in: &routes) { request in
            let body = try request.json(EditBody.self, atMost: Request.mostTagBytes)
            let parts = body.tracks.map { TagJob.Part(track: $0, changes: body.changes.fields) }
            return try await start(parts, keepsTime: body.keepTime, request)
        }
        change(.get, "/tags/edits/{edit}", .editTags, in: &routes) { request in try await job(request) }
        change(.delete, "/tags/edits/{edit}", .editTags, in: &routes) { request in
            try await tagEditor().cancel(try request.parameters.int("edit"))
            return try await job(request)
        }
        change(.get, "/tags/undo", .editTags, in: &routes) { request in
            _ = try tagEditor()
            let paging = try PageRequest(QueryReader(request))
            let page = try await library.reader.tagEdits(limit: paging.limit, offset: paging.offset)
            return Response(
                json: PageJSON(
                    items: page.items.map(TagEditJSON.init), total: page.total, limit: paging.limit, offset: paging.offset)
            ).uncached
        }
        change(.post, "/tags/undo", .editTags, body: Request.jsonBody, in: &routes) { request in
            let body = try request.json(UndoBody.self)
            guard body.edits.count <= Self.mostUndone else { throw TagRefusal.tooManyTracks(Self.mostUndone) }
            var parts: [TagJob.Part] = []
            for id in body.edits {
                guard let edit = try await library.reader.tagEdit(id) else { throw Problem.nothing("There is no edit \(id).") }
                parts.append(try await tagEditor().undoing(edit))
            }
            return try await start(parts, keepsTime: body.keepTime, request)
        }
    }

    /// Throws if the server edits no tags.
    func tagEditor() throws(Problem) -> TagEditor {
        guard let tags = library.tags else { throw Self.editsNone }
        return tags
    }

    private func preview(_ changes: TagFields, of id: Int) async throws -> TagPreviewJSON {
        guard let track = try await library.reader.track(id) else { throw LibraryRefusal.noTrack(id) }
        do {
            return TagPreviewJSON(track, try await tagEditor().preview(changes, of: track))
        } catch let refusal as TagRefusal {
            return TagPreviewJSON(track, reason: "\(refusal)")
        }
    }

    private func start(_ parts: [TagJob.Part], keepsTime: Bool?, _ request: Request) async throws -> Response {
        let job = try await tagEditor().start(
            parts, keepsTime: keepsTime ?? false, by: access.name(of: request.caller))
        return Response(.accepted, json: TagJobJSON(job))
    }

    private func job(_ request: Request) async throws -> Response {
        let id = try request.parameters.int("edit")
        guard let job = try await tagEditor().job(id) else { throw Problem.nothing("There is no edit \(id) any more.") }
        return Response(json: TagJobJSON(job)).uncached
    }
}

extension TagRefusal: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .badValue, .noPicture, .tooManyTracks: Problem(.unprocessable, description, type: "refused")
        case .queueFull: Problem(.unavailable, description, type: "queue-full")
        case .diskFull: Problem(.insufficientStorage, description, type: "disk-full")
        default: Problem(.conflict, description, type: "unavailable")
        }
    }
}
