/// Sidechain ducking: at each stroke of the drum the rest becomes quieter and recovers.
struct Pump {
    private let strokes: [Double]
    /// How much quieter, 0 to 1, and seconds until it has recovered.
    private let depth: Float
    private let seconds: Float
    private var next = 0

    init(_ strokes: [Double], depth: Float = 0.6, seconds: Float = 0.3) {
        self.strokes = strokes
        self.depth = depth
        self.seconds = seconds
    }

    /// The gain at a moment; calls must come in ascending order.
    mutating func gain(at moment: Double) -> Float {
        // Starts a few milliseconds early, so that the gain is down at the stroke, and ramps, so that nothing clicks.
        let ahead = 0.008
        while next < strokes.count, strokes[next] - ahead <= moment { next += 1 }
        guard next > 0 else { return 1 }
        let since = Float(moment - strokes[next - 1] + ahead)
        let down = min(1, since / Float(ahead))
        let back = max(0, 1 - since / seconds)
        return 1 - depth * down * back * back
    }
}
