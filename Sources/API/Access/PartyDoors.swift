import Library
package import Rooms
import Session
import System

/// The guests' links of parties: each lasts while its party is open. Its token is made of the owner's key and the party's seal, so a restart
/// changes nothing for those who are there.
package actor PartyDoors {
    /// How one comes to a party.
    struct Invitation: Sendable {
        let token: ControlToken
        let code: ShortCodes.Offer
    }

    /// Seconds for which a link holds if this server does not renew it.
    private static let life = 24 * 3600
    private static let renewal = 12 * 3600
    /// A code is replaced this many seconds before its end: so long people may take to type it.
    private static let typing = 180

    private let rooms: Rooms
    private let access: AccessControl
    private var edition = 0
    /// The codes that are shown, by room.
    private var codes: [String: Int] = [:]

    init(_ rooms: Rooms, _ access: AccessControl) {
        (self.rooms, self.access) = (rooms, access)
    }

    /// Opens and renews the links of these parties, and revokes those of all others.
    package func hear(_ parties: [OpenParty], _ edition: Int) async throws {
        guard edition > self.edition else { return }
        self.edition = edition
        let wanted = parties.map { ($0, access.partyToken($0)) }
        let hashes = Set(wanted.map { $0.1.hash })
        for link in access.links.current where link.isParty == true && !hashes.contains(link.hash) {
            try await access.links.revoke(link.id)
            rooms.post { $0.dismiss { $0 == link.id } }
            guard edition == self.edition else { return }
        }
        for (party, token) in wanted {
            try await keep(party, token)
            guard edition == self.edition else { return }
        }
        codes = codes.filter { room, id in
            let isOpen = parties.contains { $0.room == room }
            if !isOpen { access.codes.end(id) }
            return isOpen
        }
    }

    /// How one comes to the party in a room now.
    func invitation(to party: OpenParty) async throws -> Invitation {
        let token = access.partyToken(party)
        let link = try await keep(party, token)
        let now = access.links.clock.second
        if let offer = codes[party.room].flatMap(access.codes.offer), offer.party == party, offer.uses > 0,
            offer.endsAt - now > Self.typing
        {
            return Invitation(token: token, code: offer)
        }
        let offer = access.codes.make(
            .guest, room: party.room, name: "", hours: nil, uses: ShortCodes.uses.upperBound, maker: link, party: party)
        codes[party.room] = offer.id
        return Invitation(token: token, code: offer)
    }

    /// The number of a party's link, which holds for some hours from now on.
    @discardableResult
    private func keep(_ party: OpenParty, _ token: ControlToken) async throws -> Int {
        let now = access.links.clock.second
        if let link = access.links.current.first(where: { $0.hash == token.hash }), (link.endsAt ?? .max) - now > Self.renewal {
            return link.id
        }
        return try await access.links.keep(token, of: party.room, until: now + Self.life)
    }
}
