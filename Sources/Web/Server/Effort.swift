/// How much processor time an answer takes: it decides which threads make it, which quota its request is charged to, and whether it takes
/// turns with others of its address.
package enum Effort: Sendable {
    /// At most some 5 ms: made beside commands, as one of `requests`. Those that change nothing take turns.
    case short
    /// The same, but it may wait for something else, such as the disk of the music or another server. It takes no turns: while it waits, it
    /// would hold up its address.
    case waiting
    /// More: made in the slow lane, as one of `works`.
    case long
    /// As the head of the request says: whether it is long.
    case asked(@Sendable (RequestHead) -> Bool)

    func isLong(_ head: RequestHead) -> Bool {
        switch self {
        case .short, .waiting: false
        case .long: true
        case .asked(let isLong): isLong(head)
        }
    }

    /// Whether a request that is not long waits for its turn. Commands wait for none.
    func takesTurns(_ head: RequestHead) -> Bool {
        switch self {
        case .short, .asked: head.method.isSafe
        case .waiting, .long: false
        }
    }
}
