/// Weighted sums over short ranges of a spectrum, one for each row, computed eight numbers at a time.
struct SparseRows: Sendable {
    private struct Row {
        let start: Int
        let weights: Range<Int>
    }

    private let width: Int
    private var rows: [Row] = []
    /// The weights of all rows, each padded with zeros to a multiple of eight.
    private var weights: [Float] = []

    /// Rows over spectra of `width` numbers, at least eight.
    init(width: Int) {
        precondition(width >= 8, "a spectrum has at least eight bins")
        self.width = width
    }

    var count: Int { rows.count }

    /// Adds a row that weighs the numbers from `start` on.
    mutating func add(_ row: [Float], from start: Int) {
        precondition(start >= 0 && start + row.count <= width, "a row lies inside the spectrum")
        let first = weights.count
        for group in stride(from: start, to: start + row.count, by: 8) {
            // The last group of the spectrum overlaps the one before it; weights already counted there are zero here.
            let place = min(group, width - 8)
            weights += (place..<place + 8).map { $0 >= group && $0 < start + row.count ? row[$0 - start] : 0 }
        }
        rows.append(Row(start: start, weights: first..<weights.count))
    }

    /// The sum of every row, into `sums` from `place` on.
    func sums(of spectrum: Span<Float>, into sums: inout MutableSpan<Float>, from place: Int = 0) {
        precondition(spectrum.count == width && sums.count == place + rows.count, "\(width) numbers give \(rows.count) sums")
        unsafe spectrum.withUnsafeBufferPointer { spectrum in
            unsafe weights.withUnsafeBufferPointer { weights in
                guard let spectrum = spectrum.baseAddress, let weights = weights.baseAddress else { return }
                for index in rows.indices {
                    let row = rows[index]
                    var lanes = SIMD8<Float>.zero
                    var bin = row.start
                    for place in stride(from: row.weights.lowerBound, to: row.weights.upperBound, by: 8) {
                        lanes += unsafe SIMD8(reading: spectrum + min(bin, width - 8)) * SIMD8(reading: weights + place)
                        bin += 8
                    }
                    sums[place + index] = lanes.sum()
                }
            }
        }
    }
}
