import Music

/// What a room takes over of a sheet.
package struct RoomTaking: Hashable, Sendable {
    /// In order; a room that obeys all of them has taken it over.
    package internal(set) var commands: [RoomCommand] = []
    /// The names of settings that stay as they are, because somebody has set them here to something else.
    package internal(set) var kept: [String] = []
    /// Screens by what becomes of them.
    package internal(set) var added = 0
    package internal(set) var changed = 0
    package internal(set) var same = 0
    /// The names of screens of which something stays as it is.
    package internal(set) var keptScreens: [String] = []
    /// Whether anything but screens changes.
    package internal(set) var changesRoom = false
}

extension RoomState {
    /// What this room takes over: what nobody has set here. What somebody has set here stays.
    package func taking(_ sheet: RoomSheet) -> RoomTaking {
        var taking = RoomTaking()
        take(sheet.settings, &taking)
        takeLook(sheet.settings.look, &taking)
        taking.changesRoom = !taking.commands.isEmpty
        for screen in sheet.screens { take(screen, &taking) }
        for group in sheet.groups {
            guard let here = self.group(group.name) else {
                taking.commands.append(.setGroup(group.name, clients: group.clients))
                taking.changesRoom = true
                continue
            }
            if here.clients != group.clients { taking.kept.append("group \(group.name)") }
        }
        return taking
    }

    private func take(_ settings: RoomSettings, _ taking: inout RoomTaking) {
        let usual = RoomSettings()
        var change = SettingsChange()
        var kept: [String] = []
        func value<Value: Equatable>(_ name: String, _ path: KeyPath<RoomSettings, Value>, _ isUsual: Bool? = nil) -> Value? {
            let (here, new) = (self.settings[keyPath: path], settings[keyPath: path])
            guard here != new, new != usual[keyPath: path] else { return nil }
            if isUsual ?? (here == usual[keyPath: path]) { return new }
            kept.append(name)
            return nil
        }
        change.label = value("label", \.label) ?? nil
        // The demo is the server's own choice.
        change.autoplay = value("autoplay", \.autoplay, self.settings.autoplay != .off)
        change.skipsSilence = value("skipsSilence", \.skipsSilence)
        change.normalizes = value("normalizes", \.normalizes)
        change.crossfade = value("crossfade", \.crossfade)
        change.volume = value("volume", \.volume)
        change.voteShare = value("voteShare", \.voteShare)
        change.switchTo = value("switchTo", \.switchTo) ?? nil
        if change != SettingsChange() { taking.commands.append(.set(change)) }
        if let repeating = value("repeating", \.repeating) { taking.commands.append(.repeating(repeating)) }
        taking.kept += kept
    }

    private func takeLook(_ look: [String: LookValue], _ taking: inout RoomTaking) {
        let new = look.filter { settings.look[$0.key] == nil }
        if !new.isEmpty { taking.commands.append(.look(new.mapValues { $0 })) }
        taking.kept += look.keys.filter { settings.look[$0] != nil && settings.look[$0] != look[$0] }.sorted()
    }

    private func take(_ screen: RoomSheet.Screen, _ taking: inout RoomTaking) {
        let before = taking.commands.count
        let (client, new, here) = (screen.client, screen.memory, memories[screen.client])
        var isKept = false
        /// Whether the new value is taken: it is one, and nobody has set another here.
        func takes<Value: Equatable>(_ new: Value, over here: Value?, usual: Value) -> Bool {
            guard new != usual, new != here else { return false }
            guard here == nil || here == usual else {
                isKept = true
                return false
            }
            return true
        }
        let name = takes(new.name, over: here?.name, usual: nil) ? new.name : nil
        let offset = takes(new.offset, over: here?.offset, usual: 0) ? new.offset : nil
        if name != nil || offset != nil { taking.commands.append(.remember(client: client, name: name, offset: offset)) }
        if takes(new.place, over: here?.place, usual: nil) { taking.commands.append(.place(client: client, new.place)) }
        let (set, old) = (new.settings ?? ScreenSettings(), here?.settings)
        let isOn = takes(set.isOn, over: old?.isOn, usual: nil) ? set.isOn : nil
        let volume = takes(set.volume, over: old?.volume, usual: nil) ? set.volume : nil
        if isOn != nil || volume != nil {
            taking.commands.append(.steer(clients: [client], .sound(isOn: isOn, volume: volume)))
        }
        if takes(set.look, over: old?.look, usual: nil), let look = set.look {
            taking.commands.append(.steer(clients: [client], .look(look.mapValues { $0 })))
        }
        if takes(set.rotation, over: old?.rotation, usual: 0) {
            taking.commands.append(.steer(clients: [client], .rotation(set.rotation)))
        }
        if taking.commands.count > before {
            if here == nil { taking.added += 1 } else { taking.changed += 1 }
        } else if !isKept {
            taking.same += 1
        }
        if isKept { taking.keptScreens.append(new.name ?? here?.name ?? client) }
    }
}
