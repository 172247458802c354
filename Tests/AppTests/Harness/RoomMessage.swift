import Foundation

/// A text message of a room as values.
struct RoomMessage {
    let fields: [String: Any]

    /// Every text that a room sends passes here.
    init(_ bytes: [UInt8]) throws {
        guard let fields = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any], fields["type"] is String else {
            throw NeverHappened("a message; there was \(String(decoding: bytes, as: UTF8.self))")
        }
        self.fields = fields
    }

    var type: String { text("type") }

    subscript(name: String) -> Any? { fields[name] }

    /// Zero where there is none, so that comparisons fail and tell so.
    func int(_ name: String) -> Int { fields[name] as? Int ?? 0 }

    func text(_ name: String) -> String { fields[name] as? String ?? "" }

    func object(_ name: String) -> [String: Any] { fields[name] as? [String: Any] ?? [:] }

    func list(_ name: String) -> [[String: Any]] { fields[name] as? [[String: Any]] ?? [] }

    /// There, and null.
    func isNull(_ name: String) -> Bool { fields[name] is NSNull }
}

/// A binary message of spectrum frames: Python's struct "<BBHIqiBBH", and the frames.
struct FrameBlock {
    let kind: Int
    let version: Int
    let count: Int
    let generation: Int
    /// When the first is due, in microseconds.
    let due: Int
    let lead: Int
    let rate: Int
    let bands: Int
    let stride: Int
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) throws {
        guard bytes.count >= 24 else { throw NeverHappened("a header; there were \(bytes.count) bytes") }
        func number(_ offset: Int, _ width: Int) -> Int {
            (0..<width).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
        }
        kind = number(0, 1)
        version = number(1, 1)
        count = number(2, 2)
        generation = number(4, 4)
        due = number(8, 8)
        lead = Int(Int32(truncatingIfNeeded: number(16, 4)))
        rate = number(20, 1)
        bands = number(21, 1)
        stride = number(22, 2)
        self.bytes = bytes
        guard kind == 1, version == 1, count > 0, bytes.count == 24 + count * stride, stride == bands + 6 else {
            throw NeverHappened("a message of frames; it began with \(bytes.prefix(24))")
        }
    }

    /// Bands, phase (2 bytes), position in the bar, loudness, onset, what reaches the top.
    func frame(_ index: Int) -> ArraySlice<UInt8> { bytes[24 + index * stride..<24 + (index + 1) * stride] }

    /// Fraction of the beat of a frame, in 65,536ths.
    func phase(_ index: Int) -> Int {
        let frame = frame(index)
        return Int(frame[frame.startIndex + bands]) | Int(frame[frame.startIndex + bands + 1]) << 8
    }
}
