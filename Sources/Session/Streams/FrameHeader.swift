package import Music

/// The 24 bytes at the beginning of every binary message, little-endian: for Python's struct "<BBHIqiBBH".
package struct FrameHeader: Hashable, Sendable {
    package enum Kind: UInt8, Sendable {
        case spectrum = 1
        /// In audio, a frame is one sample of each channel.
        case sound = 2
    }

    package static let byteCount = 24
    package static let version: UInt8 = 1
    /// Limit of the count field.
    package static let mostFrames = Int(UInt16.max)

    package let kind: Kind
    package let count: Int
    package let generation: Generation
    /// The due time of the first frame.
    package let due: ServerTime
    /// How long before its due time the first frame was sent, negative if late; the field holds up to 35 minutes either way.
    package let lead: MediaTime
    /// Spectrum frames a second; of sound, thousands of samples.
    package let rate: Int
    /// Bands of a spectrum, or channels of sound.
    package let width: Int
    /// Bytes in each frame.
    package let stride: Int

    init(
        _ kind: Kind, count: Int, generation: Generation, due: ServerTime, sent: ServerTime, rate: Int, width: Int, stride: Int
    ) {
        precondition((1...Self.mostFrames).contains(count))
        self.kind = kind
        self.count = count
        self.generation = generation
        self.due = due
        lead = MediaTime(microseconds: Int64(Int32(clamping: due.microseconds - sent.microseconds)))
        self.rate = rate
        self.width = width
        self.stride = stride
    }

    /// Parses the header of a message; nil if it is invalid or its length does not match.
    package init?(_ bytes: [UInt8]) {
        func number<Number: FixedWidthInteger>(at offset: Int) -> Number {
            (0..<Number.bitWidth / 8).reduce(0) { $0 | Number(truncatingIfNeeded: bytes[offset + $1]) << ($1 * 8) }
        }
        guard bytes.count >= Self.byteCount, let kind = Kind(rawValue: bytes[0]), bytes[1] == Self.version else { return nil }
        self.kind = kind
        count = Int(number(at: 2) as UInt16)
        generation = Generation(Int(number(at: 4) as UInt32))
        due = ServerTime(microseconds: number(at: 8))
        lead = MediaTime(microseconds: Int64(number(at: 16) as Int32))
        rate = Int(bytes[20])
        width = Int(bytes[21])
        stride = Int(number(at: 22) as UInt16)
        guard bytes.count == messageLength else { return nil }
    }

    /// Length of the header and all frames in bytes.
    package var messageLength: Int { Self.byteCount + count * stride }

    /// A message with this header and zeroed frames.
    func message() -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: messageLength)
        func put(_ value: some FixedWidthInteger, at offset: Int) {
            for byte in 0..<value.bitWidth / 8 { bytes[offset + byte] = UInt8(truncatingIfNeeded: value >> (byte * 8)) }
        }
        bytes[0] = kind.rawValue
        bytes[1] = Self.version
        put(UInt16(count), at: 2)
        put(UInt32(clamping: generation.number), at: 4)
        put(due.microseconds, at: 8)
        put(Int32(lead.microseconds), at: 16)
        bytes[20] = UInt8(rate)
        bytes[21] = UInt8(width)
        put(UInt16(stride), at: 22)
        return bytes
    }
}
