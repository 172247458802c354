import Catalog
import Library
import System
import Web

/// Set lists: songs in the order of a performance.
extension LibraryAPI {
    struct SetListJSON: Encodable {
        let id: Int
        let title: String
        let songs: [Int]
        let changedAt: Int

        init(_ list: SetList) {
            (id, title, songs, changedAt) = (list.id, list.title, list.songs, list.changedAt)
        }
    }

    func addSetLists(to routes: inout Routes) {
        read("/set-lists", takes: .long, in: &routes) { request in
            let paging = try PageRequest(QueryReader(request))
            return try await page(
                request, paging, { try await library.reader.setLists(limit: paging.limit, offset: paging.offset) },
                SetListJSON.init)
        }
        change(.post, "/set-lists", .editSongs, body: Request.jsonBody, in: &routes) { request in
            let body = try request.json(SetListBody.self)
            guard let title = body.title else { throw Problem.badBody("title is missing.") }
            let id = try await library.catalog.addSetList(title, songs: body.songs ?? [], at: library.clock.second)
            var response = try await changed(setList: id, .created)
            response.set("location", "\(Self.prefix)/set-lists/\(id)")
            return response
        }
        read("/set-lists/{list}", in: &routes) { request in
            try await tagged(request) { SetListJSON(try await setList(request)) }
        }
        change(.patch, "/set-lists/{list}", .editSongs, body: Request.jsonBody, in: &routes) { request in
            let list = try await setList(request)
            let body = try request.json(SetListBody.self)
            try await library.catalog.changeSetList(list.id, title: body.title, songs: body.songs, at: library.clock.second)
            return try await changed(setList: list.id)
        }
        change(.delete, "/set-lists/{list}", .editSongs, in: &routes) { request in
            let list = try await setList(request)
            try await library.catalog.removeSetList(list.id)
            library.events.tell(.library(.setList(list.id)))
            return Response(.noContent)
        }
    }

    private func setList(_ request: Request) async throws -> SetList {
        let id = try request.parameters.int("list")
        guard let list = try await library.reader.setList(id) else { throw Problem.nothing("There is no set list \(id).") }
        return list
    }

    /// Reports a change to all listeners, and answers with the set list as it is now.
    private func changed(setList id: Int, _ status: Status = .ok) async throws -> Response {
        library.events.tell(.library(.setList(id)))
        guard let list = try await library.reader.setList(id) else { throw Problem.nothing("There is no set list \(id).") }
        return Response(status, json: SetListJSON(list))
    }
}
