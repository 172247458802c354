import Synchronization

/// How many connections the server and each address hold, over all loops.
final class AddressQuota: Sendable {
    private struct Counts {
        var total = 0
        var byHost: [PeerAddress.Host: Int] = [:]
    }

    private let total: Int
    private let perAddress: Int
    private let counts = Mutex(Counts())

    init(total: Int, perAddress: Int) {
        self.total = total
        self.perAddress = perAddress
    }

    /// Counts a new connection, or says which limit it would break.
    func enter(_ peer: PeerAddress) -> Status? {
        counts.withLock { counts in
            guard counts.total < total else { return .unavailable }
            // Proxies, tests and local scripts all share the loopback address: they are this machine's own affair.
            if !peer.isLoopback {
                guard counts.byHost[peer.host.household, default: 0] < perAddress else { return .tooManyRequests }
                counts.byHost[peer.host.household, default: 0] += 1
            }
            counts.total += 1
            return nil
        }
    }

    func leave(_ peer: PeerAddress) {
        counts.withLock { counts in
            counts.total -= 1
            guard !peer.isLoopback, let count = counts.byHost[peer.host.household] else { return }
            counts.byHost[peer.host.household] = count > 1 ? count - 1 : nil
        }
    }
}
