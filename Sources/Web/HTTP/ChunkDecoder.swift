/// Decodes the chunked coding of a body (RFC 9112, 7.1), byte by byte, without a buffer.
struct ChunkDecoder: Sendable {
    enum Step {
        case needsMore
        case payload(Range<Int>)
        case end
    }

    private enum Place {
        case size, afterSize, chunkExtension, sizeLineFeed
        case payload, payloadReturn, payloadLineFeed
        case trailerStart, trailerName, trailerValue, trailerLineFeed, lastLineFeed
    }

    private var place = Place.size
    private var remaining = 0
    private var sizeDigits = 0
    private var extensionBytes = 0
    private var trailerBytes = 0

    /// A chunk size with more digits overflows `Int`, or is padded with zeros, which is suspicious.
    private static let mostSizeDigits = 15

    /// Reads from `offset` to the next piece of payload, the end of the body or the end of the input.
    mutating func next(
        in input: Span<UInt8>, from offset: inout Int, limits: RequestLimits
    ) throws(HTTPError) -> Step {
        while offset < input.count {
            if case .payload = place {
                let taken = offset..<(offset + min(remaining, input.count - offset))
                offset = taken.upperBound
                remaining -= taken.count
                if remaining == 0 { place = .payloadReturn }
                return .payload(taken)
            }
            let byte = input[offset]
            offset += 1
            if case .lastLineFeed = place {
                guard byte == 0x0A else { throw .bareLineBreak(byte: 0x0D) }
                return .end
            }
            place = try isInTrailers ? trailer(byte, limits) : framing(byte, limits)
        }
        return .needsMore
    }

    private var isInTrailers: Bool {
        switch place {
        case .trailerStart, .trailerName, .trailerValue, .trailerLineFeed, .lastLineFeed: true
        default: false
        }
    }

    private mutating func framing(_ byte: UInt8, _ limits: RequestLimits) throws(HTTPError) -> Place {
        switch place {
        case .size, .afterSize:
            return try size(byte)
        case .chunkExtension:
            extensionBytes += 1
            guard extensionBytes <= limits.chunkExtensions else {
                throw .chunkExtensionsTooLong(limit: limits.chunkExtensions)
            }
            if byte == 0x0D { return .sizeLineFeed }
            try refuseControl(byte)
            return .chunkExtension
        case .sizeLineFeed:
            guard byte == 0x0A else { throw .bareLineBreak(byte: 0x0D) }
            sizeDigits = 0
            return remaining == 0 ? .trailerStart : .payload
        case .payloadReturn:
            guard byte == 0x0D else { throw .malformedChunkEnd }
            return .payloadLineFeed
        default:
            guard byte == 0x0A else { throw .malformedChunkEnd }
            return .size
        }
    }

    private mutating func size(_ byte: UInt8) throws(HTTPError) -> Place {
        if let digit = hexadecimalValue(byte) {
            sizeDigits += 1
            guard sizeDigits <= Self.mostSizeDigits else { throw .malformedChunkSize }
            remaining = remaining << 4 | Int(digit)
            return .afterSize
        }
        guard case .afterSize = place else { throw .malformedChunkSize }
        switch byte {
        case 0x0D: return .sizeLineFeed
        case 0x3B: return .chunkExtension
        default: throw .malformedChunkSize
        }
    }

    private mutating func trailer(_ byte: UInt8, _ limits: RequestLimits) throws(HTTPError) -> Place {
        trailerBytes += 1
        guard trailerBytes <= limits.trailers else { throw .trailersTooLarge(limit: limits.trailers) }
        switch place {
        case .trailerStart:
            if byte == 0x0D { return .lastLineFeed }
            guard ByteClass.token.contains(byte) else { throw .malformedTrailer }
            return .trailerName
        case .trailerName:
            if byte == 0x3A { return .trailerValue }
            guard ByteClass.token.contains(byte) else { throw .malformedTrailer }
            return .trailerName
        case .trailerValue:
            if byte == 0x0D { return .trailerLineFeed }
            try refuseControl(byte)
            return .trailerValue
        default:
            guard byte == 0x0A else { throw .bareLineBreak(byte: 0x0D) }
            return .trailerStart
        }
    }

    private func refuseControl(_ byte: UInt8) throws(HTTPError) {
        guard byte >= 0x20 && byte != 0x7F || byte == 0x09 else {
            throw byte == 0x0A ? .bareLineBreak(byte: byte) : .controlByte(byte)
        }
    }
}
