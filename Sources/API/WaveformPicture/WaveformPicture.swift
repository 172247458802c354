import Music

/// A picture of a track's waveform; the same waveform and options give the same bytes.
struct WaveformPicture: Sendable {
    /// A rectangle of one colour, in pixels from the top left corner: whole pixels horizontally, fractions vertically.
    struct Bar: Hashable, Sendable {
        let x: Int
        let width: Int
        let top: Double
        let bottom: Double
        let isPlayed: Bool
    }

    /// The most blocks or dots in a column: more are too fine to count, and half a million would make a large picture.
    private static let mostBlocks = 32
    /// The least height in pixels: silence still shows the time line.
    private static let thinnest = 1.0

    let options: Options
    let bars: [Bar]

    /// Draws the part of `waveform` that the options name.
    init(of waveform: WaveformView, _ options: Options) {
        let level = waveform.levels[0]
        let whole = Double(level.pointCount * level.samplesPerPoint) / Double(waveform.sampleRate)
        let end = options.end ?? max(whole, options.start)
        let peaks = WaveformPeaks.peaks(
            of: waveform, from: options.start, to: end, count: Self.columns(of: options))
        self.init(peaks: peaks, from: options.start, to: end, options)
    }

    /// Draws one peak per column; the columns divide the time from `start` to `end`.
    init(peaks: [WaveformPeaks.Peak], from start: Double, to end: Double, _ options: Options) {
        self.options = options
        let played = options.position.map { end > start ? ($0 - start) / (end - start) : 0 } ?? 0
        let (pitch, gap) = options.style.columns
        bars = peaks.enumerated().flatMap { index, peak in
            let x = index * pitch
            let width = pitch - gap
            let isPlayed = (Double(x) + Double(width) / 2) / Double(options.width) < played
            return Self.spans(of: peak, options).map { span in
                Bar(x: x, width: width, top: span.top, bottom: span.bottom, isPlayed: isPlayed)
            }
        }
    }

    /// The number of peaks in the picture.
    static func columns(of options: Options) -> Int {
        let (pitch, gap) = options.style.columns
        return (options.width + gap) / pitch
    }

    /// The filled parts of a column, from top to bottom.
    private static func spans(of peak: WaveformPeaks.Peak, _ options: Options) -> [(top: Double, bottom: Double)] {
        let height = Double(options.height)
        let middle = height / 2
        let columns = options.style.columns
        let pitch = max(columns.pitch, options.height / mostBlocks)
        switch options.style {
        case .mirror, .mirrored, .circular, .dancing:
            let half = max(peak.loudest * middle, thinnest / 2)
            return [(middle - half, middle + half)]
        case .line:
            let (top, bottom) = (middle - peak.highest * middle, middle - peak.lowest * middle)
            guard bottom - top < thinnest else { return [(top, bottom)] }
            let centre = min(max((top + bottom) / 2, thinnest / 2), height - thinnest / 2)
            return [(centre - thinnest / 2, centre + thinnest / 2)]
        case .bars: return [(height - max(peak.loudest * height, thinnest), height)]
        case .dots:
            let half = Double(pitch - pitch / columns.pitch * columns.gap) / 2
            let count = Int((peak.loudest * (middle - half) / Double(pitch)).rounded())
            guard count > 0 else { return [(middle - thinnest / 2, middle + thinnest / 2)] }
            return (-count...count).map { dot in
                let centre = middle + Double(dot * pitch)
                return (max(0, centre - half), min(height, centre + half))
            }
        case .blocks:
            let count = Int((peak.loudest * height / Double(pitch)).rounded())
            guard count > 0 else { return [(height - thinnest, height)] }
            return (0..<count).reversed().map { block in
                let bottom = height - Double(block * pitch)
                return (max(0, bottom - Double(pitch - pitch / columns.pitch * columns.gap)), bottom)
            }
        }
    }
}
