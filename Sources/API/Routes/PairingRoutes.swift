import Library
import Rooms
import Session
import Web

/// Screens that ask for a role: anybody who may read asks, whoever may invite grants, and the screen collects its link.
extension LibraryAPI {
    private struct AskedJSON: Encodable {
        let code: String
        let secret: String
        let endsAt: Int
    }

    private struct Secret: Decodable {
        let secret: String
    }

    private struct ShownCode: Decodable {
        let code: String
    }

    func addPairings(to routes: inout Routes) {
        let admit: Routes.Guard = { [access] in try access.checkSender($0) }
        routes.on(.post, Self.prefix + "/pairings", guard: admit) { request in
            guard let asked = access.pairings.ask(request.caller.asker, at: rooms.now) else {
                throw Problem(
                    .tooManyRequests, "Too many screens ask for a code: try again in a minute.",
                    type: MessageProblem.Code.slowDown.rawValue)
            }
            let json = AskedJSON(code: asked.code.text, secret: asked.secret.text, endsAt: asked.endsAt)
            return Response(.created, json: json).uncached
        }
        change(.post, "/pairings/grant", .invite, body: Self.linkBody, in: &routes) { request in
            let wanted = try WantedLink(request)
            let grant = try access.check(request.caller, wanted.right, in: wanted.room)
            guard let code = ShortCode(try request.json(ShownCode.self).code), code.isBrief else {
                throw Problem.badBody("code must be the four letters that the screen shows, such as KXQF.")
            }
            let given = Pairings.Grant(
                role: wanted.role, room: wanted.room, name: wanted.name, hours: wanted.hours, maker: grant.link)
            guard access.pairings.grant(given, to: code) else {
                throw Problem.nothing("No screen shows this code now. Codes end after two minutes.")
            }
            return Response(.noContent)
        }
        routes.on(.post, Self.prefix + "/pairings/collect", body: Self.linkBody, guard: admit) { request in
            guard let secret = ControlToken(try request.json(Secret.self).secret) else {
                throw Problem.badBody("secret must be the one that this screen was given.")
            }
            switch access.pairings.collect(secret) {
            case .waiting: return Response(.noContent)
            case .granted(let grant) where grant.maker.map({ access.links.isValid($0) }) ?? true:
                return try await madeLink(
                    grant.role, room: grant.room, name: grant.name.isEmpty ? "A screen" : grant.name, hours: grant.hours,
                    for: request)
            case .granted, nil: throw Problem.nothing("This code is over: ask for another one.")
            }
        }
    }
}
