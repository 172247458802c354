/// A value that changes through the song along straight lines between points (automation).
struct Curve {
    private let points: [(seconds: Double, value: Float)]

    /// Points in the order of their bars.
    init(_ score: Score, _ points: [(bar: Double, value: Float)]) {
        self.points = points.map { (score.seconds(bar: $0.bar), $0.value) }
    }

    func value(at seconds: Double) -> Float {
        guard let after = points.firstIndex(where: { $0.seconds > seconds }) else { return points.last?.value ?? 0 }
        guard after > 0 else { return points[0].value }
        let (left, right) = (points[after - 1], points[after])
        return left.value + (right.value - left.value) * Float((seconds - left.seconds) / (right.seconds - left.seconds))
    }
}
