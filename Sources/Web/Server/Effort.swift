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
    /// The same for a change: it runs to its end, even if its client leaves.
    case change
    /// As the head of the request says: whether it is long. With an unsafe method it is a change.
    case asked(@Sendable (RequestHead) -> Bool)

    func isLong(_ head: RequestHead) -> Bool {
        switch self {
        case .short, .waiting: false
        case .long, .change: true
        case .asked(let isLong): isLong(head)
        }
    }

    /// Whether a long request runs to its end, even if its client leaves: cut, it could leave a change half done.
    func isChange(_ head: RequestHead) -> Bool {
        switch self {
        case .change: true
        case .asked: !head.method.isSafe
        case .short, .waiting, .long: false
        }
    }

    /// Whether a request that is not long waits for its turn. Commands wait for none.
    func takesTurns(_ head: RequestHead) -> Bool {
        switch self {
        case .short, .asked: head.method.isSafe
        case .waiting, .long, .change: false
        }
    }
}
