import Session
import Synchronization

/// How much each household may still ask by requests that each stand alone: as much as one socket may.
final class CommandAllowances: Sendable {
    /// Households that are known at a time. When there are more, those are forgotten that have been silent.
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
