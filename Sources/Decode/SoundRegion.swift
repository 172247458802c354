import Music

/// Where in a file the encoded sound lies, tags and pictures left out; what is not understood is sound from end to end.
struct SoundRegion {
    /// Taken from the beginning, the middle and the end of the sound, in bytes: a disk reads as much in one go.
    private static let sampleLength: Int64 = 64 << 10
    /// Sound that is not compressed may be silent wherever three samples fall: of it this many pieces are looked at, 1 MB each,
    /// which is all of three minutes. More would keep a scan waiting for slow disks.
    private static let mostBlocks: Int64 = 32
    private static let blockLength: Int64 = 1 << 20

    /// One behind the other in the file.
    private(set) var pieces: [Range<Int64>]
    /// What the file itself says of its sound, if it is worth being part of the identity.
    private(set) var stamp: [UInt8] = []
    /// The sound's own bytes where the pieces hold other things between them; else they are read when they are needed.
    private(set) var gathered: [UInt8]?

    /// Bytes of sound.
    var length: Int64 { pieces.reduce(0) { $0 + Int64($1.count) } }

    init(pieces: [Range<Int64>], stamp: [UInt8] = [], gathered: [UInt8]? = nil) {
        self.pieces = pieces
        self.stamp = stamp
        self.gathered = gathered
    }

    /// Finds the sound in a file of the container that FFmpeg calls so.
    init(of source: borrowing ByteSource, container: String) {
        let bare = TagEnds.untagged(source)
        let found: SoundRegion? =
            switch container {
            case "flac": FLACBlocks.sound(in: source, bare)
            case "mp3": MPEGHead.sound(in: source, bare)
            case "mov": MovieBoxes.sound(in: source)
            case "ogg": OggPages.sound(in: source, bare)
            default: ChunkWalk.sound(in: source, container: container)
            }
        self = found ?? SoundRegion(pieces: [bare])
    }

    /// The identity of what is encoded here: the codec's name, the length, and samples of the bytes, or all of them.
    func identity(codec: String, in source: borrowing ByteSource) -> ContentIdentity {
        var bytes = Array(codec.utf8) + [0] + stamp
        if let gathered {
            bytes += gathered
        } else {
            for place in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: length >> (8 * Int64(place)))) }
            if codec.hasPrefix("pcm_") {
                // One after the other, so that the longest sound takes no more memory than a piece of it.
                for range in blocks { bytes += digest(of: range, in: source) }
            } else {
                for range in samples { append(range, of: source, to: &bytes) }
            }
        }
        let hash = ContentHash(of: bytes)
        return ContentIdentity(high: hash.high, low: hash.low)
    }

    /// Ranges of the sound as if its pieces were one.
    private var samples: [Range<Int64>] {
        let length = length
        let most = Self.sampleLength
        guard length > 3 * most else { return [0..<length] }
        let middle = (length - most) / 2
        return [0..<most, middle..<middle + most, length - most..<length]
    }

    /// The same for sound that is not compressed.
    private var blocks: [Range<Int64>] {
        let length = length
        let all = (length + Self.blockLength - 1) / Self.blockLength
        guard all > Self.mostBlocks else {
            return (0..<all).map { $0 * Self.blockLength..<min(($0 + 1) * Self.blockLength, length) }
        }
        return (0..<Self.mostBlocks).map { block in
            let start = (length - Self.blockLength) / (Self.mostBlocks - 1) * block
            return start..<start + Self.blockLength
        }
    }

    private func digest(of range: Range<Int64>, in source: borrowing ByteSource) -> [UInt8] {
        var block: [UInt8] = []
        append(range, of: source, to: &block)
        let hash = ContentHash(of: block)
        return Array("\(hash.high) \(hash.low) ".utf8)
    }

    private func append(_ range: Range<Int64>, of source: borrowing ByteSource, to bytes: inout [UInt8]) {
        var before: Int64 = 0
        for piece in pieces {
            let wanted = range.clamped(to: before..<before + Int64(piece.count))
            if !wanted.isEmpty { bytes += source.bytes(at: piece.lowerBound + wanted.lowerBound - before, count: wanted.count) }
            before += Int64(piece.count)
        }
    }
}

extension ByteSource {
    /// Reads a whole number of at most eight bytes; nil past the end.
    func number(at offset: Int64, width: Int, isBigEndian: Bool) -> UInt64? {
        let bytes = bytes(at: offset, count: width)
        guard bytes.count == width else { return nil }
        return bytes.number(isBigEndian: isBigEndian)
    }
}

extension RandomAccessCollection<UInt8> {
    /// The whole number that these, at most eight, bytes spell.
    func number(isBigEndian: Bool) -> UInt64 {
        isBigEndian ? reduce(0) { $0 << 8 | UInt64($1) } : reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
