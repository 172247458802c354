import Session
import Web

/// How other screens join: the server's addresses, and the first of them as a QR code.
extension LibraryAPI {
    private struct JoinJSON: Encodable {
        let addresses: [String]
        /// Whether the page's own address is no use to others, since they would have to log in there.
        let isPrivate: Bool
        /// Whether everybody may watch at these addresses, without a key.
        let isOpen: Bool
    }

    func addJoining(to routes: inout Routes) {
        read("/join", in: &routes) { request in
            let addresses = try addresses(request)
            return Response(
                json: JoinJSON(addresses: addresses, isPrivate: request.caller.isFromGateway, isOpen: access.viewers == nil)
            ).uncached
        }
        // Only our own addresses are drawn: nobody can have others drawn here.
        read("/join.svg", takes: .long, in: &routes) { request in
            guard let address = try addresses(request).first, let code = QRCode(address, care: .some) else {
                throw Problem.nothing("No other device can reach this server: there is no address to show.")
            }
            return Response(.ok, code.svg, type: "image/svg+xml").uncached
        }
    }

    /// The certificate that makes a device trust the server's own certificates.
    func addAuthority(to routes: inout Routes) {
        read("/authority", in: &routes) { _ in
            guard let authority = invitation.authority else {
                throw Problem.nothing("This server has no certificate authority of its own: it was started without --tls auto.")
            }
            return Download("downbeat", or: "downbeat", extension: "crt").response("application/x-x509-ca-cert", authority)
        }
    }

    /// The addresses of a room for others; a gateway's own are none, since there everybody has to log in.
    func addresses(for request: Request, room: String) throws(Problem) -> [String] {
        let addresses = invitation.addresses(for: request, room: room)
        guard !addresses.isEmpty || !request.caller.isFromGateway else {
            throw Problem(
                .conflict,
                "Here everybody must log in to Home Assistant. For guests and other screens, open port 8080 under Network in the app's configuration.",
                type: "no-address")
        }
        return addresses
    }

    private func addresses(_ request: Request) throws(Problem) -> [String] {
        let room = try QueryReader(request).text("room") ?? RoomName.main
        guard RoomName.allows(room) else { throw .badQuery("room must be \(RoomName.rule).") }
        let key = access.viewers.flatMap { $0.mayKnowKey(request.caller) ? $0.key : nil }
        return try addresses(for: request, room: room).map { Invitation.viewer($0, key) }
    }
}
