import Catalog
import Music
import Session
import Synchronization
import System
import Testing
import Web

@testable import Library
@testable import Rooms

/// A store that cannot be read at first.
private final class LockedStore: RoomStore {
    private let triesLeft: Mutex<Int>
    private let stored: [(name: String, room: StoredRoom)]

    init(lockedFor tries: Int, _ stored: [(name: String, room: StoredRoom)]) {
        triesLeft = Mutex(tries)
        self.stored = stored
    }

    func rooms() async throws(CatalogError) -> [(name: String, room: StoredRoom)] {
        let isLocked = triesLeft.withLock { left in
            left -= 1
            return left >= 0
        }
        if isLocked { throw .busy }
        return stored
    }

    func write(
        room: String, _ make: @escaping @Sendable () -> RoomWriting, then answer: @escaping @Sendable (CatalogError?) -> Void
    ) {
        answer(.busy)
    }

    func forget(room: String, then answer: @escaping @Sendable (CatalogError?) -> Void) {
        answer(.busy)
    }

    func setAside(room: String) async throws(CatalogError) {
        throw .busy
    }
}

private struct SilentBus: RoomBus {
    func publish(_ message: StreamMessage, in room: String) {}
    func seat(_ subscriber: Subscriber, in room: String, leaving: Set<RoomStream>, joining: Set<RoomStream>, first: [StreamMessage])
    {}
    func tell(_ client: ConnectionID, _ bytes: [UInt8]) {}
    func dismiss(_ subscriber: Subscriber) {}
}

@Suite("Stored rooms")
struct RoomStoreTests {
    @Test("are waited for while they cannot be read, so that no new room overwrites them")
    func locked() async throws {
        try await withRooms(lockedFor: 20) { rooms async throws in
            await rooms.restore(pause: .zero)
            #expect(try await rooms.list().rooms.map(\.name) == ["hall", "main"])
        }
    }

    @Test("are ready before what was posted meanwhile is done, so that the guardian watches it")
    func order() async throws {
        try await withRooms(lockedFor: 0) { rooms async throws in
            let steps = Mutex<[String]>([])
            rooms.post { _ in steps.withLock { $0.append("posted") } }
            await rooms.restore { steps.withLock { $0.append("ready") } }
            #expect(steps.withLock { $0 } == ["ready", "posted"])
        }
    }

    private func withRooms(lockedFor tries: Int, _ body: (Rooms) async throws -> Void) async throws {
        let data = try TemporaryFolder()
        var options = LibraryOptions(jobs: 1)
        options.dataFolder = data.path
        let clock = MachineClock()
        let log = Log(level: .error, format: .text, clock: clock)
        let now = ServerTime(microseconds: Int64(clock.now))
        let text = RoomSnapshot(RoomState(seed: 1), through: 0, at: now, wall: 0, epoch: nil).text
        let stored = StoredRoom(OlderRoomRows(state: text))
        let rooms = try Rooms(
            Library(options, Downbeat.worker, log: log, clock: clock), LockedStore(lockedFor: tries, [("hall", stored)]), log: log,
            clock: clock)
        rooms.open(SilentBus())
        defer { rooms.close() }
        try await body(rooms)
    }
}
