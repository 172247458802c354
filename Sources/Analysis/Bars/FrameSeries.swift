/// Several numbers for each frame of a sound: rows of `width`, `perSecond` times a second.
struct FrameSeries: Sendable {
    let width: Int
    let count: Int
    let perSecond: Double
    private let values: [Float]
    /// Sums of all rows before a row.
    private let totals: [Double]

    init(_ values: [Float], width: Int, perSecond: Double) {
        precondition(values.count % width == 0, "a row has \(width) numbers")
        (self.values, self.width, self.perSecond) = (values, width, perSecond)
        count = values.count / width
        var totals = [Double](repeating: 0, count: width)
        totals.reserveCapacity(values.count + width)
        for index in values.indices { totals.append(totals[index] + Double(values[index])) }
        self.totals = totals
    }

    /// A number of a frame.
    func value(_ column: Int, frame: Int) -> Float { values[frame * width + column] }

    /// A number at a moment, linearly between frames; before the first frame and after the last as there.
    func value(_ column: Int, at time: Double) -> Float {
        guard count > 1 else { return count > 0 ? values[column] : 0 }
        let place = time * perSecond
        let whole = Int(max(0, min(place, Double(count - 2))))
        let share = Float(max(0, min(place - Double(whole), 1)))
        return value(column, frame: whole) * (1 - share) + value(column, frame: whole + 1) * share
    }

    /// The means of all columns from one moment to another. A frame stands for the time that is nearest to it.
    func means(from start: Double, to end: Double) -> [Float] {
        guard count > 0 else { return Array(repeating: 0, count: width) }
        let (first, last) = (place(start), place(end))
        let length = max((end - start) * perSecond, 1e-3)
        return (0..<width).map { Float((integral($0, to: last) - integral($0, to: first)) / length) }
    }

    private func place(_ time: Double) -> Double {
        max(0, min(time * perSecond + 0.5, Double(count)))
    }

    private func integral(_ column: Int, to place: Double) -> Double {
        let whole = min(Int(place), count - 1)
        return totals[whole * width + column] + Double(values[whole * width + column]) * (place - Double(whole))
    }
}
