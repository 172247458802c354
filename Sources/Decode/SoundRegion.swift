import Music

/// The location of the encoded sound in a file, without tags and pictures; the whole file if its format is unknown.
struct SoundRegion {
    /// Bytes hashed from the beginning, the middle and the end of the sound: as much as a disk reads at once.
    private static let sampleLength: Int64 = 64 << 10
    /// Uncompressed sound may be silent in all three places, so this many pieces of 1 MB are hashed: all of three minutes. More would
    /// make scans of slow disks too slow.
    private static let mostBlocks: Int64 = 32
    private static let blockLength: Int64 = 1 << 20

    /// In file order.
    private(set) var pieces: [Range<Int64>]
    /// A checksum that the file states of its sound, as part of the identity.
    private(set) var stamp: [UInt8] = []
    /// The sound's bytes if they had to be gathered from pieces; else they are read when needed.
    private(set) var gathered: [UInt8]?

    /// Bytes of sound.
    var length: Int64 { pieces.reduce(0) { $0 + Int64($1.count) } }

    init(pieces: [Range<Int64>], stamp: [UInt8] = [], gathered: [UInt8]? = nil) {
        self.pieces = pieces
        self.stamp = stamp
        self.gathered = gathered
    }

    /// Finds the sound in a file whose container has this FFmpeg name.
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

    /// The identity of the encoded sound: a hash of the codec's name, the length, and samples of the bytes or all of them.
    func identity(codec: String, in source: borrowing ByteSource) -> ContentIdentity {
        var bytes = Array(codec.utf8) + [0] + stamp
        if let gathered {
            bytes += gathered
        } else {
            for place in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: length >> (8 * Int64(place)))) }
            if codec.hasPrefix("pcm_") {
                // One after the other, so that only one piece is in memory.
                for range in blocks { bytes += digest(of: range, in: source) }
            } else {
                for range in samples { append(range, of: source, to: &bytes) }
            }
        }
        let hash = ContentHash(of: bytes)
        return ContentIdentity(high: hash.high, low: hash.low)
    }

    /// A sum of all bytes of the sound.
    func sum(in source: borrowing ByteSource) -> ContentIdentity {
        var sum = ContentHash(of: [])
        for start in stride(from: 0, to: length, by: Int(Self.blockLength)) {
            var block = Array("\(sum.high) \(sum.low) ".utf8)
            append(start..<min(start + Self.blockLength, length), of: source, to: &block)
            sum = ContentHash(of: block)
        }
        return ContentIdentity(high: sum.high, low: sum.low)
    }

    /// The ranges of compressed sound to hash, within the concatenated pieces.
    private var samples: [Range<Int64>] {
        let length = length
        let most = Self.sampleLength
        guard length > 3 * most else { return [0..<length] }
        let middle = (length - most) / 2
        return [0..<most, middle..<middle + most, length - most..<length]
    }

    /// The ranges of uncompressed sound to hash.
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
    /// Reads an integer of at most eight bytes; nil past the end.
    func number(at offset: Int64, width: Int, isBigEndian: Bool) -> UInt64? {
        let bytes = bytes(at: offset, count: width)
        guard bytes.count == width else { return nil }
        return bytes.number(isBigEndian: isBigEndian)
    }
}

extension RandomAccessCollection<UInt8> {
    /// The integer in these bytes, at most eight.
    func number(isBigEndian: Bool) -> UInt64 {
        isBigEndian ? reduce(0) { $0 << 8 | UInt64($1) } : reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
