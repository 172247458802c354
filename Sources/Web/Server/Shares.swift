/// The address that a quota is charged to: a client's household, or a trusted proxy that names no client.
package struct Asker: Hashable, Sendable, CustomStringConvertible {
    let host: PeerAddress.Host
    /// Whether many clients may share the address: it is this machine's, or a trusted proxy's.
    package let isShared: Bool

    init(_ host: PeerAddress.Host, isShared: Bool) {
        self.host = host.household
        self.isShared = isShared
    }

    package var description: String { "\(host)" }

    /// The sender of a request: the peer itself, or the client that a trusted proxy names.
    init(_ peer: PeerAddress, isTrusted: Bool, _ forwarded: Forwarded = .none) {
        guard isTrusted, let client = forwarded.client, let host = PeerAddress.Host(text: client) else {
            self.init(peer.host, isShared: isTrusted || peer.isLoopback)
            return
        }
        self.init(host, isShared: host.isLoopback)
    }
}

/// How much of one kind each address holds; the last quarter is reserved for addresses that hold at most `Quota.newcomer`.
package struct Shares: Sendable {
    /// The limit that was reached: that of the address, or the total.
    package enum Refusal: Sendable, Equatable {
        case address
        case all
    }

    private let quota: Quota
    private(set) var total = 0
    private var held: [PeerAddress.Host: Int] = [:]

    init(_ quota: Quota) {
        self.quota = quota
    }

    /// How many addresses hold something.
    var holders: Int { held.count }

    func held(by asker: Asker) -> Int { held[asker.host] ?? 0 }

    /// Charges `amount` to an address, or returns the limit that it would break.
    mutating func take(_ amount: Int = 1, for asker: Asker) -> Refusal? {
        let mine = held(by: asker)
        let most = asker.isShared ? quota.inAll - quota.reserve : quota.perAddress
        guard amount <= most - mine else { return asker.isShared ? .all : .address }
        let open = mine + amount <= quota.newcomer ? quota.inAll : quota.inAll - quota.reserve
        guard amount <= open - total else { return .all }
        held[asker.host] = mine + amount
        total += amount
        return nil
    }

    /// Gives `amount` back.
    mutating func give(_ amount: Int = 1, of asker: Asker) {
        let mine = held(by: asker)
        let amount = min(amount, mine)
        total -= amount
        held[asker.host] = mine > amount ? mine - amount : nil
    }
}
