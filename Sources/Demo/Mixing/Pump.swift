/// Room for the drum: at each of its strokes the rest steps back and comes up again.
struct Pump {
    private let strokes: [Double]
    /// How far it steps back, 0 to 1, and the seconds until it is all there again.
    private let depth: Float
    private let seconds: Float
    private var next = 0

    init(_ strokes: [Double], depth: Float = 0.6, seconds: Float = 0.3) {
        self.strokes = strokes
        self.depth = depth
        self.seconds = seconds
    }

    /// The gain at a moment; the moments of later calls are later.
    mutating func gain(at moment: Double) -> Float {
        // A few milliseconds ahead, so that the gain is down when the drum is there; it slides, so that nothing clicks.
        let ahead = 0.008
        while next < strokes.count, strokes[next] - ahead <= moment { next += 1 }
        guard next > 0 else { return 1 }
        let since = Float(moment - strokes[next - 1] + ahead)
        let down = min(1, since / Float(ahead))
        let back = max(0, 1 - since / seconds)
        return 1 - depth * down * back * back
    }
}
