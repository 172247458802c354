/// Where every score that was kept came from, row by row, to find the best path back from its end.
///
/// It grows in pieces: the one long array it could be would be copied whenever it grew, and need three times the memory then.
struct Trail {
    private static let rowsInPiece = 16_384

    private let vectors: Int
    private var pieces: [[SIMD4<UInt8>]] = []
    /// Rows begun so far.
    private(set) var count = 0

    init(vectors: Int) {
        self.vectors = vectors
    }

    /// Begins a row, to which its vectors are appended one by one.
    mutating func beginRow() {
        if count % Self.rowsInPiece == 0 {
            pieces.append([])
            pieces[pieces.count - 1].reserveCapacity(Self.rowsInPiece * vectors)
        }
        count += 1
    }

    mutating func append(_ origins: SIMD4<UInt8>) {
        pieces[pieces.count - 1].append(origins)
    }

    func origin(_ row: Int, lane: Int) -> UInt8 {
        let piece = pieces[row / Self.rowsInPiece]
        return piece[row % Self.rowsInPiece * vectors + lane / BarLanes.width][lane % BarLanes.width]
    }
}
