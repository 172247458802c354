import Text

/// Screens that people steer together, by a name.
package struct ScreenGroup: Hashable, Sendable, Codable {
    /// Most groups of a room: more than a house has rooms.
    package static let most = 32
    /// Longest name in bytes: more than fits beside a screen.
    package static let longestName = 64

    package internal(set) var name: String
    /// The keys of its screens, in the order in which they were named. Some may not be here.
    package internal(set) var clients: [String]

    /// Within the bounds of what a command may set.
    var isWithinBounds: Bool {
        (1...Self.longestName).contains(name.utf8.count) && name.isOneLine && clients.count <= Wish.mostScreens
    }
}

/// How commands change a room's groups of screens.
extension RoomState {
    package func group(_ name: String) -> ScreenGroup? { groups.first { $0.name == name } }

    /// Makes a group of these screens, or replaces those of the group with this name.
    mutating func setGroup(_ name: String, _ clients: [String]) throws(Refusal) {
        if let index = groups.firstIndex(where: { $0.name == name }) {
            groups[index].clients = clients
        } else {
            guard groups.count < ScreenGroup.most else { throw .tooManyGroups }
            groups.append(ScreenGroup(name: name, clients: clients))
        }
        // Only remembered screens are in groups, so that what can be forgotten is in none afterwards.
        for client in clients { remember(client) { _ in } }
    }

    mutating func renameGroup(_ name: String, to new: String) throws(Refusal) {
        guard let index = groups.firstIndex(where: { $0.name == name }) else { throw .noGroup(name) }
        guard new == name || group(new) == nil else { throw .groupExists(new) }
        groups[index].name = new
    }

    mutating func removeGroup(_ name: String) throws(Refusal) {
        guard let index = groups.firstIndex(where: { $0.name == name }) else { throw .noGroup(name) }
        groups.remove(at: index)
    }

    /// Takes a screen that is forgotten out of all groups.
    mutating func leaveGroups(_ client: String) {
        for index in groups.indices { groups[index].clients.removeAll { $0 == client } }
    }
}
