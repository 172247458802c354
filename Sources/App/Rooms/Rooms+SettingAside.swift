import Catalog
import Web

extension Rooms {
    /// Moves a room that cannot be restored out of the way: the other rooms are restored, and a new room of its name does not overwrite it.
    func setAside(_ name: String, because reason: any Error) async {
        log.warning("a room could not be brought back, and is set aside", ["room": name, "reason": "\(reason)"])
        do {
            try await library.catalog.setAside(room: name)
        } catch {
            log.warning("a room could not be set aside", ["room": name, "reason": "\(error)"])
        }
    }
}
