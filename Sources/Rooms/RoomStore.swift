package import Catalog
package import Music
package import System

/// Keeps rooms, so that they outlive the server, however it dies. A power cut may take what it said to be kept in the last second.
package protocol RoomStore: Sendable {
    /// Every room that is kept, by name.
    func rooms() async throws(CatalogError) -> [(name: String, room: StoredRoom)]
    /// Writes what `make` makes of a room, after what was written before this call, and then says what went wrong. It calls both closures
    /// on any thread.
    func write(
        room: String, _ make: @escaping @Sendable () -> RoomWriting, then answer: @escaping @Sendable (CatalogError?) -> Void)
    /// Deletes a room, after what was written before this call, and then says what went wrong, on any thread.
    func forget(room: String, then answer: @escaping @Sendable (CatalogError?) -> Void)
    /// Moves a room out of the way to where people can look at it.
    func setAside(room: String) async throws(CatalogError)
}

/// Keeps rooms in the data folder.
package struct LocalRoomStore: RoomStore {
    private let database: RoomDatabase
    /// Holds what was set aside.
    private let catalog: Catalog
    private let clock: any HouseClock

    package init(_ database: RoomDatabase, _ catalog: Catalog, _ clock: any HouseClock) {
        self.clock = clock
        self.database = database
        self.catalog = catalog
    }

    package func rooms() async throws(CatalogError) -> [(name: String, room: StoredRoom)] {
        try await database.rooms()
    }

    package func write(
        room: String, _ make: @escaping @Sendable () -> RoomWriting, then answer: @escaping @Sendable (CatalogError?) -> Void
    ) {
        database.write(room: room, at: clock.second, make, then: answer)
    }

    package func forget(room: String, then answer: @escaping @Sendable (CatalogError?) -> Void) {
        database.forget(room: room, then: answer)
    }

    package func setAside(room: String) async throws(CatalogError) {
        guard let kept = try await database.text(of: room) else { return }
        try await catalog.setAside(room: room, as: kept.text, changedAt: kept.changedAt)
        try await database.forget(room: room)
    }
}
