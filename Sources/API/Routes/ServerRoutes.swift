import Library
import Subsonic
package import Web

/// The health of a music server.
struct ServerHealthJSON: Encodable {
    let health: SubsonicHealth

    private enum Key: String, CodingKey { case address, software, protocolVersion, sendsPassword, lacks, trouble }

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(health.address, forKey: .address)
        try object.encode(health.software, forKey: .software)
        try object.encode(health.version, forKey: .protocolVersion)
        try object.encode(health.sendsPassword, forKey: .sendsPassword)
        try object.encode(health.lacks.map(\.rawValue), forKey: .lacks)
        try object.encode(health.trouble, forKey: .trouble)
    }
}

/// Music servers, which the owner adds, changes and removes. Secrets go in and never come out.
extension LibraryAPI {
    private struct Body: Decodable {
        let name: String?
        let addresses: [String]?
        let user: String?
        let password: String?
        let token: String?
        let salt: String?
        let key: String?
        let allowsPlainPassword: Bool?

        func wish() throws(Problem) -> ServerWish {
            guard [password, token, key].count(where: { $0 != nil }) <= 1 else {
                throw .badBody("There is either password, token with salt, or key.")
            }
            guard (token == nil) == (salt == nil) else { throw .badBody("token and salt are given together.") }
            var secret = password.map { SubsonicLogin.Secret.password($0) } ?? key.map { .key($0) }
            if let token, let salt { secret = .token(token, salt: salt) }
            return ServerWish(addresses: addresses, user: user, secret: secret, allowsPlainPassword: allowsPlainPassword)
        }
    }

    private struct ServersJSON: Encodable {
        let servers: [ServerJSON]
        let most: Int
        let rescanAddress: RescanJSON?

        private enum Key: String, CodingKey { case servers, most, rescanAddress }

        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: Key.self)
            try object.encode(servers, forKey: .servers)
            try object.encode(most, forKey: .most)
            try object.encode(rescanAddress, forKey: .rescanAddress)
        }
    }

    /// Whether another server knows of the files that were changed here.
    private struct RescanJSON: Encodable {
        /// Of what is no music server.
        var address: String?
        let state: RescanState

        private enum Key: String, CodingKey { case address, waiting, toldAt, trouble }

        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: Key.self)
            try object.encodeIfPresent(address, forKey: .address)
            try object.encode(state.waitingSince != nil, forKey: .waiting)
            try object.encode(state.toldAt, forKey: .toldAt)
            try object.encode(state.trouble, forKey: .trouble)
        }
    }

    private struct ServerJSON: Encodable {
        let server: ServedServer

        private enum Key: String, CodingKey {
            case name, addresses, user, secret, allowsPlainPassword, fixed, songs, elsewhere, found, sentInstead, scannedAt, health,
                rescan
        }

        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: Key.self)
            try object.encode(server.name, forKey: .name)
            try object.encode(server.addresses, forKey: .addresses)
            try object.encode(server.user, forKey: .user)
            try object.encode(server.secret.rawValue, forKey: .secret)
            try object.encode(server.allowsPlainPassword, forKey: .allowsPlainPassword)
            try object.encode(server.isFixed, forKey: .fixed)
            try object.encode(server.songs, forKey: .songs)
            try object.encode(server.elsewhere, forKey: .elsewhere)
            try object.encode(server.found, forKey: .found)
            try object.encode(server.sentInstead, forKey: .sentInstead)
            try object.encode(server.scannedAt, forKey: .scannedAt)
            try object.encode(server.health.map { ServerHealthJSON(health: $0) }, forKey: .health)
            try object.encode(RescanJSON(state: server.rescan), forKey: .rescan)
        }
    }

    /// Eight addresses and a secret are shorter.
    private static let serverBody = BodyPolicy.memory(limit: 16 << 10)

    func addServers(to routes: inout Routes) {
        change(.get, "/servers", .editServers, in: &routes) { _ in
            let address = await library.rescanAddress().map { RescanJSON(address: $0.address, state: $0.state) }
            return Response(
                json: ServersJSON(
                    servers: try await library.servers().map(ServerJSON.init), most: Library.mostServers, rescanAddress: address)
            ).uncached
        }
        change(.post, "/servers", .editServers, body: Self.serverBody, in: &routes) { request in
            let body = try request.json(Body.self)
            guard let name = body.name, body.addresses != nil else { throw Problem.badBody("name and addresses are needed.") }
            try await library.add(server: name, try body.wish())
            return try await served(name, .created)
        }
        change(.patch, "/servers/{name}", .editServers, body: Self.serverBody, in: &routes) { request in
            let body = try request.json(Body.self)
            let name = request.parameters["name"] ?? ""
            guard body.name == nil || body.name == name else { throw Problem.badBody("The name of a music server stays.") }
            try await library.change(server: name, try body.wish())
            return try await served(name)
        }
        change(.delete, "/servers/{name}", .editServers, in: &routes) { request in
            try await library.remove(server: request.parameters["name"] ?? "")
            return Response(.noContent)
        }
        change(.post, "/servers/{name}/scan", .editServers, in: &routes) { request in
            try await library.scan(server: request.parameters["name"] ?? "")
            return Response(.accepted, "{\"scanning\":true}\n", type: "application/json")
        }
    }

    private func served(_ name: String, _ status: Status = .ok) async throws -> Response {
        guard let server = try await library.servers().first(where: { $0.name == name }) else {
            throw ServerRefusal.unknown(name)
        }
        return Response(status, json: ServerJSON(server: server)).uncached
    }
}

extension ServerRefusal: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .badName, .badAddresses, .badAddress, .badUser, .noSecret: Problem(.unprocessable, description, type: "refused")
        case .needsSecretAgain: Problem(.unprocessable, description, type: "secret-needed")
        case .failed: Problem(.unprocessable, description, type: "server-failed")
        case .taken, .fixed: Problem(.conflict, description, type: "conflict")
        case .tooMany: Problem(.conflict, description, type: "too-many")
        case .unknown: Problem.nothing(description)
        case .busy: Problem(.unavailable, description, type: "busy")
        case .unwritten: Problem(.insufficientStorage, description, type: "not-kept")
        }
    }
}
