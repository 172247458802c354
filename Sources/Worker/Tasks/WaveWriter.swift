import System

/// Writes 16-bit PCM as a WAV file, whose header is filled in at the end.
struct WaveWriter: ~Copyable {
    /// The most bytes of samples that the header's 32-bit lengths allow.
    static let mostBytes = Int(UInt32.max) - 36
    private static let headerLength = 44
    private static let bufferLength = 64 << 10

    private let descriptor: Int32
    private let channels: Int
    private let sampleRate: Int
    private var buffer: [UInt8]
    private var written = 0

    /// Borrows an empty file that is open for writing.
    init(descriptor: Int32, channels: Int, sampleRate: Int) {
        self.descriptor = descriptor
        self.channels = channels
        self.sampleRate = sampleRate
        buffer = [UInt8](repeating: 0, count: Self.headerLength)
    }

    /// Appends one sample of one channel; channels are interleaved. Full scale is 1, values beyond are clipped; 16-bit sound is
    /// unchanged.
    mutating func append(_ sample: Float) throws(SystemError) {
        let value = UInt16(bitPattern: Int16(min(max((sample * 32768).rounded(), -32768), 32767)))
        buffer.append(UInt8(truncatingIfNeeded: value))
        buffer.append(UInt8(truncatingIfNeeded: value >> 8))
        if buffer.count >= Self.bufferLength { try flush() }
    }

    mutating func finish() throws(SystemError) {
        try flush()
        // The format has 32-bit lengths; for a longer file the greatest value means "up to the end of the file", as in other
        // programs.
        let length = UInt32(clamping: written - Self.headerLength)
        var header: [UInt8] = []
        func put(_ text: String) { header += text.utf8 }
        func put(_ value: some FixedWidthInteger) {
            for byte in 0..<value.bitWidth / 8 { header.append(UInt8(truncatingIfNeeded: value >> (byte * 8))) }
        }
        put("RIFF")
        put(UInt32(clamping: UInt64(length) + 36))
        put("WAVEfmt ")
        put(UInt32(16))
        put(UInt16(1))
        put(UInt16(channels))
        put(UInt32(sampleRate))
        put(UInt32(sampleRate * channels * 2))
        put(UInt16(channels * 2))
        put(UInt16(16))
        put("data")
        put(length)
        try NewFile.write(header, to: descriptor, at: 0)
    }

    private mutating func flush() throws(SystemError) {
        try NewFile.write(buffer, to: descriptor, at: written)
        written += buffer.count
        buffer.removeAll(keepingCapacity: true)
    }
}
