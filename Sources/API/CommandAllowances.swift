import Session
import Synchronization
import Web

/// The rate limit of commands over HTTP: for an address the same as for one WebSocket, for a shared address as for five.
final class CommandAllowances: Sendable {
    /// The most addresses tracked at a time; beyond it those with a full allowance are dropped.
    private static let most = 4096
    /// The factor for shared addresses: this machine's scripts, or all clients of a proxy that names none, must not slow each
    /// other down.
    private static let manyOfShared = 5

    private let allowances = Mutex<[Asker: CommandAllowance]>([:])

    /// The commands per second that an address may send.
    static func perSecond(for asker: Asker) -> Int { CommandAllowance.perSecond * many(asker) }

    /// Takes one command from an address' allowance; false if it is used up.
    func take(_ asker: Asker, at now: ServerTime) -> Bool {
        allowances.withLock { allowances in
            if allowances[asker] == nil, allowances.count >= Self.most {
                allowances = allowances.filter { !$0.value.isWhole(at: now) }
                // So many active addresses are not a household.
                guard allowances.count < Self.most else { return false }
            }
            let new = CommandAllowance(perSecond: Self.perSecond(for: asker), burst: CommandAllowance.burst * Self.many(asker))
            return allowances[asker, default: new].take(at: now) == .allowed
        }
    }

    private static func many(_ asker: Asker) -> Int { asker.isShared ? manyOfShared : 1 }
}
