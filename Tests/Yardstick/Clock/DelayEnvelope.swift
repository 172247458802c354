/// The lower envelope of one direction's samples: the smallest value of each quarter second in a window of bounded length.
///
/// A value is the delay plus or minus the clocks' offset. Delays have a lower bound, so the lowest values show the offset.
struct DelayEnvelope: Sendable {
    struct Point: Sendable {
        /// Client time in microseconds from the filter's origin.
        let time: Double
        /// Microseconds.
        let value: Double
    }

    /// So short that the first second has several slots, and so long that a slow network gives one slot several samples to choose
    /// from.
    private static let slot = 250_000.0
    /// One minute. A longer window would find the floor of a bad network a little better, but follow a clock worse while its
    /// system corrects it: with 90 s the bound fails three times as often after a change of 50 ppm. 240 points are 4 KB.
    private static let slots = 240.0

    private(set) var points: [Point] = []

    mutating func removeAll() {
        points.removeAll(keepingCapacity: true)
    }

    /// Adds a sample; returns false if it does not change the envelope. Times must be in order.
    mutating func add(_ time: Double, _ value: Double) -> Bool {
        let slot = (time / Self.slot).rounded(.down)
        if let last = points.last {
            let lastSlot = (last.time / Self.slot).rounded(.down)
            guard slot > lastSlot || slot == lastSlot && value < last.value else { return false }
            if slot == lastSlot { points.removeLast() }
        }
        let expired = points.firstIndex { (($0.time / Self.slot).rounded(.down)) > slot - Self.slots } ?? points.count
        points.removeFirst(expired)
        points.append(Point(time: time, value: value))
        return true
    }

    /// The lower convex hull of the points, in order (Andrew's monotone chain).
    var hull: [Point] {
        var hull: [Point] = []
        for point in points {
            while hull.count > 1, Self.lies(hull[hull.count - 1], onOrAbove: hull[hull.count - 2], point) { hull.removeLast() }
            hull.append(point)
        }
        return hull
    }

    private static func lies(_ point: Point, onOrAbove left: Point, _ right: Point) -> Bool {
        (point.value - left.value) * (right.time - left.time) >= (right.value - left.value) * (point.time - left.time)
    }
}
