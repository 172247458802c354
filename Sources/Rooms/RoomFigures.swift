import Synchronization
import Web

/// Counts what rooms send, apply and refuse, for `/metrics`.
package final class RoomFigures: Sendable {
    package struct Counts {
        var messages: [String: Int] = [:]
        var bytes = 0
        var commands = 0
        var refusals = 0
        package var refused: [RoomRefusal: UInt64] = [:]
    }

    private let counts = Mutex(Counts())

    package var now: Counts { counts.withLock { $0 } }

    func count(_ message: StreamMessage) {
        counts.withLock {
            $0.messages[message.stream.policy.event, default: 0] += 1
            $0.bytes += message.encoded.payload.count
        }
    }

    func count(command isObeyed: Bool) {
        counts.withLock { if isObeyed { $0.commands += 1 } else { $0.refusals += 1 } }
    }

    /// Counts a refusal because of a limit, of one asker or of all.
    package func refuse(_ kind: RoomRefusal) {
        counts.withLock { $0.refused[kind, default: 0] += 1 }
    }
}

/// What the rooms refuse because of a limit, beside what the web server counts.
package enum RoomRefusal: String, CaseIterable {
    case rooms
    case commands
    /// Messages of sockets.
    case messages
    /// Subscriptions that begin with much data.
    case openings
}
