/// How much processor time an answer takes: it decides which threads make it, and which quota its request is charged to.
package enum Effort: Sendable {
    /// At most some 5 ms: made beside lists and commands, as one of `requests`.
    case short
    /// More: made in the slow lane, as one of `works`.
    case long
    /// As the head of the request says: whether it is long.
    case asked(@Sendable (RequestHead) -> Bool)

    func isLong(_ head: RequestHead) -> Bool {
        switch self {
        case .short: false
        case .long: true
        case .asked(let isLong): isLong(head)
        }
    }
}
