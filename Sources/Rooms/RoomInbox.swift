import Session
import System
import Web

/// The wishes that wait in a room: the music that they name may have to be looked up first. Those of one address are applied in order, and
/// nobody waits for what another looks up.
struct RoomInbox {
    /// Most wishes of a room that wait or are looked up: more than anyone sends during a lookup in the catalog.
    static let mostWaiting = 256
    /// Those of one address, so that others find room.
    static let mostOfOne = 192

    struct Errand {
        let wish: Wish
        let visitor: Visitor
        let answer: Rooms.CommandAnswer
    }

    private struct Line {
        var waiting: [Errand] = []
        /// Whether one is looked up.
        var isBusy = false

        var count: Int { waiting.count + (isBusy ? 1 : 0) }
    }

    private var lines: [Asker: Line] = [:]

    var isEmpty: Bool { lines.isEmpty }

    /// Adds a wish; false if too many wait already.
    mutating func append(_ errand: Errand) -> Bool {
        let asker = errand.visitor.asker
        let all = lines.values.reduce(0) { $0 + $1.count }
        guard all < Self.mostWaiting, lines[asker]?.count ?? 0 < Self.mostOfOne else { return false }
        lines[asker, default: Line()].waiting.append(errand)
        return true
    }

    /// The next wish of an address, which begins now; nil while another has not ended.
    mutating func begin(of asker: Asker) -> Errand? {
        guard lines[asker]?.isBusy == false, lines[asker]?.waiting.isEmpty == false else { return nil }
        lines[asker]?.isBusy = true
        return lines[asker]?.waiting.removeFirst()
    }

    mutating func end(of asker: Asker) {
        lines[asker]?.isBusy = false
        if lines[asker]?.waiting.isEmpty == true { lines[asker] = nil }
    }
}
