import Library
import Rooms
import Session
import System
import Text
import Web

/// Links that give people roles: made, listed and revoked by hosts. A token is shown once, when its link is made.
extension LibraryAPI {
    private struct LinkJSON: Encodable {
        let link: Link

        private enum Key: String, CodingKey { case id, role, room, name, madeAt, endsAt }

        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: Key.self)
            try object.encode(link.id, forKey: .id)
            try object.encode(link.role, forKey: .role)
            try object.encode(link.room, forKey: .room)
            try object.encode(link.name, forKey: .name)
            try object.encode(link.madeAt, forKey: .madeAt)
            try object.encode(link.endsAt, forKey: .endsAt)
        }
    }

    private struct LinksJSON: Encodable {
        let links: [LinkJSON]
    }

    private struct MadeJSON: Encodable {
        let link: LinkJSON
        let token: String
        let addresses: [String]
        /// The first address as a QR code, in SVG.
        let qr: String?

        private enum Key: String, CodingKey { case link, token, addresses, qr }

        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: Key.self)
            try object.encode(link, forKey: .link)
            try object.encode(token, forKey: .token)
            try object.encode(addresses, forKey: .addresses)
            try object.encode(qr, forKey: .qr)
        }
    }

    /// A JSON object with a name is far shorter.
    static let linkBody = BodyPolicy.memory(limit: 4 << 10)

    func addLinks(to routes: inout Routes) {
        change(.get, "/links", .invite, in: &routes) { request in
            let grant = try access.check(request.caller, .invite)
            return Response(
                json: LinksJSON(links: access.links.current.filter { grant.manages($0.role, in: $0.room) }.map(LinkJSON.init))
            ).uncached
        }
        change(.post, "/links", .invite, body: Self.linkBody, in: &routes) { request in
            let wanted = try WantedLink(request)
            // Whoever makes a link for all rooms must be a host in all.
            try access.check(request.caller, wanted.right, in: wanted.room)
            return try await madeLink(wanted.role, room: wanted.room, name: wanted.name, hours: wanted.hours, for: request)
        }
        change(.delete, "/links/{link}", .invite, in: &routes) { request in
            let id = try request.parameters.int("link")
            let grant = try access.check(request.caller, .invite)
            guard access.links.current.contains(where: { $0.id == id && grant.manages($0.role, in: $0.room) }) else {
                throw Links.Refused.unknown
            }
            defer { rooms.post { $0.dismiss { $0 == id } } }
            try await access.links.revoke(id)
            return Response(.noContent)
        }
    }

    /// The guests' link of a party, for whoever typed its code.
    func partyLink(_ party: OpenParty, for request: Request) async throws -> Response {
        let token = try await doors.invitation(to: party).token
        guard case .grant(let grant) = access.verdict(token.text),
            let link = access.links.current.first(where: { $0.id == grant.link })
        else { throw Problem.nothing("The party is over.") }
        let addresses = try addresses(for: request, room: party.room).map { Invitation.party($0, token) }
        let code = addresses.first.flatMap { QRCode($0, care: .some) }
        return Response(
            .created, json: MadeJSON(link: LinkJSON(link: link), token: token.text, addresses: addresses, qr: code?.svg)
        ).uncached
    }

    /// Makes a link, and answers with its token, which is shown this once.
    func madeLink(_ role: Role, room: String?, name: String, hours: Double?, for request: Request) async throws -> Response {
        let pages = try addresses(for: request, room: room ?? RoomName.main)
        let (link, token) = try await access.links.make(
            role, room: room, name: name, endsAt: hours.map { library.clock.second + Int($0 * 3600) })
        let addresses = pages.map {
            role == .viewer ? Invitation.viewer($0, token) : Invitation.with($0, token)
        }
        let code = addresses.first.flatMap { QRCode($0, care: .some) }
        return Response(
            .created, json: MadeJSON(link: LinkJSON(link: link), token: token.text, addresses: addresses, qr: code?.svg)
        ).uncached
    }
}

/// The link that somebody wants to make, or to have made by a short code.
struct WantedLink {
    private struct Body: Decodable {
        let role: String
        let room: String?
        let name: String?
        /// Nil for a link without an end.
        let hours: Double?
        /// Of a code; a link can be used as often as one likes.
        let uses: Int?
        /// Whether the code has four letters, for a screen that shows it.
        let brief: Bool?
    }

    private static let longestName = 240
    /// Ten years; a link without an end lasts longer.
    private static let hours = 0.01...87_600

    let role: Role
    let room: String?
    let name: String
    let hours: Double?
    let uses: Int
    let isBrief: Bool

    init(_ request: Request) throws(Problem) {
        let body = try request.json(Body.self)
        guard let role = Role(rawValue: body.role), role != .owner else {
            throw Problem.badBody("role must be viewer, guest, cohost or host.")
        }
        guard body.room.map({ RoomName.allows($0) }) ?? true else { throw Problem.badBody("room must be \(RoomName.rule).") }
        let name = body.name ?? ""
        guard name.utf8.count <= Self.longestName, name.isOneLine else {
            throw Problem.badBody("name must be one line of at most \(Self.longestName) bytes.")
        }
        guard body.hours.map({ Self.hours.contains($0) }) ?? true else {
            throw Problem.badBody("hours must be a number from \(Self.hours.lowerBound) to \(Int(Self.hours.upperBound)).")
        }
        let uses = body.uses ?? 1
        guard ShortCodes.uses.contains(uses) else {
            throw Problem.badBody(
                "uses must be a whole number from \(ShortCodes.uses.lowerBound) to \(ShortCodes.uses.upperBound).")
        }
        guard role != .host || uses == 1 else {
            throw Problem(.unprocessable, "A code for the role host works once.", type: "refused")
        }
        isBrief = body.brief ?? false
        guard !isBrief || uses == 1 else {
            throw Problem(.unprocessable, "A code of four letters works once.", type: "refused")
        }
        (self.role, room, self.name, hours, self.uses) = (role, body.room, name, body.hours, uses)
    }

    /// What its maker needs.
    var right: Right { role == .host ? .inviteHosts : .invite }
}

extension Grant {
    /// Whether its holder may see and revoke links and codes of a role.
    func manages(_ role: Role, in room: String?) -> Bool { has(role == .host ? .inviteHosts : .invite, in: room) }
}

extension Links.Refused: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .tooMany: Problem(.conflict, "There are \(Links.most) links already: revoke one.", type: "too-many")
        case .unknown: Problem.nothing("There is no such link, or it is over.")
        case .unwritten:
            Problem(
                .insufficientStorage, "The links cannot be saved: none was made, and a revoked one comes back with the next start.",
                type: "not-kept")
        }
    }
}
