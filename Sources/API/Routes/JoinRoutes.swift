import Session
import Web

/// How other screens join: the server's addresses, and the first of them as a QR code.
extension LibraryAPI {
    private struct JoinJSON: Encodable {
        let addresses: [String]
    }

    func addJoining(to routes: inout Routes) {
        read("/join", in: &routes) { request in
            Response(json: JoinJSON(addresses: try addresses(request))).uncached
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

    private func addresses(_ request: Request) throws(Problem) -> [String] {
        let room = try QueryReader(request).text("room") ?? RoomName.main
        guard RoomName.allows(room) else { throw .badQuery("room must be \(RoomName.rule).") }
        let key = access.viewers.flatMap { $0.mayKnowKey(request.caller) ? $0.key : nil }
        return invitation.addresses(for: request, room: room).map { Invitation.viewer($0, key) }
    }
}
