/// The stereo samples of a whole song.
struct Stage {
    /// Samples a second.
    static let rate = 44_100.0
    /// Seconds of eight samples.
    static let stride = 8 / rate

    var left: [Eight]
    var right: [Eight]

    init(seconds: Double) {
        let count = Int((seconds / Self.stride).rounded(.up))
        left = Array(repeating: .zero, count: count)
        right = left
    }

    var count: Int { left.count }

    /// Plays a note from a time on. The time is exact and may lie between samples.
    ///
    /// - Parameter pan: -1 is the left, 1 the right.
    mutating func play(_ voice: some Voice, at seconds: Double, level: Float, pan: Float = 0) {
        var voice = voice
        let first = max(0, Int(seconds / Self.stride))
        let end = min(count, Int((seconds + voice.length) / Self.stride) + 1)
        guard first < end else { return }
        let toLeft = level * ((1 - pan) / 2).squareRoot()
        let toRight = level * ((1 + pan) / 2).squareRoot()
        var time = Eight.places / Float(Self.rate) + Float(Double(first) * Self.stride - seconds)
        for index in first..<end {
            let sound = voice.next(time)
            left[index] += sound * toLeft
            right[index] += sound * toRight
            time += Float(Self.stride)
        }
    }
}
