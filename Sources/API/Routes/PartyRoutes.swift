import Library
import Rooms
import Session
import System
import Web

/// Parties over HTTP: what is asked for, how guests come, and what was played.
extension LibraryAPI {
    private struct InvitationJSON: Encodable {
        /// Of the guests' page, with the link's token.
        let addresses: [String]
        /// The first address as a QR code, in SVG.
        let qr: String?
        let code: String
        let codeEndsAt: Int

        private enum Key: String, CodingKey { case addresses, qr, code, codeEndsAt }

        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: Key.self)
            try object.encode(addresses, forKey: .addresses)
            try object.encode(qr, forKey: .qr)
            try object.encode(code, forKey: .code)
            try object.encode(codeEndsAt, forKey: .codeEndsAt)
        }
    }

    func addParties(to routes: inout Routes) {
        read("/rooms/{room}/party", in: &routes) { request in
            Response(json: try await rooms.shown(Self.roomName(request)) { $0.partyMessage(at: $1) }).uncached
        }
        // For everybody who may watch: screens show it.
        read("/rooms/{room}/party/invitation", takes: .long, in: &routes) { request in
            let name = try Self.roomName(request)
            guard let seal = try await rooms.partySeal(name) else {
                throw Problem.nothing("There is no party in the room \(name).")
            }
            let invited = try await doors.invitation(to: OpenParty(room: name, seal: seal))
            let addresses = try addresses(for: request, room: name).map { Invitation.party($0, invited.token) }
            let qr = addresses.first.flatMap { QRCode($0, care: .some) }
            return Response(
                json: InvitationJSON(
                    addresses: addresses, qr: qr?.svg, code: invited.code.code.text, codeEndsAt: invited.code.endsAt)
            ).uncached
        }
        read("/rooms/{room}/party/songs", in: &routes) { request in
            Response(json: try await rooms.shown(Self.roomName(request)) { $0.partySongs(at: $1, wall: library.clock.wall) })
                .uncached
        }
    }
}
