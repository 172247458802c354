/// Sidechain ducking: each stroke of the drum makes the rest quieter for a short time.
struct Pump {
    private let strokes: [Double]
    /// How much quieter, 0 to 1, and the seconds until the gain has recovered.
    private let depth: Float
    private let seconds: Float
    private var next = 0

    init(_ strokes: [Double], depth: Float = 0.6, seconds: Float = 0.3) {
        self.strokes = strokes
        self.depth = depth
        self.seconds = seconds
    }

    /// The gain at a time; calls must come in ascending order.
    mutating func gain(at moment: Double) -> Float {
        // The gain falls in a ramp, so that nothing clicks, and a few milliseconds early, so that it is down at the stroke.
        let ahead = 0.008
        while next < strokes.count, strokes[next] - ahead <= moment { next += 1 }
        guard next > 0 else { return 1 }
        let since = Float(moment - strokes[next - 1] + ahead)
        let down = min(1, since / Float(ahead))
        let back = max(0, 1 - since / seconds)
        return 1 - depth * down * back * back
    }
}
