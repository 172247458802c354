import Music
import Session

/// An in-memory model of how a room is stored and read again.
struct RoomDisk {
    static let wall: Int64 = 1_800_000_000_000_000

    private var snapshot = ""
    private var log: [(number: Int, text: String)] = []
    private(set) var last = 0

    init(_ state: RoomState, at now: ServerTime, wall: Int64 = RoomDisk.wall, epoch: String? = "one") {
        snapshot(state, at: now, wall: wall, epoch: epoch)
    }

    mutating func append(_ entry: LogEntry, wall: Int64 = RoomDisk.wall) {
        last += 1
        log.append((last, StoredEntry(entry, wall: wall).text))
    }

    /// Entries that it covers may still be there.
    mutating func snapshot(_ state: RoomState, at now: ServerTime, wall: Int64 = RoomDisk.wall, epoch: String? = "one") {
        snapshot = RoomSnapshot(state, through: last, at: now, wall: wall, epoch: epoch).text
    }

    var stored: StoredRoom { StoredRoom(OlderRoomRows(state: snapshot), log: log) }

    func restored(at now: ServerTime, wall: Int64 = RoomDisk.wall, epoch: String? = "one") throws -> RestoredRoom {
        try RestoredRoom(stored, now: now, wall: wall, epoch: epoch)
    }

    /// The room as it was at its last entry.
    func folded(at now: ServerTime, wall: Int64 = RoomDisk.wall, epoch: String? = "one") throws -> RoomState? {
        try RoomRecord(stored, now: now, wall: wall, epoch: epoch)?.state
    }
}

extension RoomTrial {
    /// A random command by anybody, valid or not.
    static func anything(_ state: RoomState, _ numbers: inout SeededGenerator) -> (command: RoomCommand, author: Author) {
        let client = "\(Int.random(in: 0..<4, using: &numbers))"
        let group = "g\(Int.random(in: 0..<3, using: &numbers))"
        let place = WallPlace(x: .random(in: -200...200, using: &numbers), y: -1.5, width: 160, height: 90)
        if Int.random(in: 0..<5, using: &numbers) == 0 { return PartyTrial.command(state, &numbers) }
        let author: Author = [.host, .server, .guest("ada"), .guest("ben")].randomElement(using: &numbers) ?? .host
        let command: RoomCommand =
            switch Int.random(in: 0..<28, using: &numbers) {
            case 0: .remember(client: client, name: "name \(group)", offset: nil)
            case 1: .remember(client: client, name: nil, offset: .random(in: -500...500, using: &numbers))
            case 2: .place(client: client, Bool.random(using: &numbers) ? place : nil)
            case 3:
                .steer(clients: [client, "x"], .look(Bool.random(using: &numbers) ? nil : ["style": .text("bars"), "glow": nil]))
            case 4: .steer(clients: [client], .sound(isOn: true, volume: nil))
            case 5: .steer(clients: [client], Bool.random(using: &numbers) ? .rotation(90) : .device("Küche \"x\""))
            case 6: .forget(client: client)
            case 7: .setGroup(group, clients: [client, "5"])
            case 8: .renameGroup(group, to: "g\(Int.random(in: 0..<5, using: &numbers))")
            case 9: .removeGroup(group)
            case 10: .clearWall(keeping: [client])
            case 11: .look(["a": .number(.random(in: 0...1, using: &numbers)), "b": .truth(true), "c": nil])
            case 12:
                settings {
                    $0.label = ["", "Küche"].randomElement(using: &numbers)
                    $0.volume = .random(in: 0...1, using: &numbers)
                    $0.voteShare = 0.25
                    $0.switchTo = "desk"
                    $0.autoplay = .library
                }
            case 13: .wait(at: MediaTime(seconds: 3))
            case 14: .goOn(from: Bool.random(using: &numbers) ? nil : MediaTime(seconds: -1))
            case 15: .vote(of: ["ada", "ben"])
            case 16: .passed
            case 17, 18: .add([track(Int.random(in: 1...9, using: &numbers), 90)], isNext: false)
            default: self.command(state, &numbers)
            }
        return (command, author)
    }
}
