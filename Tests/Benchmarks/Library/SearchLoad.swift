import Foundation
import Music
import Synchronization
import System
import Web

/// Simulates people who type into the search field letter by letter and wait for each answer.
struct SearchLoad {
    /// The response times.
    struct Reading {
        var times = Percentiles()
        var slowest: UInt64 = 0
        var failure: String?

        mutating func add(_ microseconds: UInt64) {
            times.add(microseconds)
            slowest = max(slowest, microseconds)
        }

        /// Requests, then milliseconds: median, 99th percentile, slowest.
        var cells: [String] {
            let values = [times.milliseconds(0.5), times.milliseconds(0.99), Double(slowest) / 1000]
            return ["\(times.count)"] + values.map { Table.number($0, digits: 2) }
        }
    }

    static let titles = ["requests", "p50 ms", "p99 ms", "slowest ms"]

    /// The request targets: a search for each prefix of the typed texts.
    let targets: [String]

    /// Searches for files across the library, by two words of the title, every second time with the artist before them.
    init(_ files: [MadeLibrary.File], count: Int) {
        var targets: [String] = []
        var index = 0
        while targets.count < count {
            let tags = files[index * 7919 % files.count].tags
            let title = (tags.title ?? "").split(separator: " ").prefix(2).joined(separator: " ")
            let text = index.isMultiple(of: 2) ? title : (tags.artist ?? "") + " " + title
            for length in 1...text.count {
                let typed = String(text.prefix(length)).addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
                targets.append("/api/v1/tracks?q=\(typed)&limit=50")
            }
            index += 1
        }
        self.targets = Array(targets.prefix(count))
    }

    init(targets: [String]) {
        self.targets = targets
    }

    /// Sends all requests over concurrent connections, or as many as fit until `isOver`.
    func run(port: UInt16, connections: Int, isOver: @escaping @Sendable () -> Bool = { false }) throws -> Reading {
        let work = Work()
        let group = DispatchGroup()
        for _ in 0..<connections {
            group.enter()
            Thread {
                ask(work, port: port, isOver: isOver)
                group.leave()
            }.start()
        }
        group.wait()
        let reading = work.reading.withLock { $0 }
        if let failure = reading.failure { throw BenchmarkOptions.Problem(text: failure) }
        return reading
    }

    /// The state that the connections share.
    private final class Work: Sendable {
        let next = Atomic(0)
        let reading = Mutex(Reading())
    }

    private func ask(_ work: Work, port: UInt16, isOver: () -> Bool) {
        do {
            let asker = try WebAsker(port: port)
            while !isOver() {
                let index = work.next.add(1, ordering: .relaxed).oldValue
                guard index < targets.count else { return }
                let start = MachineClock().now
                _ = try asker.ask(targets[index])
                let spent = MachineClock().now - start
                work.reading.withLock { $0.add(spent) }
            }
        } catch {
            work.reading.withLock { $0.failure = "\(error)" }
        }
    }
}
