import Web

/// The other side: frames as a client sends them, and readers to feed them to.
enum WebSocketClient {
    static let key: [UInt8] = [0x37, 0xFA, 0x21, 0x3D]

    /// One masked frame; `reserved` are the three reserved bits.
    static func frame(
        _ opcode: Opcode, _ payload: [UInt8], isFinal: Bool = true, reserved: UInt8 = 0, key: [UInt8] = key
    ) -> [UInt8] {
        var frame = FrameEncoder.header(
            opcode: opcode.isControl ? .text : opcode, length: payload.count, isFinal: isFinal)
        frame[0] = (isFinal ? 0x80 : 0) | reserved << 4 | opcode.rawValue
        frame[1] |= 0x80
        frame += key
        for (index, byte) in payload.enumerated() { frame.append(byte ^ key[index % 4]) }
        return frame
    }

    static func frame(_ opcode: Opcode, _ text: String, isFinal: Bool = true, reserved: UInt8 = 0) -> [UInt8] {
        frame(opcode, Array(text.utf8), isFinal: isFinal, reserved: reserved)
    }

    /// All events of the bytes, cut into pieces of the given sizes.
    static func read(
        _ bytes: [UInt8], maximum: Int = 1 << 20, compressed: Bool = false, piece: () -> Int = { .max }
    ) throws -> [MessageReader.Event] {
        var reader = MessageReader(maximumMessage: maximum, compressed: compressed)
        let inflater = Inflater()
        var events: [MessageReader.Event] = []
        var start = 0
        while start < bytes.count {
            let end = start + min(piece(), bytes.count - start)
            let input = bytes.span.extracting(start..<end)
            var offset = 0
            while true {
                let event = try reader.next(in: input, from: &offset, inflater: inflater)
                guard event != .needsMore else { break }
                events.append(event)
            }
            start = end
        }
        return events
    }

    /// The number of bytes accepted, one at a time, before the reader throws, and the error; nil when it accepts them all.
    static func refusal(
        _ bytes: [UInt8], maximum: Int = 1 << 20, compressed: Bool = false
    ) -> (at: Int, rule: WebSocketError)? {
        var reader = MessageReader(maximumMessage: maximum, compressed: compressed)
        let inflater = Inflater()
        for index in bytes.indices {
            let input = bytes.span.extracting(index..<index + 1)
            var offset = 0
            do throws(WebSocketError) {
                while try reader.next(in: input, from: &offset, inflater: inflater) != .needsMore {}
            } catch {
                return (index, error)
            }
        }
        return nil
    }
}
