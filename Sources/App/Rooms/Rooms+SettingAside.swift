import Catalog
import Web

extension Rooms {
    /// A room that cannot be brought back costs nobody the others; what was kept of it is not overwritten by a new one of its name.
    func setAside(_ name: String, because reason: any Error) async {
        log.warning("a room could not be brought back, and is set aside", ["room": name, "reason": "\(reason)"])
        do {
            try await library.catalog.setAside(room: name)
        } catch {
            log.warning("a room could not be set aside", ["room": name, "reason": "\(error)"])
        }
    }
}
