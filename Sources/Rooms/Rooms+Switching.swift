import Live
import Music
import Session
import System

/// How rooms switch to live inputs that sound, and back.
extension Rooms {
    /// How often the inputs are looked at.
    private static let look = Duration.milliseconds(250)

    /// Looks at inputs from now on if a room switches to one, and else no more.
    func watchInputs() {
        guard rooms.values.contains(where: \.watchesInput) else {
            inputWatch?.cancel()
            (inputWatch, soundSwitches) = (nil, [:])
            return
        }
        guard inputWatch == nil else { return }
        inputWatch = Task { [self] in
            while (try? await clock.sleep(for: Self.look)) != nil { post { $0.switchRooms() } }
        }
    }

    private func switchRooms() {
        for name in names(where: \.watchesInput) {
            guard let state = rooms[name]?.state, let input = state.watchedInput else { continue }
            let heard = inputs.input(input).map {
                SoundSwitch.Heard(
                    LiveStart($0.source, zero: $0.heardFrom), quietFor: $0.quietFor, isAbsent: $0.status.state == .absent)
            }
            if let command = soundSwitches[name, default: SoundSwitch()].command(for: state, heard, at: now) {
                with(name) { $0.carryOut(.live(command), at: $1) }
            }
        }
        watchInputs()
    }
}

extension Room {
    fileprivate var watchesInput: Bool { state.watchedInput != nil }
}

extension RoomState {
    /// The input whose sound matters to the room: the one that it has switched to, until that ends, and else that of its settings.
    fileprivate var watchedInput: String? { isLiveBySound ? live?.name : settings.switchTo }
}
