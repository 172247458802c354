import Synchronization

/// The shares of every kind, over all loops, and the number of refusals.
package final class Quotas: Sendable {
    private struct State {
        var shares: [QuotaKind: Shares]
        var refusals: [QuotaKind: UInt64] = [:]
        var takings: [QuotaKind: UInt64] = [:]
        /// When the log named each address that sent a wrong token.
        var guessers: [Asker: UInt64] = [:]
        /// When the log named a host that is not allowed.
        var toldHost: UInt64?
    }

    /// The log names an address again after an hour, in microseconds.
    private static let guessPause: UInt64 = 3_600_000_000
    /// The most addresses that are remembered; beyond them nothing is logged.
    private static let mostGuessers = 1024

    /// The log names no two hosts within ten minutes, in microseconds.
    private static let hostPause: UInt64 = 600_000_000

    private let state: Mutex<State>

    /// `connections`: how many connections the process has descriptors for.
    package init(_ limits: Limits, connections: Int = .max) {
        var shares: [QuotaKind: Shares] = [:]
        for kind in QuotaKind.allCases {
            var quota = limits[kind]
            if kind == .connections { quota.inAll = min(quota.inAll, connections) }
            shares[kind] = Shares(quota)
        }
        state = Mutex(State(shares: shares))
    }

    /// How often each kind was refused.
    package var refusals: [QuotaKind: UInt64] { state.withLock { $0.refusals } }

    /// How often a share of each kind was taken.
    var takings: [QuotaKind: UInt64] { state.withLock { $0.takings } }

    /// The amount held of each kind.
    var totals: [QuotaKind: Int] { state.withLock { $0.shares.mapValues(\.total) } }

    /// The amount held of one kind.
    func total(of kind: QuotaKind) -> Int { state.withLock { $0.shares[kind]?.total ?? 0 } }

    func take(_ kind: QuotaKind, _ amount: Int = 1, for asker: Asker) -> Shares.Refusal? {
        state.withLock { state in
            guard let refusal = state.shares[kind]?.take(amount, for: asker) else {
                state.takings[kind, default: 0] += 1
                return nil
            }
            state.refusals[kind, default: 0] += 1
            return refusal
        }
    }

    /// Throws if the asker could hold no more of a kind.
    func check(_ kind: QuotaKind, for asker: Asker) throws(HTTPError) {
        if let refusal = take(kind, for: asker) { throw HTTPError(refusal, kind) }
        give(kind, of: asker)
    }

    /// Whether the log should name an address that has sent a wrong token now.
    func isFirstGuess(of asker: Asker, at now: UInt64) -> Bool {
        state.withLock { state in
            if state.guessers[asker] != nil || state.guessers.count >= Self.mostGuessers {
                state.guessers = state.guessers.filter { now < $0.value + Self.guessPause }
            }
            guard state.guessers[asker] == nil, state.guessers.count < Self.mostGuessers else { return false }
            state.guessers[asker] = now
            return true
        }
    }

    /// Whether the log should name a host that is not allowed now.
    func mayTellHost(at now: UInt64) -> Bool {
        state.withLock { state in
            guard state.toldHost.map({ now >= $0 + Self.hostPause }) ?? true else { return false }
            state.toldHost = now
            return true
        }
    }

    func give(_ kind: QuotaKind, _ amount: Int = 1, of asker: Asker) {
        state.withLock { $0.shares[kind]?.give(amount, of: asker) }
    }

    /// A seat of a kind, or the broken limit.
    func seat(_ kind: QuotaKind, _ amount: Int = 1, for asker: Asker, isChange: Bool = false) throws(HTTPError) -> Seat {
        if let refusal = take(kind, amount, for: asker) { throw HTTPError(refusal, kind) }
        return Seat(kind, amount, for: asker, of: self, isChange: isChange)
    }
}

/// A share in use; given back by `leave()` or on deinit.
package final class Seat: Sendable {
    private struct State {
        var kind: QuotaKind
        var amount: Int
        var hasLeft = false
        var hasPeerFinished = false
        var changed: (@Sendable () -> Void)?
    }

    package let asker: Asker
    /// Whether the request is a change, which goes on without its client.
    private let isChange: Bool
    private let quotas: Quotas
    private let state: Mutex<State>

    fileprivate init(_ kind: QuotaKind, _ amount: Int, for asker: Asker, of quotas: Quotas, isChange: Bool) {
        self.asker = asker
        self.isChange = isChange
        self.quotas = quotas
        state = Mutex(State(kind: kind, amount: amount))
    }

    deinit {
        leave()
    }

    /// Charges the request to another kind from now on. Throws `CancellationError` if that kind is expensive and the client has
    /// half-closed the connection meanwhile: it may be gone.
    package func move(to kind: QuotaKind) throws {
        let (before, changed) = try state.withLock { state -> (QuotaKind?, (@Sendable () -> Void)?) in
            guard state.kind != kind, !state.hasLeft else { return (nil, nil) }
            if state.hasPeerFinished && isDear(kind) { throw CancellationError() }
            if let refusal = quotas.take(kind, for: asker) { throw HTTPError(refusal, kind) }
            defer { state.kind = kind }
            return (state.kind, exchange(&state.changed, with: nil))
        }
        if let before { quotas.give(before, of: asker) }
        changed?()
    }

    /// Calls `action` once the request is no longer charged to its present kind; one at a time.
    func onChange(_ action: @escaping @Sendable () -> Void) {
        let isOver = state.withLock { state in
            if !state.hasLeft { state.changed = action }
            return state.hasLeft
        }
        if isOver { action() }
    }

    /// A seat of another kind for the same address.
    package func another(_ kind: QuotaKind, _ amount: Int = 1) throws(HTTPError) -> Seat {
        try quotas.seat(kind, amount, for: asker)
    }

    /// Throws if the seat's asker could hold no more of a kind.
    func check(_ kind: QuotaKind) throws(HTTPError) { try quotas.check(kind, for: asker) }

    /// Increases the amount.
    func grow(by amount: Int) throws(HTTPError) {
        let kind = state.withLock { $0.kind }
        if let refusal = quotas.take(kind, amount, for: asker) { throw HTTPError(refusal, kind) }
        state.withLock { $0.amount += amount }
    }

    /// Sets the amount.
    func resize(to amount: Int) throws(HTTPError) {
        let (kind, held) = state.withLock { ($0.kind, $0.amount) }
        if amount > held { return try grow(by: amount - held) }
        state.withLock { $0.amount = amount }
        quotas.give(kind, held - amount, of: asker)
    }

    /// Gives the share back; later calls do nothing.
    package func leave() {
        let last = state.withLock { state -> (kind: QuotaKind, amount: Int, changed: (@Sendable () -> Void)?)? in
            guard !state.hasLeft else { return nil }
            state.hasLeft = true
            return (state.kind, state.amount, exchange(&state.changed, with: nil))
        }
        guard let last else { return }
        quotas.give(last.kind, last.amount, of: asker)
        last.changed?()
    }

    /// The client half-closed its connection; true if that ends the request because its answer is expensive.
    func peerFinished() -> Bool {
        state.withLock { state in
            state.hasPeerFinished = true
            return isDear(state.kind)
        }
    }

    /// Whether the work serves only its answer, so that it is cancelled when its client is gone.
    var isDear: Bool { isDear(state.withLock { $0.kind }) }

    /// A browser that gives up and a script that half-closes look the same (FIN): for expensive work both count as gone.
    private func isDear(_ kind: QuotaKind) -> Bool { !isChange && (kind == .works || kind == .waits || kind == .conversions) }
}

extension HTTPError {
    init(_ refusal: Shares.Refusal, _ kind: QuotaKind) {
        self = refusal == .address ? .tooMany(kind) : .overloaded
    }
}
