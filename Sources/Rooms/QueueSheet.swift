import Text
import Web

/// A room's queue as it is sent: encoded once for all who want it.
package struct QueueSheet: Sendable {
    /// So many entries are encoded in less than a millisecond; more are on another thread.
    static let fewEntries = 256
    /// Deflating is quick at this level, and makes a queue a fifth as large.
    private static let level = 1

    /// Counts up with all that the message says.
    let edition: Int
    package let bytes: [UInt8]
    let message: EncodedMessage

    init(_ queue: QueueMessage, edition: Int) {
        self.edition = edition
        bytes = JSON.bytes(queue)
        let isLong = queue.entries.count > Self.fewEntries
        message = EncodedMessage(text: bytes, deflater: isLong ? Deflater(level: Self.level) : nil)
    }
}
