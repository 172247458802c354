import Web

/// What came to all subscribers together while it counted, and how far from the moment for which it was meant.
struct Arrivals {
    private(set) var messages = 0
    private(set) var frames = 0
    /// Frames that came after their moment.
    private(set) var late = 0
    /// By how much the worst of them did, in microseconds.
    private(set) var latest: UInt64 = 0
    /// Frames that never came.
    private(set) var missed = 0
    /// From a message's arrival to its first frame's moment, in microseconds.
    private(set) var leads = Percentiles()
    /// From a frame's moment to its arrival.
    private(set) var ages = Percentiles()

    /// Counts the frames of one message, the first due at `due`, the others at `rate` behind it; `expected` is when this
    /// subscriber's next frame is due, as far as that is known.
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

/// The head of a binary message: when its frames are due.
struct FrameMessage {
    private static let headLength = 24
    private static let framesKind: UInt8 = 1

    let count: Int
    /// When the first is due, in microseconds of the clock.
    let due: UInt64
    /// From one frame to the next.
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
