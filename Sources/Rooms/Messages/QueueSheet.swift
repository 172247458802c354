import Text
import Web

/// The message of a room's queue, encoded once for all clients.
package struct QueueSheet: Sendable {
    /// So many entries are encoded in less than a millisecond; longer queues are encoded on another thread.
    static let fewEntries = 256
    /// Compression is fast at this level, and makes a queue a fifth as large.
    private static let level = 1

    /// Counts up whenever the content of the message changes.
    let edition: Int
    let message: EncodedMessage

    package var bytes: ArraySlice<UInt8> { message.payload }

    init(_ queue: QueueMessage, edition: Int) {
        self.edition = edition
        let isLong = queue.entries.count > Self.fewEntries
        message = EncodedMessage(text: JSON.bytes(queue), deflater: isLong ? Deflater(level: Self.level) : nil)
    }
}
