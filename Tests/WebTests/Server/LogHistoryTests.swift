import Foundation
import Synchronization
import Testing

@testable import System

@Suite("The log's history")
struct LogHistoryTests {
    private static func log() -> Log { Log(level: .info, format: .text, descriptor: -1, clock: MachineClock()) }

    private func messages(_ piece: LogHistory.Piece) throws -> [String] {
        try piece.lines.map { line in
            let object = try JSONSerialization.jsonObject(with: Data(line.json.utf8)) as? [String: Any]
            #expect(object?["number"] as? Int == line.number)
            return object?["message"] as? String ?? ""
        }
    }

    @Test("keeps a line with its level, category and fields")
    func line() throws {
        let log = Self.log()
        log.warning("too slow", ["peer": "a \"b\"\n", "n": "1"])
        var place = log.history.place(after: 0)
        let piece = log.history.read(from: &place, debug: true, atMost: 10)
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(piece.lines[0].json.utf8)) as? [String: Any])
        #expect(object["level"] as? String == "warning" && object["category"] as? String == "webtests")
        #expect(object["fields"] as? [String: String] == ["peer": "a \"b\"\n", "n": "1"])
        #expect(object["time"] as? String != nil && Set(object.keys).count == 6)
    }

    @Test("whoever reads in any steps gets each line once and in order, or is told how many were forgotten", arguments: 0..<10)
    func law(seed: UInt64) throws {
        var chance = SeededGenerator(seed: seed)
        let log = Self.log()
        var place = log.history.place(after: 0)
        var (written, read, forgotten) = (0, [Int](), 0)
        while written < 9_000 || read.last ?? -1 < written - 1 {
            for _ in 0..<Int.random(in: 0...(written < 9_000 ? 700 : 0), using: &chance) {
                log.info("\(written)")
                written += 1
            }
            for _ in 0..<Int.random(in: 0...3, using: &chance) {
                let piece = log.history.read(from: &place, debug: false, atMost: Int.random(in: 1...300, using: &chance))
                forgotten += piece.forgotten
                read += try messages(piece).compactMap { Int($0) }
            }
        }
        #expect(read == read.sorted() && Set(read).count == read.count, "seed \(seed)")
        #expect(read.count + forgotten == written, "seed \(seed)")
    }

    @Test("lines of the level debug are kept only while somebody follows them, and drive out no others")
    func debug() throws {
        let log = Self.log()
        log.debug("unheard")
        #expect(!log.tells(.debug))
        let stop = log.history.follow(debug: true) {}
        log.warning("rare")
        for number in 0..<5_000 { log.debug("\(number)") }
        stop()
        stop()
        #expect(!log.tells(.debug))
        var place = log.history.place(after: 0)
        let all = try messages(log.history.read(from: &place, debug: true, atMost: .max))
        #expect(all.count == 1_001 && all.first == "rare" && all.last == "4999")
    }

    @Test("long lines are cut, and many of them take bounded memory")
    func bound() {
        let log = Self.log()
        for _ in 0..<2_000 { log.info("long", ["value": String(repeating: "x", count: 5_000)]) }
        var place = log.history.place(after: 0)
        let piece = log.history.read(from: &place, debug: true, atMost: .max)
        let bytes = piece.lines.reduce(0) { $0 + $1.json.utf8.count }
        #expect(bytes < 1 << 20 && piece.lines.count > 400)
    }

    @Test("followers are called for each line until they stop")
    func follow() {
        let log = Self.log()
        let count = Counter()
        let stop = log.history.follow(debug: false) { count.add() }
        for _ in 0..<3 { log.info("a") }
        stop()
        log.info("b")
        #expect(count.value == 3)
    }
}

private final class Counter: Sendable {
    private let count = Atomic(0)

    var value: Int { count.load(ordering: .relaxed) }

    func add() { count.add(1, ordering: .relaxed) }
}
