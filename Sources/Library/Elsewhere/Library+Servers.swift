import Catalog
import Fetch
package import Subsonic
import System

/// A music server as its owner sees it: without its secret.
package struct ServedServer: Sendable {
    package let name: String
    package let addresses: [String]
    package let user: String
    package let secret: SubsonicLogin.Kind
    package let allowsPlainPassword: Bool
    /// Whether it is set on the command line, and cannot be changed here.
    package let isFixed: Bool
    package let songs: Int
    /// Songs of it that are listed as those of a folder, or of another server.
    package let elsewhere: Int
    /// The songs found so far in its list, while that is read.
    package let found: Int?
    /// Files of songs that it has sent since this process started because another server with the same songs did not.
    package let sentInstead: Int
    /// When its list was last read to its end, in seconds since 1970.
    package let scannedAt: Int?
    package let health: SubsonicHealth?
    /// Whether it knows of the files that were changed here.
    package let rescan: RescanState
}

/// The music servers that the owner adds, changes and removes while the server runs.
extension Library {
    package static var mostServers: Int { KeptServers.most }

    /// All music servers, those of the command line first.
    package func servers() async throws -> [ServedServer] {
        let folders = try await reader.folders()
        var served: [ServedServer] = []
        for (server, isFixed) in fixedServers.map({ ($0, true) }) + (await addedServers()).map({ ($0, false) }) {
            let folder = folders.first { SubsonicSource.server(of: $0.path) == server.name }
            let songs = if let folder { try await surveyor.trackCount(in: folder.id) } else { 0 }
            let elsewhere = if let folder { try await surveyor.otherPlaceCount(in: folder.id) } else { 0 }
            served.append(
                ServedServer(
                    name: server.name, addresses: server.addresses.map(\.text), user: server.login.user,
                    secret: server.login.kind, allowsPlainPassword: server.login.allowsPlainPassword, isFixed: isFixed,
                    songs: songs, elsewhere: elsewhere, found: folder.flatMap { librarian.found(in: $0.id) },
                    sentInstead: remote.sentInstead(by: server.name), scannedAt: folder?.scannedAt,
                    health: folder.flatMap { health(of: $0) },
                    rescan: await rescans.state(of: server.name)))
        }
        return served
    }

    /// What is fetched after files were changed here, as people may see it; nil if nothing is.
    package func rescanAddress() async -> (address: String, state: RescanState)? {
        guard let address = options.rescanAddress else { return nil }
        return ("\(address)", await rescans.state(of: nil))
    }

    /// The music servers by their names and addresses, without logins.
    package func namedServers() async -> [(name: String, addresses: [String])] {
        (fixedServers + (await addedServers())).map { ($0.name, $0.addresses.map(\.text)) }.sorted { $0.name < $1.name }
    }

    /// A server of the command line counts more than one of the same name that was added.
    private func addedServers() async -> [SubsonicServer] {
        await keptServers.servers.compactMap(\.server).filter { server in !fixedServers.contains { $0.name == server.name } }
    }

    /// Adds a music server, once it has answered, and begins to read its list.
    package func add(server name: String, _ wish: ServerWish) async throws {
        let wanted = try KeptServer(name, wish)
        try checkFixed(name)
        let count = await addedServers().count
        guard count < KeptServers.most else { throw ServerRefusal.tooMany(KeptServers.most) }
        let server = try await tried(wanted)
        try await keptServers.change { (servers) throws(ServerRefusal) in
            guard !servers.contains(where: { $0.name == name }) else { throw .taken(name) }
            guard servers.count < KeptServers.most else { throw .tooMany(KeptServers.most) }
            servers.append(wanted)
        } act: {
            try await serve(server, as: name)
        }
        log.info("a music server was added", ["server": name])
    }

    /// Changes a music server, once it has answered as it shall be. What is known of its music stays.
    package func change(server name: String, _ wish: ServerWish) async throws {
        try checkFixed(name)
        guard let known = await keptServers.servers.first(where: { $0.name == name }) else { throw ServerRefusal.unknown(name) }
        let wanted = try known.changed(wish)
        let server = try await tried(wanted)
        try await keptServers.change { (servers) throws(ServerRefusal) in
            guard let index = servers.firstIndex(where: { $0.name == name }) else { throw .unknown(name) }
            servers[index] = wanted
        } act: {
            try await serve(server, as: name)
        }
        await remote.begin()
        await rescans.resume()
        log.info("a music server was changed", ["server": name])
    }

    /// Removes a music server: its music is listed no more. Analyses and what people entered wait for its recordings.
    package func remove(server name: String) async throws {
        try checkFixed(name)
        try await keptServers.change { (servers) throws(ServerRefusal) in
            guard let index = servers.firstIndex(where: { $0.name == name }) else { throw .unknown(name) }
            servers.remove(at: index)
        } act: {
            try await serve(nil, as: name)
        }
        await remote.forget(name)
        await rescans.forget(name)
        events.tell(.library(.tracks))
        log.info("a music server was removed", ["server": name])
    }

    /// Has the list of a music server read again.
    package func scan(server name: String) async throws {
        let path = Array(SubsonicSource.folder(of: name).utf8)
        guard let folder = try await reader.folders().first(where: { $0.path == path }) else { throw ServerRefusal.unknown(name) }
        await librarian.requestScan(of: [[]], in: folder.id)
    }

    /// Has a server asked from now on, or no more, and its music listed accordingly; if that fails, all is as it was.
    private func serve(_ server: SubsonicServer?, as name: String) async throws {
        let before = try remote.replace(name, with: server)
        do {
            try await serveAgain(renewing: name)
        } catch {
            _ = try remote.replace(name, with: before)
            throw error
        }
    }

    private func checkFixed(_ name: String) throws(ServerRefusal) {
        if fixedServers.contains(where: { $0.name == name }) { throw .fixed(name) }
    }

    private func tried(_ kept: KeptServer) async throws -> SubsonicServer {
        // It was checked when it was made.
        guard let server = kept.server else { throw ServerRefusal.badAddress }
        try await ServerTrial.run(server, try remote.fetcher())
        return server
    }
}
