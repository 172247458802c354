/// The WAV form: 16-bit PCM behind a header of 44 bytes.
extension ClickSound {
    private static let headerLength = 44
    private static let sampleLength = 2
    /// The length of the longest sound's WAV form.
    package static let longestWave = headerLength + longest * sampleLength

    package var wave: [UInt8] {
        var bytes = Self.header(of: samples.count)
        bytes.reserveCapacity(bytes.count + samples.count * Self.sampleLength)
        for sample in samples { bytes.append(UInt16(bitPattern: Self.sixteenBits(sample))) }
        return bytes
    }

    /// Reads what `wave` writes; nil for anything else, also for other WAV files.
    package init?(wave bytes: [UInt8]) {
        let count = (bytes.count - Self.headerLength) / Self.sampleLength
        guard count > 0, count <= Self.longest, bytes.count == Self.headerLength + count * Self.sampleLength,
            bytes.starts(with: Self.header(of: count))
        else { return nil }
        self.init(
            (0..<count).lazy.map { index in
                let place = Self.headerLength + index * Self.sampleLength
                let value = Int16(bitPattern: UInt16(bytes[place]) | UInt16(bytes[place + 1]) << 8)
                return Float(value) / Self.fullScale
            })
    }

    private static func header(of count: Int) -> [UInt8] {
        let length = UInt32(clamping: count * sampleLength)
        var header: [UInt8] = []
        header += "RIFF".utf8
        header.append(length + 36)
        header += "WAVEfmt ".utf8
        header.append(UInt32(16))
        // PCM, mono.
        header.append(UInt16(1))
        header.append(UInt16(1))
        header.append(UInt32(perSecond))
        header.append(UInt32(perSecond * sampleLength))
        header.append(UInt16(sampleLength))
        header.append(UInt16(8 * sampleLength))
        header += "data".utf8
        header.append(length)
        return header
    }
}

extension [UInt8] {
    /// Appends a number, its low byte first.
    fileprivate mutating func append<Number: FixedWidthInteger & UnsignedInteger>(_ number: Number) {
        for byte in 0..<Number.bitWidth / 8 { append(UInt8(truncatingIfNeeded: number >> (8 * byte))) }
    }
}
