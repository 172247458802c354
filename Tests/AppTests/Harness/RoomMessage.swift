import Foundation
import Waiting

/// A parsed text message of a room.
struct RoomMessage {
    let fields: [String: Any]

    /// Parses a message; throws if it is not an object with a type.
    init(_ bytes: [UInt8]) throws {
        guard let fields = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any], fields["type"] is String else {
            throw NeverHappened("a message; there was \(String(decoding: bytes, as: UTF8.self))")
        }
        self.fields = fields
    }

    var type: String { text("type") }

    subscript(name: String) -> Any? { fields[name] }

    /// Zero if the field is missing, so that comparisons fail.
    func int(_ name: String) -> Int { fields[name] as? Int ?? 0 }

    func text(_ name: String) -> String { fields[name] as? String ?? "" }

    func object(_ name: String) -> [String: Any] { fields[name] as? [String: Any] ?? [:] }

    func list(_ name: String) -> [[String: Any]] { fields[name] as? [[String: Any]] ?? [] }

    /// Whether the field is present and null.
    func isNull(_ name: String) -> Bool { fields[name] is NSNull }
}

/// A binary message of spectrum frames: a header, "<BBHIqiBBH" in the notation of Python's struct, then the frames.
struct FrameBlock {
    let kind: Int
    let version: Int
    let count: Int
    let generation: Int
    /// When the first frame is due, in microseconds.
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

    /// Bands, phase (2 bytes), position in the bar, loudness, onset, top.
    func frame(_ index: Int) -> ArraySlice<UInt8> { bytes[24 + index * stride..<24 + (index + 1) * stride] }

    /// The phase of a frame within its beat, in 65,536ths.
    func phase(_ index: Int) -> Int {
        let frame = frame(index)
        return Int(frame[frame.startIndex + bands]) | Int(frame[frame.startIndex + bands + 1]) << 8
    }
}
