import Music
import Session
import Text

/// What a room tells its screens about themselves: names, offsets, and the wall that some of them make together.
extension Room {
    /// How a screen is on a wall: by its own address, which overrides a place in the room, or by that place.
    enum Hold { case address, place }

    func hold(_ member: Member) -> Hold? {
        member.report.isOnWall ? .address : state.memories[member.key]?.place == nil ? nil : .place
    }

    func isOnWall(_ member: Member) -> Bool { hold(member) != nil }

    /// What all visible screens of a wall can draw.
    private struct Ability {
        /// The finest quality; nil if none has said so.
        var quality: Int?
        /// Whether one cannot draw shaders.
        var isPlain = false
    }

    /// Every viewer may say that its address puts it on a wall, so those hold back only each other.
    private func ability(of hold: Hold) -> Ability {
        var all = Ability()
        for member in members.values where member.isVisible && self.hold(member) == hold {
            if let quality = member.report.quality { all.quality = min(quality, all.quality ?? quality) }
            if member.report.instead != nil { all.isPlain = true }
        }
        return all
    }

    /// What a newcomer is told. A room may have thousands, so only for screens of a wall the others are looked through.
    func you(_ member: Member) -> You {
        let hold = hold(member)
        return you(member, wall: hold == nil ? nil : state.wall, hold.map(ability))
    }

    private func you(_ member: Member, wall: WallPlace?, _ ability: Ability?) -> You {
        let memory = state.memories[member.key]
        return You(
            name: title(of: member), offsetMs: memory?.offset ?? 0, place: memory?.place,
            wall: memory?.place == nil ? nil : wall, quality: ability?.quality, isPlain: ability?.isPlain ?? false,
            settings: memory?.settings ?? ScreenSettings())
    }

    /// Tells each screen about itself if that has changed.
    mutating func tellScreens(at now: ServerTime) {
        guard selvesShown.takeDue(at: now) else { return }
        let wall = state.wall
        let (byAddress, byPlace) = (ability(of: .address), ability(of: .place))
        for member in members.values {
            let hold = hold(member)
            let you = you(member, wall: wall, hold == .address ? byAddress : hold == .place ? byPlace : nil)
            guard you != member.told else { continue }
            members[member.id]?.told = you
            want(.tell(member.id, JSON.bytes(YouMessage(you, sent: now))))
        }
    }

    /// Lets clients show their names and what number of the screens here they are.
    mutating func identify(_ some: some Sequence<Member>, until: ServerTime, at now: ServerTime) {
        let order = members.values.filter { $0.kind == .screen }.map(\.number).sorted()
        for member in some {
            let number = order.firstIndex(of: member.number).map { $0 + 1 } ?? member.number
            let name = title(of: member)
            want(.tell(member.id, JSON.bytes(IdentifyMessage(number: number, name: name, until: until, sent: now))))
        }
    }

    /// The name that people gave a client, or that it has by its address, or that it suggested.
    func title(of member: Member) -> String {
        [state.memories[member.key]?.name, member.ownName].lazy.compactMap(\.self).first { !$0.isEmpty } ?? ""
    }

    /// Remembers the names that screens have in their address or suggest, for when they are not here.
    mutating func keepDevices(of clients: [String], at now: ServerTime) {
        guard !clients.isEmpty else { return }
        for member in members.values where clients.contains(member.key) {
            guard let name = member.ownName, state.memories[member.key]?.settings?.device != name else { continue }
            carryOut(.steer(clients: [member.key], .device(name)), at: now)
        }
    }

    /// The remembered screens that are not here: first those of the wall, the oldest first.
    var absentScreens: [AbsentScreen] {
        let present = Set(members.values.map(\.key))
        let absent = state.memoryOrder.filter { !present.contains($0) && state.memories[$0] != nil }
        let (placed, others) = (
            absent.filter { state.memories[$0]?.place != nil }, absent.filter { state.memories[$0]?.place == nil }
        )
        return (placed + others).map { client in
            let memory = state.memories[client]
            let name = [memory?.name, memory?.settings?.device].lazy.compactMap(\.self).first { !$0.isEmpty }
            return AbsentScreen(number: memoryNumbers[client] ?? 0, name: name ?? "", place: memory?.place)
        }
    }

    /// The groups of screens, with the numbers of those that are here and of those that are not.
    var listedGroups: [ListedGroup] {
        guard !state.groups.isEmpty else { return [] }
        let present = Dictionary(grouping: members.values, by: \.key)
        return state.groups.map { group in
            ListedGroup(
                name: group.name, screens: group.clients.flatMap { present[$0] ?? [] }.map(\.number).sorted(),
                absent: group.clients.filter { present[$0] == nil }.compactMap { memoryNumbers[$0] })
        }
    }

    /// The client of a remembered screen that is not here.
    func absentClient(numbered number: Int) -> String? {
        let client = memoryNumbers.client(numbered: number)
        return members.values.contains { $0.key == client } ? nil : client
    }

    /// Has clients load their pages again.
    mutating func reload(_ members: some Sequence<Member>, at now: ServerTime) {
        for member in members { want(.tell(member.id, JSON.bytes(ReloadMessage(sent: now)))) }
    }
}
