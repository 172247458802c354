/// A waveform at one resolution in the format of audiowaveform: pairs of a lowest and a highest sample, one channel.
///
/// The layout is described in audiowaveform's doc/DataFormat.md.
package struct WaveformPixels: Hashable, Sendable {
    /// Bits of each value.
    package enum Resolution: Int, Sendable {
        case eightBits = 8
        case sixteenBits = 16
    }

    package enum Version: Int32, Sendable {
        /// Data at byte 20.
        case one = 1
        /// Has the number of channels; data at byte 24.
        case two = 2
    }

    package let sampleRate: Int
    package let samplesPerPixel: Int
    /// The lowest and the highest sample of each pixel in turn, 16 bits each.
    package let values: [Int16]

    /// Uses the coarsest level that divides `samplesPerPixel`; if there is none, the finest.
    ///
    /// A pixel covers every point that overlaps it. Pixels finer than the finest level become that level's points. `part` is a
    /// range in seconds: it begins with the pixel that holds its start and ends with the one that holds its end.
    package init(of waveform: WaveformView, samplesPerPixel: Int, part: ClosedRange<Double> = 0...(.infinity)) {
        let level = waveform.levels.last { samplesPerPixel % $0.samplesPerPoint == 0 } ?? waveform.levels[0]
        self.init(
            points: PointWindow(waveform, level), samplesPerPoint: level.samplesPerPoint, sampleRate: waveform.sampleRate,
            samplesPerPixel: samplesPerPixel, part: part)
    }

    /// Combines points.
    init(
        points: PointWindow, samplesPerPoint: Int, sampleRate: Int, samplesPerPixel: Int,
        part: ClosedRange<Double> = 0...(.infinity)
    ) {
        self.sampleRate = sampleRate
        self.samplesPerPixel = max(samplesPerPixel, samplesPerPoint)
        let pixel = self.samplesPerPixel
        var points = points
        let end = points.count * samplesPerPoint
        let samples = { (seconds: Double) in Int(min(max(0, seconds * Double(sampleRate)), Double(end))) }
        let first = samples(part.lowerBound) / pixel * pixel
        values = stride(from: first, to: samples(part.upperBound), by: pixel).flatMap { start in
            let (lowest, highest) = points.extremes(
                of: start / samplesPerPoint..<(min(start + pixel, end) + samplesPerPoint - 1) / samplesPerPoint)
            return [lowest, highest]
        }
    }

    /// The contents of a `.dat` file.
    package func binary(_ version: Version = .two, _ resolution: Resolution) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(24 + values.count * resolution.rawValue / 8)
        func append(_ number: Int, byteCount: Int = 4) {
            for byte in 0..<byteCount { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * byte))) }
        }
        append(Int(version.rawValue))
        append(resolution == .eightBits ? 1 : 0)
        append(sampleRate)
        append(samplesPerPixel)
        append(values.count / 2)
        if version == .two { append(1) }
        for value in values {
            append(Int(resolution == .eightBits ? Int16(Self.eightBits(value)) : value), byteCount: resolution.rawValue / 8)
        }
        return bytes
    }

    /// The contents of a `.json` file.
    package func json(_ resolution: Resolution) -> [UInt8] {
        let head = """
            {"version":2,"channels":1,"sample_rate":\(sampleRate),"samples_per_pixel":\(samplesPerPixel),\
            "bits":\(resolution.rawValue),"length":\(values.count / 2),"data":[
            """
        var bytes = Array(head.utf8)
        for (index, value) in values.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes += String(resolution == .eightBits ? Int16(Self.eightBits(value)) : value).utf8
        }
        bytes += Array("]}\n".utf8)
        return bytes
    }

    /// Rounds towards zero, like audiowaveform.
    private static func eightBits(_ value: Int16) -> Int8 { Int8(value / 256) }
}
