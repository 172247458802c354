import Fetch
import Subsonic

/// Tries a music server before it is kept.
enum ServerTrial {
    /// Throws what a person has to change. Of several addresses one must answer: others may be out of reach from here now, but none
    /// may be a stranger's.
    static func run(_ server: SubsonicServer, _ fetcher: Fetcher) async throws(ServerRefusal) {
        let failures = await withTaskGroup(of: (Int, SubsonicError?).self) { group in
            for (place, address) in server.addresses.enumerated() {
                let one = SubsonicServer(name: server.name, addresses: [address], login: server.login)
                group.addTask { (place, await failure(of: SubsonicClient(one, fetcher, backoff: Backoff(attempts: 1)))) }
            }
            var failures = [SubsonicError?](repeating: nil, count: server.addresses.count)
            for await (place, failure) in group { failures[place] = failure }
            return failures
        }
        if let wrong = failures.compactMap({ $0 }).first(where: { !isAbsence($0) }) { throw .failed(wrong) }
        if let absent = failures.first ?? nil, !failures.contains(nil) { throw .failed(absent) }
    }

    private static func failure(of client: SubsonicClient) async -> SubsonicError? {
        do {
            _ = try await client.ping()
            return nil
        } catch {
            return error
        }
    }

    /// Whether nobody answered, who may do so later.
    private static func isAbsence(_ error: SubsonicError) -> Bool {
        switch error {
        case .fetch, .status: error.mayPass
        default: false
        }
    }
}
