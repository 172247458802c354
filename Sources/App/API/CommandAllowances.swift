import Session
import Synchronization

/// The rate limit of commands over HTTP, per household: the same as for one WebSocket.
final class CommandAllowances: Sendable {
    /// Most households counted at a time; beyond it those with a full allowance are forgotten.
    private static let most = 4096

    private let allowances = Mutex<[String: CommandAllowance]>([:])

    /// Whether a household may ask something at a moment.
    func take(_ household: String, at now: ServerTime) -> Bool {
        allowances.withLock { allowances in
            if allowances[household] == nil, allowances.count >= Self.most {
                allowances = allowances.filter { !$0.value.isWhole(at: now) }
                // So many at once are no house.
                guard allowances.count < Self.most else { return false }
            }
            return allowances[household, default: CommandAllowance()].take(at: now) == .allowed
        }
    }
}
