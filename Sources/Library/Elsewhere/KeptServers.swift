import Subsonic
import System
import Text

/// The music servers that the owner added, in one file of the data folder. A change counts once it is on the disk.
actor KeptServers {
    /// More than anybody has; each is asked every 15 minutes.
    static let most = 16
    /// Far more than so many servers take.
    private static let mostBytes = 1 << 20
    /// Changes that wait for another.
    private static let longestLine = 8

    private let data: DataFolder
    /// Those that were kept when this process started.
    nonisolated let atStart: [SubsonicServer]
    private(set) var servers: [KeptServer]
    private var isBusy = false
    private var line: [CheckedContinuation<Void, Never>] = []

    init(in data: DataFolder) throws(Failure) {
        self.data = data
        guard let bytes = try data.readServers(atMost: Self.mostBytes) else {
            (servers, atStart) = ([], [])
            return
        }
        let problem = Failure.unavailable("\(data.serversPath) holds no music servers: delete it, and add them again")
        let read: [KeptServer]
        do { read = try JSON.read([KeptServer].self, from: bytes, atMost: Self.mostBytes) } catch { throw problem }
        (servers, atStart) = (read, read.compactMap(\.server))
        guard read.count <= Self.most, Set(read.map(\.name)).count == read.count, atStart.count == read.count else {
            throw problem
        }
    }

    /// Writes a change, then has it take effect; changes follow one another. One that cannot take effect is taken back.
    func change(
        _ decide: @Sendable (inout [KeptServer]) throws(ServerRefusal) -> Void, act: @Sendable () async throws -> Void
    ) async throws {
        try await enter()
        defer { leave() }
        let before = servers
        var next = before
        try decide(&next)
        try await write(next)
        servers = next
        do {
            try await act()
        } catch {
            servers = before
            try await write(before)
            throw error
        }
    }

    private func write(_ servers: [KeptServer]) async throws {
        let (data, bytes) = (data, JSON.bytes(servers))
        do {
            try await DiskThreads.run { try data.write(servers: bytes) }
        } catch {
            throw ServerRefusal.unwritten
        }
    }

    private func enter() async throws {
        guard isBusy else {
            isBusy = true
            return
        }
        guard line.count < Self.longestLine else { throw ServerRefusal.busy }
        await withCheckedContinuation { line.append($0) }
    }

    private func leave() {
        guard !line.isEmpty else {
            isBusy = false
            return
        }
        line.removeFirst().resume()
    }
}
