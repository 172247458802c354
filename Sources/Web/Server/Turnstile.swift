import Synchronization

/// Lets requests begin, a few at a time, in all and of each address. Those that wait take turns by address, so that who asks for much waits
/// for their own requests.
///
/// Each request that waits holds a share of a quota, which bounds how many wait.
package final class Turnstile: Sendable {
    private let turns: Mutex<Turns<Asker, CheckedContinuation<Void, Never>>>

    package init(inAll: Int, perAddress: Int = .max) {
        turns = Mutex(Turns(inAll: inAll, perOwner: perAddress))
    }

    /// Waits until the request of a seat may begin. Its turn ends when the seat is given back or charged to another kind: one that waits for
    /// something else holds up nobody.
    func begin(_ seat: Seat) async {
        let asker = seat.asker
        await withCheckedContinuation { turn in
            let begins = turns.withLock { $0.begin(turn, of: asker) }
            if begins { turn.resume() }
        }
        seat.onChange { [self] in turns.withLock { $0.end(of: asker) }?.resume() }
    }
}
