/// A rectangle on a wall of screens, in any unit such as centimetres: the place of a screen, or the whole wall.
package struct WallPlace: Hashable, Sendable, Codable {
    /// Where corners may be: a hundred metres of centimetres each way.
    package static let corners = -10_000.0...10_000
    /// Least and greatest width and height.
    package static let sizes = 0.01...10_000

    /// The left edge; x grows to the right.
    package let x: Double
    /// The upper edge; y grows downwards.
    package let y: Double
    package let width: Double
    package let height: Double

    package init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// Whether all numbers are within bounds; false for NaN.
    package var isWithinBounds: Bool {
        [x, y].allSatisfy(Self.corners.contains) && [width, height].allSatisfy(Self.sizes.contains)
    }

    /// The smallest rectangle around all places; nil if there are none.
    package static func around(_ places: some Collection<WallPlace>) -> WallPlace? {
        guard let left = places.map(\.x).min(), let top = places.map(\.y).min(),
            let right = places.map({ $0.x + $0.width }).max(), let bottom = places.map({ $0.y + $0.height }).max()
        else { return nil }
        return WallPlace(x: left, y: top, width: right - left, height: bottom - top)
    }
}
