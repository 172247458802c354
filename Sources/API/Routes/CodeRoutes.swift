import Rooms
import Session
import System
import Web

/// Short codes, for those who can neither scan nor be sent a link: made by whoever may make links, and redeemed by anybody.
extension LibraryAPI {
    private struct CodeJSON: Encodable {
        let offer: ShortCodes.Offer

        private enum Key: String, CodingKey { case id, code, role, room, uses, endsAt }

        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: Key.self)
            try object.encode(offer.id, forKey: .id)
            try object.encode(offer.code.text, forKey: .code)
            try object.encode(offer.role, forKey: .role)
            try object.encode(offer.room, forKey: .room)
            try object.encode(offer.uses, forKey: .uses)
            try object.encode(offer.endsAt, forKey: .endsAt)
        }
    }

    private struct TypedCode: Decodable {
        let code: String
    }

    static let redeemPath = prefix + "/redeem"

    func addCodes(to routes: inout Routes) {
        change(.post, "/codes", .invite, body: Self.linkBody, in: &routes) { request in
            let wanted = try WantedLink(request)
            // Whoever makes a code for all rooms must be a host in all.
            let grant = try access.check(request.caller, wanted.right, in: wanted.room)
            let offer = access.codes.make(
                wanted.role, room: wanted.room, name: wanted.name, hours: wanted.hours, uses: wanted.uses, maker: grant.link,
                isBrief: wanted.isBrief)
            return Response(.created, json: CodeJSON(offer: offer)).uncached
        }
        change(.delete, "/codes/{number}", .invite, in: &routes) { request in
            let id = try request.parameters.int("number")
            let grant = try access.check(request.caller, .invite)
            guard let offer = access.codes.offer(id), grant.manages(offer.role, in: offer.room) else {
                throw Problem.nothing("There is no such code, or it is over.")
            }
            access.codes.end(id)
            return Response(.noContent)
        }
        let admit: Routes.Guard = { [access] in try access.checkSender($0) }
        routes.on(.post, Self.redeemPath, body: Self.linkBody, guard: admit) { request in
            let typed = try request.json(TypedCode.self).code
            guard let code = ShortCode(typed) else {
                throw Problem.badBody(
                    "code must be eight letters and digits, such as K7QX-93FM, or the four letters that a screen shows.")
            }
            try request.caller.checkGuesses()
            guard access.codes.mayTry(request.caller.asker, at: rooms.now) else {
                throw Problem(
                    .tooManyRequests, "Too many codes were tried: try again in a few seconds.",
                    type: MessageProblem.Code.slowDown.rawValue)
            }
            guard let offer = access.codes.take(code), offer.maker.map({ access.links.isValid($0) }) ?? true else {
                var problem = Problem(.notFound, "There is no such code, or it is over.", type: "code-wrong")
                problem.isGuess = true
                throw problem
            }
            if let party = offer.party { return try await partyLink(party, for: request) }
            do {
                return try await madeLink(
                    offer.role, room: offer.room, name: offer.name.isEmpty ? "By code" : offer.name, hours: offer.hours,
                    for: request)
            } catch {
                access.codes.giveBack(offer)
                throw error
            }
        }
    }
}
