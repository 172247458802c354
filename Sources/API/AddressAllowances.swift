import Session
import Synchronization
import Web

/// A rate limit for each address; a shared address may do five times as much.
final class AddressAllowances: Sendable {
    /// The most addresses tracked at a time; beyond it those with a full allowance are dropped.
    private static let most = 4096
    /// The factor for shared addresses: this machine's scripts, or all clients of a proxy that names none, must not slow each
    /// other down.
    private static let manyOfShared = 5

    private let perSecond: Int
    private let burst: Int
    private let allowances = Mutex<[Asker: CommandAllowance]>([:])

    /// By default an address may do what one WebSocket may.
    init(perSecond: Int = CommandAllowance.perSecond, burst: Int = CommandAllowance.burst) {
        self.perSecond = perSecond
        self.burst = burst
    }

    /// How often a second an address may do it.
    func perSecond(for asker: Asker) -> Int { perSecond * Self.many(asker) }

    /// Takes one from an address' allowance; false if it is used up.
    func take(_ asker: Asker, at now: ServerTime) -> Bool {
        allowances.withLock { allowances in
            if allowances[asker] == nil, allowances.count >= Self.most {
                allowances = allowances.filter { !$0.value.isWhole(at: now) }
                // So many active addresses are not a household.
                guard allowances.count < Self.most else { return false }
            }
            let new = CommandAllowance(perSecond: perSecond(for: asker), burst: burst * Self.many(asker))
            return allowances[asker, default: new].take(at: now) == .allowed
        }
    }

    private static func many(_ asker: Asker) -> Int { asker.isShared ? manyOfShared : 1 }
}
