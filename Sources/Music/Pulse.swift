/// An endless sequence of numbered beats: at the given times where known, steady before the first and after the last of these.
struct Pulse {
    /// At least one, ascending.
    private let known: [Double]
    private let first: Double
    private let last: Double

    /// The times of beats 0, 1, 2 and so on, and the intervals in seconds before the first and after the last of them.
    init(_ known: [Double], intervalBefore first: Double, intervalAfter last: Double) {
        precondition(!known.isEmpty && first > 0 && last > 0)
        self.known = known
        self.first = first
        self.last = last
    }

    init(steady interval: Double, through time: Double) {
        self.init([time], intervalBefore: interval, intervalAfter: interval)
    }

    func time(of index: Int) -> Double {
        if index < 0 { return known[0] + Double(index) * first }
        let end = known.count - 1
        return index <= end ? known[index] : known[end] + Double(index - end) * last
    }

    /// The first beat at or after `time`.
    func index(atOrAfter time: Double) -> Int {
        if time <= known[0] { return -Int(((known[0] - time) / first).rounded(.down)) }
        let end = known.count - 1
        if time > known[end] { return end + Int(((time - known[end]) / last).rounded(.up)) }
        return known.firstIndex { $0 >= time } ?? end
    }
}
