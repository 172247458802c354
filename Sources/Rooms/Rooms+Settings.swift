package import Catalog
import Library
package import Session

/// What people set in rooms, for files of settings.
extension Rooms {
    /// The sheets of all rooms in which somebody has set something, by name.
    package func settings() async -> [RoomSheet] {
        await restored()
        return rooms.values.sorted { $0.name < $1.name }.compactMap { RoomSheet(of: $0.state, named: $0.name) }
    }

    /// Takes over what nobody has set here, of all rooms or of none, and returns once it is kept. With `rehearses` nothing is changed.
    package func take(_ sheets: [RoomSheet], rehearses: Bool) async -> [SettingsOutcome] {
        await restored()
        var (ofRooms, ofScreens) = (
            SettingsOutcome("rooms", total: sheets.count),
            SettingsOutcome("screens", total: sheets.reduce(0) { $0 + $1.screens.count })
        )
        var takings: [(room: String, commands: [RoomCommand])] = []
        do {
            for sheet in sheets {
                let isNew = rooms[sheet.name] == nil
                let state = rooms[sheet.name]?.state ?? RoomState(seed: 0)
                let taking = state.taking(sheet)
                // Finds out what would be refused, before anything is changed.
                var after = state
                for command in taking.commands { after = try after.after(command, at: now) }
                takings.append((sheet.name, taking.commands))
                ofRooms.count(taking, of: sheet, isNew: isNew)
                ofScreens.count(taking, in: sheet.name)
            }
            let new = takings.filter { rooms[$0.room] == nil && !$0.commands.isEmpty }
            guard rooms.count + new.count <= Self.mostRooms else {
                throw MessageProblem(.tooMany, "There may be at most \(Self.mostRooms) rooms.")
            }
        } catch {
            let problem = Self.sentence(error)
            (ofRooms, ofScreens) = (
                SettingsOutcome("rooms", total: ofRooms.total), SettingsOutcome("screens", total: ofScreens.total)
            )
            ofRooms.problem = problem
            ofScreens.problem = problem
            return [ofRooms, ofScreens]
        }
        for (room, commands) in takings where !commands.isEmpty && !rehearses {
            do {
                try open(room)
                try with(room) { room, now in for command in commands { try room.apply(command, at: now) } }
                try await kept(room)
            } catch {
                // What another did meanwhile.
                ofRooms.problem = Self.sentence(error)
            }
        }
        return [ofRooms, ofScreens]
    }

    /// Returns once a room is stored; throws if it cannot be.
    private func kept(_ room: String) async throws(MessageProblem) {
        guard rooms[room] != nil else { return }
        let outcome = await withCheckedContinuation { done in
            answer({ _, outcome in done.resume(returning: outcome) }, whenKept: room)
        }
        _ = try outcome.get()
    }

    private static func sentence(_ error: any Error) -> String {
        (error as? Refusal)?.sentence ?? (error as? MessageProblem)?.message ?? "\(error)"
    }
}

extension SettingsOutcome {
    fileprivate mutating func count(_ taking: RoomTaking, of sheet: RoomSheet, isNew: Bool) {
        if !taking.kept.isEmpty {
            keep("In the room \(sheet.name) these stay as they are here: \(taking.kept.joined(separator: ", ")).")
        }
        if taking.changesRoom {
            if isNew { added += 1 } else { changed += 1 }
        } else if taking.kept.isEmpty {
            same += 1
        }
    }

    fileprivate mutating func count(_ taking: RoomTaking, in room: String) {
        added += taking.added
        changed += taking.changed
        same += taking.same
        for name in taking.keptScreens { keep("In the room \(room), something of the screen \(name) stays as it is here.") }
    }
}
