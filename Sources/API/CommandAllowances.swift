import Session
import Synchronization
import Web

/// The rate limit of commands over HTTP: for an address the same as for one WebSocket, for one that many stand behind as for five.
final class CommandAllowances: Sendable {
    /// Most addresses counted at a time; beyond it those with a full allowance are forgotten.
    private static let most = 4096
    /// This machine's scripts, or all clients of a proxy that names none, must not hold each other up.
    private static let manyOfShared = 5

    private let allowances = Mutex<[Asker: CommandAllowance]>([:])

    /// Commands a second that are taken from somebody.
    static func perSecond(for asker: Asker) -> Int { CommandAllowance.perSecond * many(asker) }

    /// Whether somebody may ask something at a moment.
    func take(_ asker: Asker, at now: ServerTime) -> Bool {
        allowances.withLock { allowances in
            if allowances[asker] == nil, allowances.count >= Self.most {
                allowances = allowances.filter { !$0.value.isWhole(at: now) }
                // So many at once are no house.
                guard allowances.count < Self.most else { return false }
            }
            let new = CommandAllowance(perSecond: Self.perSecond(for: asker), burst: CommandAllowance.burst * Self.many(asker))
            return allowances[asker, default: new].take(at: now) == .allowed
        }
    }

    private static func many(_ asker: Asker) -> Int { asker.isShared ? manyOfShared : 1 }
}
