import Synchronization

/// Who is told when more is known of a source.
final class LiveListeners: Sendable {
    private let known = Mutex((last: 0, news: [Int: @Sendable () -> Void]()))

    func add(_ news: @escaping @Sendable () -> Void) -> Int {
        known.withLock { known in
            known.last += 1
            known.news[known.last] = news
            return known.last
        }
    }

    func remove(_ listener: Int) { known.withLock { $0.news[listener] = nil } }

    var isEmpty: Bool { known.withLock { $0.news.isEmpty } }

    func tell() {
        for news in known.withLock({ Array($0.news.values) }) { news() }
    }
}
