/// Backtracking pointers: the origin of every kept score, row by row.
///
/// It grows in chunks. A single array would be copied whenever it grew, which needs three times the memory.
struct Trail {
    private static let rowsInPiece = 8192

    private let vectors: Int
    private var full: [[SIMD4<UInt8>]] = []
    private var current: [SIMD4<UInt8>]
    private var rowsInCurrent = 0

    init(vectors: Int) {
        self.vectors = vectors
        current = Array(repeating: .zero, count: Self.rowsInPiece * vectors)
    }

    /// Rows kept so far.
    var count: Int { full.count * Self.rowsInPiece + rowsInCurrent }

    /// Keeps one row: `vectors` of `origins` from `first` on, each of which fits a byte.
    mutating func append(_ origins: Span<SIMD4<Int32>>, from first: Int) {
        precondition(first >= 0 && first + vectors <= origins.count)
        if rowsInCurrent == Self.rowsInPiece {
            full.append(current)
            current = Array(repeating: .zero, count: Self.rowsInPiece * vectors)
            rowsInCurrent = 0
        }
        let (start, vectors) = (rowsInCurrent * vectors, vectors)
        var row = current.mutableSpan
        for vector in 0..<vectors {
            unsafe row[unchecked: start + vector] = SIMD4<UInt8>(truncatingIfNeeded: origins[unchecked: first + vector])
        }
        rowsInCurrent += 1
    }

    func origin(_ row: Int, lane: Int) -> UInt8 {
        let piece = row / Self.rowsInPiece
        let place = row % Self.rowsInPiece * vectors + lane / BarLanes.width
        return (piece < full.count ? full[piece] : current)[place][lane % BarLanes.width]
    }
}
