/// A level that dies away.
struct Fall {
    private var level: Double
    private let fall: Double

    /// - Parameter ring: seconds in which it falls to 1/e.
    init(from level: Double, ring: Double) {
        self.level = level
        fall = Waveform.fall(seconds: ring)
    }

    mutating func next() -> Double {
        defer { level *= fall }
        return level
    }
}
