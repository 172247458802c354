import Text

/// What a Snapcast server says, in version 2 of its binary protocol.
enum SnapMessage: Equatable, Sendable {
    /// How the chunks that follow are coded.
    case codec(name: String, head: [UInt8])
    /// Sound, with the moment of its first sample in microseconds of the server's clock.
    case chunk(stamp: Int64, bytes: [UInt8])
    case settings(SnapSettings)
    /// The answer to a question for the time: how long that took by both clocks, and when the answer was sent, in microseconds.
    case time(there: Int64, sent: Int64)
    /// Why the server wants us not.
    case refusal(String)
    case other
}

/// When what the server sends is heard.
struct SnapSettings: Equatable, Sendable, Decodable {
    static let buffers = 0...20_000
    static let latencies = -10_000...10_000

    /// In milliseconds.
    var bufferMs = 1_000
    var latency: Int?

    /// How much later than its stamp sound is heard, in microseconds.
    var delay: Int64 { Int64(bufferMs - (latency ?? 0)) * 1_000 }

    var isPossible: Bool { Self.buffers.contains(bufferMs) && Self.latencies.contains(latency ?? 0) }
}

/// What no server of Snapcast says.
enum SnapProblem: Error, Equatable, CustomStringConvertible {
    case tooLong(kind: UInt16, bytes: Int)
    case malformed(kind: UInt16)
    case impossible(SnapSettings)

    var description: String {
        switch self {
        case .tooLong(let kind, let bytes): "what answers is no Snapcast server: it announces a message \(kind) of \(bytes) bytes"
        case .malformed(let kind): "what answers is no Snapcast server: its message \(kind) is malformed"
        case .impossible(let settings):
            "the server states a buffer of \(settings.bufferMs) ms and a latency of \(settings.latency ?? 0) ms, which is impossible"
        }
    }
}

/// Reads the messages of a server in its bytes, however these are split.
struct SnapParser {
    /// Type, number, the number that it answers, sent, received and size: the times as seconds and microseconds of 32 bits each.
    static let head = 26
    /// The longest: chunks are 20 to 50 ms long; a head of Vorbis has some kilobytes.
    private static let longestChunk = 1 << 20
    private static let longest = 64 << 10

    private var bytes: [UInt8] = []

    mutating func push(_ more: some Collection<UInt8>) throws(SnapProblem) -> [SnapMessage] {
        bytes += more
        var (messages, at) = ([SnapMessage](), 0)
        while bytes.count - at >= Self.head {
            var head = SnapFields(bytes[at..<at + Self.head])
            let kind = head.half()
            head.skip(4)
            let sent = head.time()
            head.skip(8)
            let size = Int(head.word())
            guard size <= (kind == SnapKind.chunk.rawValue ? Self.longestChunk : Self.longest) else {
                throw .tooLong(kind: kind, bytes: size)
            }
            guard bytes.count - at >= Self.head + size else { break }
            at += Self.head
            messages.append(try Self.message(kind, sent, SnapFields(bytes[at..<at + size])))
            at += size
        }
        bytes.removeFirst(at)
        return messages
    }

    private static func message(_ kind: UInt16, _ sent: Int64, _ fields: SnapFields) throws(SnapProblem) -> SnapMessage {
        var fields = fields
        let message: SnapMessage
        switch SnapKind(rawValue: kind) {
        case .codec:
            let name = String(decoding: fields.bytes(), as: UTF8.self)
            message = .codec(name: name, head: fields.bytes())
        case .chunk:
            let stamp = fields.time()
            message = .chunk(stamp: stamp, bytes: fields.bytes())
        case .settings:
            guard let settings = try? JSON.read(SnapSettings.self, from: fields.bytes()) else { throw .malformed(kind: kind) }
            guard settings.isPossible else { throw .impossible(settings) }
            message = .settings(settings)
        case .time: message = .time(there: fields.time(), sent: sent)
        case .refusal:
            fields.skip(4)
            let words = [fields.bytes(), fields.bytes()].map { String(decoding: $0, as: UTF8.self).asOneLine }
            message = .refusal(words.filter { !$0.isEmpty }.joined(separator: ": "))
        case .hello, nil: return .other
        }
        guard !fields.isShort else { throw .malformed(kind: kind) }
        return message
    }
}

enum SnapKind: UInt16 {
    case codec = 1
    case chunk, settings, time, hello
    case refusal = 8
}

/// Fields of a message, little-endian.
private struct SnapFields {
    private var rest: ArraySlice<UInt8>
    /// Whether more was asked for than there is.
    private(set) var isShort = false

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    mutating func skip(_ count: Int) { _ = take(count) }

    mutating func half() -> UInt16 { UInt16(truncatingIfNeeded: number(2)) }

    mutating func word() -> UInt32 { number(4) }

    /// Seconds and microseconds, in microseconds.
    mutating func time() -> Int64 {
        let seconds = Int32(bitPattern: word())
        return Int64(seconds) * 1_000_000 + Int64(Int32(bitPattern: word()))
    }

    /// A length and so many bytes.
    mutating func bytes() -> [UInt8] { Array(take(Int(word()))) }

    private mutating func number(_ count: Int) -> UInt32 {
        take(count).reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    private mutating func take(_ count: Int) -> ArraySlice<UInt8> {
        if count > rest.count { isShort = true }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }
}
