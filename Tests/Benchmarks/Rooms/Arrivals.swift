import Web

/// The messages that all subscribers received while counting, and how early or late their frames were.
struct Arrivals {
    private(set) var messages = 0
    private(set) var frames = 0
    /// Frames that arrived after they were due.
    private(set) var late = 0
    /// The delay of the latest frame, in microseconds.
    private(set) var latest: UInt64 = 0
    /// Frames that never came.
    private(set) var missed = 0
    /// From the arrival of a message until its first frame is due, in microseconds.
    private(set) var leads = Percentiles()
    /// From the time a frame was due to its arrival.
    private(set) var ages = Percentiles()

    /// Counts the frames of one message. `expected` is the time at which this subscriber's next frame should be due, nil if
    /// unknown.
    mutating func add(_ message: FrameMessage, at now: UInt64, expected: UInt64?) {
        messages += 1
        frames += message.count
        if let expected, message.due > expected {
            missed += Int(message.due - expected + message.interval / 2) / Int(message.interval)
        }
        leads.add(message.due > now ? message.due - now : 0)
        guard now > message.due else { return }
        let delay = now - message.due
        ages.add(delay)
        late += min(message.count, Int(delay / message.interval) + 1)
        latest = max(latest, delay)
    }
}

/// The header of a binary message, which says when its frames are due.
struct FrameMessage {
    private static let headLength = 24
    private static let framesKind: UInt8 = 1

    let count: Int
    /// The time at which the first frame is due, in clock microseconds.
    let due: UInt64
    /// Microseconds from one frame to the next.
    let interval: UInt64

    /// Nil for messages of other kinds.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= Self.headLength, bytes[0] == Self.framesKind, bytes[20] > 0 else { return nil }
        count = Int(UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: 2, as: UInt16.self)))
        due = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        interval = 1_000_000 / UInt64(bytes[20])
    }

    /// A message of the fanout benchmark is one frame, due when it was sent.
    init(sent bytes: UnsafeRawBufferPointer) {
        count = 1
        due = bytes.count < 8 ? 0 : UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self))
        interval = 1_000_000 / 60
    }

    var end: UInt64 { due + UInt64(count) * interval }
}
