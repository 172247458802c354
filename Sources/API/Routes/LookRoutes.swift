import Catalog
import Library
import Session
import System
import Text
import Web

/// Looks that people have saved for all rooms: visual settings with a name.
extension LibraryAPI {
    /// More characters fit beside no picture.
    static let longestLookName = 60

    struct LookJSON: Encodable {
        let id: Int
        let name: String
        let look: Look
        let changedAt: Int

        init(_ saved: SavedLook) {
            // What is stored was checked when it came.
            look = (try? JSON.read(Look.self, from: Array(saved.settings.utf8))) ?? Look(settings: [:])
            (id, name, changedAt) = (saved.id, saved.name, saved.changedAt)
        }
    }

    /// A look as clients send it; what is left out stays as it is.
    struct LookBody: Decodable {
        let name: String?
        let look: Look?

        func checkedName() throws(Problem) -> String? {
            guard let name else { return nil }
            do throws(SongProblem) {
                return try SongText.line(name, "name", in: 1...LibraryAPI.longestLookName)
            } catch {
                throw .badBody("\(error).")
            }
        }

        var settings: String? { look.map { String(decoding: JSON.bytes($0), as: UTF8.self) } }
    }

    func addLooks(to routes: inout Routes) {
        read("/looks", takes: .long, in: &routes) { request in
            let paging = try PageRequest(QueryReader(request))
            return try await page(
                request, paging, { try await library.reader.looks(limit: paging.limit, offset: paging.offset) }, LookJSON.init)
        }
        change(.post, "/looks", .editLooks, body: Request.jsonBody, in: &routes) { request in
            let body = try request.json(LookBody.self)
            guard let name = try body.checkedName() else { throw Problem.badBody("name is missing.") }
            guard let settings = body.settings else { throw Problem.badBody("look is missing.") }
            let id = try await library.catalog.addLook(name, settings, at: library.clock.second)
            var response = try await changed(look: id, .created)
            response.set("location", "\(Self.prefix)/looks/\(id)")
            return response
        }
        read("/looks/{look}", in: &routes) { request in
            try await tagged(request) { LookJSON(try await look(request)) }
        }
        change(.patch, "/looks/{look}", .editLooks, body: Request.jsonBody, in: &routes) { request in
            let look = try await look(request)
            let body = try request.json(LookBody.self)
            try await library.catalog.changeLook(
                look.id, name: try body.checkedName(), settings: body.settings, at: library.clock.second)
            return try await changed(look: look.id)
        }
        change(.delete, "/looks/{look}", .editLooks, in: &routes) { request in
            try await library.catalog.removeLook(try await look(request).id)
            library.events.tell(.library(.looks))
            return Response(.noContent)
        }
    }

    private func look(_ request: Request) async throws -> SavedLook {
        let id = try request.parameters.int("look")
        guard let look = try await library.reader.look(id) else { throw Problem.nothing("There is no look \(id).") }
        return look
    }

    /// Reports a change to all listeners, and answers with the look as it is now.
    private func changed(look id: Int, _ status: Status = .ok) async throws -> Response {
        library.events.tell(.library(.looks))
        guard let look = try await library.reader.look(id) else { throw Problem.nothing("There is no look \(id).") }
        return Response(status, json: LookJSON(look))
    }
}
