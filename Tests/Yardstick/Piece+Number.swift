package import Music

/// Pieces to test with: recordings named by small numbers.
extension Piece: ExpressibleByIntegerLiteral {
    package init(_ number: Int) {
        self = .recording(ContentIdentity(high: 0, low: UInt64(number)))
    }

    package init(integerLiteral number: Int) {
        self.init(number)
    }
}
