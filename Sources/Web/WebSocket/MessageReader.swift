/// Parses one client's bytes into messages: unmasks, joins fragments, inflates, validates, and throws at the first bad byte.
///
/// One per connection; between messages it holds no heap memory.
package struct MessageReader {
    /// A result of reading.
    package enum Event: Equatable, Sendable {
        /// The input is used up; more bytes are needed.
        case needsMore
        case text([UInt8])
        case binary([UInt8])
        case ping([UInt8])
        case pong([UInt8])
        /// The peer closes; nothing after it is read.
        case close(CloseCode, reason: String)
    }

    private let maximumMessage: Int
    private var parser: FrameParser

    /// The frame whose payload is being read, if any.
    private var opcode: Opcode?
    private var isControl = false
    private var isFinal = false
    private var key: UInt32 = 0
    private var remaining = 0

    /// The payload of the control frame being read; it may come between the fragments of a message.
    private var control: [UInt8] = []
    private var message: [UInt8] = []
    private var isText = false
    private var isCompressed = false
    private var validator = UTF8Validator()
    private var hasEnded = false

    /// The memory of an unfinished message, in bytes.
    var held: Int { message.capacity + control.capacity }

    /// A reader for one connection: `maximumMessage` limits the inflated size, `compressed` says if permessage-deflate was agreed.
    package init(maximumMessage: Int, compressed: Bool) {
        precondition((0...Int(Int32.max)).contains(maximumMessage), "zlib counts in 32 bits")
        self.maximumMessage = maximumMessage
        parser = FrameParser(compressed: compressed)
    }

    /// The next event, moving the offset past the bytes it took. After a close or an error all further input is ignored.
    package mutating func next(
        in input: Span<UInt8>, from offset: inout Int, inflater: Inflater
    ) throws(WebSocketError) -> Event {
        guard !hasEnded else {
            offset = input.count
            return .needsMore
        }
        do throws(WebSocketError) {
            return try advance(in: input, from: &offset, inflater: inflater)
        } catch {
            end()
            throw error
        }
    }

    private mutating func advance(
        in input: Span<UInt8>, from offset: inout Int, inflater: Inflater
    ) throws(WebSocketError) -> Event {
        while true {
            if opcode == nil {
                guard let header = try parser.next(in: input, from: &offset) else { return .needsMore }
                try begin(header)
            }
            try receive(input, from: &offset)
            guard remaining == 0 else { return .needsMore }
            if let event = try finishFrame(inflater) { return event }
        }
    }

    private mutating func begin(_ header: FrameHeader) throws(WebSocketError) {
        switch header.opcode {
        case .ping, .pong, .close: isControl = true
        case .continuation: isControl = false
        case .text: startMessage(isText: true, isCompressed: header.isCompressed)
        case .binary: startMessage(isText: false, isCompressed: header.isCompressed)
        }
        guard isControl || header.length <= mostReceived - message.count else {
            throw .messageTooBig(limit: maximumMessage)
        }
        opcode = header.opcode
        isFinal = header.isFinal
        key = header.mask
        remaining = header.length
    }

    private mutating func startMessage(isText: Bool, isCompressed: Bool) {
        isControl = false
        self.isText = isText
        self.isCompressed = isCompressed
        validator = UTF8Validator()
    }

    /// The most payload a message may have on the wire. Incompressible data can grow by an eighth when deflated: zlib's worst case.
    private var mostReceived: Int { isCompressed ? maximumMessage + maximumMessage / 8 + 64 : maximumMessage }

    private mutating func receive(_ input: Span<UInt8>, from offset: inout Int) throws(WebSocketError) {
        let count = min(remaining, input.count - offset)
        guard count > 0 else { return }
        let masked = input.extracting(offset..<offset + count)
        if isControl {
            Masking.append(masked, key: key, to: &control, expected: remaining)
        } else {
            let start = message.count
            // Only the last frame reveals the message's length; before it, capacity must grow geometrically.
            Masking.append(masked, key: key, to: &message, expected: isFinal ? remaining : mostReceived - start)
            if isText, !isCompressed {
                // A copy, because no part of self can change while a span of another is in use.
                var current = validator
                guard current.feed(message.span.extracting(start..<start + count)) else { throw .invalidText }
                validator = current
            }
        }
        key = Masking.rotate(key, by: count)
        remaining -= count
        offset += count
    }

    /// The event of a complete frame; nil when its message continues.
    private mutating func finishFrame(_ inflater: Inflater) throws(WebSocketError) -> Event? {
        let finished = opcode
        opcode = nil
        switch finished {
        case .ping: return .ping(Self.take(&control))
        case .pong: return .pong(Self.take(&control))
        case .close:
            let event = try Self.close(control)
            end()
            return event
        default: return isFinal ? try finishMessage(inflater) : nil
        }
    }

    private mutating func finishMessage(_ inflater: Inflater) throws(WebSocketError) -> Event {
        var bytes = Self.take(&message)
        if isCompressed {
            bytes = try inflater.inflate(bytes.span, limit: maximumMessage)
            if isText {
                guard validator.feed(bytes.span) else { throw .invalidText }
            }
        }
        guard isText else { return .binary(bytes) }
        guard validator.isComplete else { throw .invalidText }
        return .text(bytes)
    }

    private mutating func end() {
        hasEnded = true
        control = []
        message = []
    }

    private static func take(_ bytes: inout [UInt8]) -> [UInt8] {
        var taken: [UInt8] = []
        swap(&taken, &bytes)
        return taken
    }

    /// RFC 6455 section 5.5.1: the payload is empty, or a code and a reason in UTF-8.
    private static func close(_ payload: [UInt8]) throws(WebSocketError) -> Event {
        guard !payload.isEmpty else { return .close(.noStatus, reason: "") }
        guard payload.count >= 2 else { throw .truncatedClose }
        let code = CloseCode(rawValue: UInt16(payload[0]) << 8 | UInt16(payload[1]))
        guard code.isValidOnWire else { throw .invalidCloseCode(code.rawValue) }
        let reason = payload.span.extracting(2..<payload.count)
        var validator = UTF8Validator()
        guard validator.feed(reason), validator.isComplete else { throw .invalidCloseReason }
        return .close(code, reason: String(decoding: payload.dropFirst(2), as: UTF8.self))
    }
}
