import Music
import Session
import Yardstick

/// Rooms, tracks and random commands for tests.
enum RoomTrial {
    /// The server's time: it has been up for a day.
    static let start = ServerTime(microseconds: 86_400_000_321)

    static func after(_ seconds: Double) -> ServerTime { start.later(MediaTime(seconds: seconds)) }

    /// A track of a length in seconds, with sound from one second after its start to two before its end.
    static func track(_ number: Int, _ seconds: Double) -> QueuedPiece {
        QueuedPiece(
            Piece(number), duration: MediaTime(seconds: seconds),
            sound: SoundBounds(start: MediaTime(seconds: 1), end: MediaTime(seconds: seconds - 2)))
    }

    /// A room that plays tracks 1, 2, … of these lengths from the start.
    static func playing(_ lengths: [Double], start index: Int = 0, _ more: RoomCommand...) throws -> RoomState {
        let tracks = lengths.enumerated().map { track($0 + 1, $1) }
        var state = RoomState(seed: 7)
        for command in more { state = try state.after(command, at: start) }
        return try state.after(.playPieces(tracks, start: index, position: .zero), at: start)
    }

    static func settings(_ change: (inout SettingsChange) -> Void) -> RoomCommand {
        var settings = SettingsChange()
        change(&settings)
        return .set(settings)
    }

    /// A random command, valid or not.
    static func command(_ state: RoomState, _ numbers: inout SeededGenerator) -> RoomCommand {
        let entries = state.queue.entries.map(\.number)
        let entry = Int.random(in: 0...9, using: &numbers) == 0 ? 99_999 : entries.randomElement(using: &numbers) ?? 1
        let track = Int.random(in: 1...9, using: &numbers)
        func time() -> MediaTime { MediaTime(seconds: .random(in: -10...400, using: &numbers)) }
        func tracks() -> [QueuedPiece] {
            (0..<Int.random(in: 0...5, using: &numbers)).map { _ in
                let known = Int.random(in: 0...5, using: &numbers) > 0
                let length = Double.random(in: 0...300, using: &numbers)
                let number = Int.random(in: 1...9, using: &numbers)
                return known ? RoomTrial.track(number, length) : QueuedPiece(Piece(number), duration: nil)
            }
        }
        switch Int.random(in: 0...34, using: &numbers) {
        case 0, 1: return .play
        case 2: return .pause
        case 3: return .toggle
        case 4: return .next
        case 5: return .previous
        case 6: return .seek(time())
        case 7: return Bool.random(using: &numbers) ? .endLoop : .loop(from: time(), to: time())
        case 8, 9: return .playPieces(tracks(), start: .random(in: 0...4, using: &numbers), position: time())
        case 10: return .playEntry(entry)
        case 11, 12: return .add(tracks(), isNext: .random(using: &numbers))
        case 13: return .move(entry: entry, to: .random(in: -3...20, using: &numbers))
        case 14:
            return .remove(Array(Set([entry, entries.randomElement(using: &numbers) ?? 5])), isUndoable: .random(using: &numbers))
        case 15:
            return Int.random(in: 0...3, using: &numbers) == 0
                ? .clear(keepsPlaying: .random(using: &numbers)) : .undo(through: nil)
        case 16: return .shuffle(.random(using: &numbers))
        case 17: return .repeating(RoomSettings.Repeat.allCases.randomElement(using: &numbers) ?? .off)
        case 18:
            return settings {
                $0.crossfade = .random(in: -3...15, using: &numbers)
                $0.skipsSilence = .random(using: &numbers)
            }
        case 19: return .learned(RoomTrial.track(track, .random(in: 3...300, using: &numbers)))
        case 20: return .unplayable(Piece(track), reason: "gone")
        case 23...26: return .metronome(click(&numbers))
        case 27...30: return .follow(following(&numbers))
        case 31: return .live(.start(live(["radio", "tone"].randomElement(using: &numbers) ?? "")))
        case 32: return .live(.stop)
        case 33: return .live(.switchTo(live("radio")))
        case 34: return .live(.switchBack)
        default: return .regrid(Piece(track))
        }
    }

    /// A random command for what is followed, or what a server says of it: also of the past, and of the future.
    private static func following(_ numbers: inout SeededGenerator) -> FollowCommand {
        let asked = after(.random(in: 0...2500, using: &numbers))
        let target = Following.Target(server: "home", user: ["anna", "ben"].randomElement(using: &numbers) ?? "")
        let number = Int.random(in: 1...4, using: &numbers)
        switch Int.random(in: 0...9, using: &numbers) {
        case 0: return .stop
        case 1, 2: return .start(target)
        case 3: return .tap(at: asked, grid)
        case 4: return .shift(MediaTime(seconds: .random(in: -9...9, using: &numbers)))
        case 5: return .silent(reason: "gone")
        default:
            let reports = Bool.random(using: &numbers)
            let report = PlayingElsewhere.Report(
                position: MediaTime(seconds: .random(in: 0...300, using: &numbers)),
                isPlaying: Int.random(in: 0...3, using: &numbers) > 0,
                rate: 1)
            let song = Following.Song(
                id: "\(number)", title: "\(number)", artist: nil, album: nil, piece: number == 4 ? nil : track(number, 200))
            let playing = PlayingElsewhere(
                user: target.user, player: nil, song: song, report: reports ? report : nil,
                minutesAgo: Bool.random(using: &numbers) ? .random(in: 0...5, using: &numbers) : nil)
            let sighting = Sighting(
                Int.random(in: 0...5, using: &numbers) == 0 ? nil : playing, asked: asked,
                answered: asked.later(MediaTime(seconds: .random(in: 0...2, using: &numbers))),
                before: Bool.random(using: &numbers) ? asked.earlier(MediaTime(seconds: 5)) : nil)
            return .see(sighting, Bool.random(using: &numbers) ? grid : nil)
        }
    }

    /// A live source that started a minute before.
    static func live(_ name: String) -> LiveStart {
        guard let source = LiveSource(name, start: 1_700_000_000_000_000) else { preconditionFailure(name) }
        return LiveStart(source, zero: start.earlier(MediaTime(seconds: 60)))
    }

    /// Beats at 120 BPM.
    static let grid = BeatGrid(
        beats: (0..<400).map { Beat(time: MediaTime(seconds: Double($0) / 2), position: UInt8($0 % 4 + 1)) }, meter: 4,
        confidence: 1)

    /// A random command for the metronome, valid or not.
    private static func click(_ numbers: inout SeededGenerator) -> MetronomeCommand {
        var change = MetronomeChange()
        change.rhythm.bpm = Bool.random(using: &numbers) ? .random(in: 20...250, using: &numbers) : nil
        if Bool.random(using: &numbers) { change.rhythm.groups = [[4], [3], [2, 2, 3], [1]].randomElement(using: &numbers) }
        if Int.random(in: 0...2, using: &numbers) == 0 {
            change.rhythm.ramp = .some(
                RhythmChange.Ramp(
                    step: [1, -5, 10].randomElement(using: &numbers), every: 4, to: .random(in: 30...240, using: &numbers)))
        }
        switch Int.random(in: 0...7, using: &numbers) {
        case 0, 1: return .start(change)
        case 2: return .stop
        case 3: return .toggle
        case 4: return .close
        case 5: return .nudge(tenths: .random(in: -300...300, using: &numbers))
        default: return .set(change)
        }
    }
}
