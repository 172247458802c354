import Music
import Session
import Text

/// What a room tells its screens about themselves: names, offsets, and the wall that some of them make together.
extension Room {
    /// Whether a client is one of a wall's screens, by its place in the room or by its own address.
    func isOnWall(_ member: Member) -> Bool { member.report.isOnWall || state.memories[member.key]?.place != nil }

    /// The finest quality that all visible screens of the wall can draw; nil if none has said so.
    private var wallQuality: Int? {
        members.values.lazy.filter { $0.isVisible && isOnWall($0) }.compactMap(\.report.quality).min()
    }

    func you(_ member: Member) -> You { you(member, wall: state.wall, quality: wallQuality) }

    private func you(_ member: Member, wall: WallPlace?, quality: Int?) -> You {
        let memory = state.memories[member.key]
        return You(
            name: memory?.name ?? member.name, offsetMs: memory?.offset ?? 0, place: memory?.place,
            wall: memory?.place == nil ? nil : wall, quality: isOnWall(member) ? quality : nil)
    }

    /// Tells each screen about itself if that has changed.
    mutating func tellScreens(at now: ServerTime) {
        guard isWallTouched else { return }
        isWallTouched = false
        let (wall, quality) = (state.wall, wallQuality)
        for (id, member) in members {
            let you = you(member, wall: wall, quality: quality)
            guard you != member.told else { continue }
            members[id]?.told = you
            want(.tell(id, JSON.bytes(YouMessage(you, sent: now))))
        }
    }

    /// Lets clients show their numbers and names.
    mutating func identify(_ members: some Sequence<Member>, until: ServerTime, at now: ServerTime) {
        for member in members {
            let name = state.memories[member.key]?.name ?? member.name
            want(.tell(member.id, JSON.bytes(IdentifyMessage(number: member.number, name: name, until: until, sent: now))))
        }
    }

    /// The screens of the wall that are not here, the oldest first.
    var absentScreens: [AbsentScreen] {
        let present = Set(members.values.map(\.key))
        return state.memoryOrder.compactMap { client in
            guard !present.contains(client), let memory = state.memories[client], let place = memory.place else { return nil }
            return AbsentScreen(name: memory.name ?? "", place: place)
        }
    }
}
