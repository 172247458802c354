/// The pages of an Ogg file (RFC 3533, 6): their payload after the header packets.
///
/// A tag editor may split the same packets into pages differently. So the sound is the concatenated payload of the pages.
enum OggPages {
    /// Sound of up to this many bytes is hashed whole; of longer sound, this much from the beginning and `tailLength` from the end.
    private static let headLength = 128 << 10
    private static let tailLength = 64 << 10
    /// The longest page there is: 27 bytes, 255 lengths, and as many times 255 bytes.
    private static let longestPage = 27 + 255 + 255 * 255
    /// Bytes to read from the end of a long file: enough pages for the tail, wherever the first of them begins.
    private static let readFromEnd = 2 * longestPage + tailLength
    /// Bytes to read at a time from the beginning: several pages of the usual length.
    private static let windowLength = 2 * longestPage
    /// Longest header accepted; comments may contain a large picture.
    private static let mostBeforeSound: Int64 = 64 << 20

    /// Nil if the codec of the first packet is not known to have a fixed number of header packets.
    static func sound(in source: borrowing ByteSource, _ bare: Range<Int64>) -> SoundRegion? {
        var offset = bare.lowerBound
        var headers: Int?
        var sound: [UInt8] = []
        var soundStart: Int64?
        var window: ArraySlice<UInt8> = []
        while sound.count < headLength + tailLength, offset < bare.upperBound {
            if soundStart == nil, offset - bare.lowerBound > mostBeforeSound { return nil }
            if window.count < longestPage { window = source.bytes(at: offset, count: windowLength)[...] }
            guard let page = Page(window) else { break }
            if headers == nil { headers = describingPackets(page.payload) }
            guard let left = headers else { return nil }
            let (rest, still) = page.dropping(packets: left)
            headers = still
            if !rest.isEmpty, soundStart == nil { soundStart = offset }
            sound += rest
            offset += Int64(page.length)
            window = window.dropFirst(page.length)
        }
        guard let soundStart else { return nil }
        let region = soundStart..<bare.upperBound
        guard sound.count >= headLength + tailLength else { return SoundRegion(pieces: [region], gathered: sound) }
        return SoundRegion(pieces: [region], gathered: Array(sound.prefix(headLength)) + tail(in: source, bare))
    }

    /// The end of the payload, and the granule position of the last page.
    private static func tail(in source: borrowing ByteSource, _ bare: Range<Int64>) -> [UInt8] {
        let start = max(bare.lowerBound, bare.upperBound - Int64(readFromEnd))
        let bytes = source.bytes(at: start, count: Int(bare.upperBound - start))
        var best: (payload: [UInt8], position: [UInt8]) = ([], [])
        var offset = 0
        // Find the first page from which pages follow each other up to the end; a false match has no such successors.
        while offset < bytes.count, best.payload.isEmpty {
            guard let next = bytes[offset...].firstIndex(of: UInt8(ascii: "O")) else { break }
            var place = next
            var payload: [UInt8] = []
            var position: [UInt8] = []
            while let page = Page(bytes[place...]) {
                payload += page.payload
                position = page.position
                place += page.length
            }
            if place == bytes.count { best = (payload, position) }
            offset = next + 1
        }
        return best.payload.suffix(tailLength) + best.position
    }

    /// The number of header packets, according to the first of them.
    private static func describingPackets(_ first: ArraySlice<UInt8>) -> Int? {
        if first.starts(with: [1] + Array("vorbis".utf8)) { return 3 }
        if first.starts(with: "OpusHead".utf8) { return 2 }
        // Two, and as many more as the header says.
        if first.starts(with: "Speex   ".utf8) {
            let start = first.startIndex
            return first.count >= 72 ? 2 + Int(first[start + 68]) : 2
        }
        // The mapping's header counts those after it; zero means unknown.
        if first.starts(with: [0x7F] + Array("FLAC".utf8)), first.count >= 9 {
            let count = Int(first.dropFirst(7).prefix(2).number(isBigEndian: true))
            return count > 0 ? 1 + count : nil
        }
        return nil
    }

    /// The second packet, which holds the comments; empty if it is longer than this or incomplete.
    static func secondPacket(in source: borrowing ByteSource, atMost most: Int) -> [UInt8] {
        var (offset, count, packet) = (TagEnds.startOfSound(in: source), 0, [UInt8]())
        while packet.count <= most, let page = Page(source.bytes(at: offset, count: longestPage)[...]) {
            var rest = page.payload
            for length in page.lengths {
                if count == 1 { packet += rest.prefix(Int(length)) }
                rest = rest.dropFirst(Int(length))
                if length < 255 { count += 1 }
                if count == 2 { return packet }
            }
            offset += Int64(page.length)
        }
        return []
    }

    private struct Page {
        let lengths: ArraySlice<UInt8>
        let payload: ArraySlice<UInt8>
        /// The raw granule position.
        let position: [UInt8]

        var length: Int { 27 + lengths.count + payload.count }

        /// Parses the page at the start of these bytes; nil if there is none or it is incomplete.
        init?(_ bytes: ArraySlice<UInt8>) {
            let start = bytes.startIndex
            guard bytes.count >= 27, bytes.starts(with: "OggS".utf8), bytes[start + 4] == 0 else { return nil }
            let count = Int(bytes[start + 26])
            guard bytes.count >= 27 + count else { return nil }
            lengths = bytes[start + 27..<start + 27 + count]
            let size = lengths.reduce(0) { $0 + Int($1) }
            guard bytes.count >= 27 + count + size else { return nil }
            payload = bytes[start + 27 + count..<start + 27 + count + size]
            position = Array(bytes[start + 6..<start + 14])
        }

        /// The payload after this many packets, and how many of them end on a later page.
        func dropping(packets: Int) -> (rest: ArraySlice<UInt8>, stillToDrop: Int) {
            var left = packets
            var dropped = 0
            for length in lengths {
                guard left > 0 else { break }
                dropped += Int(length)
                // A lacing value below 255 ends a packet.
                if length < 255 { left -= 1 }
            }
            return (payload.dropFirst(dropped), left)
        }
    }
}
