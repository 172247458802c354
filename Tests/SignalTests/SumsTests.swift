import Signal
import Testing

@Suite("Sums")
struct SumsTests {
    @Test("equal simple loops, for any count", arguments: [0, 1, 7, 8, 9, 15, 16, 17, 100, 1025])
    func plain(count: Int) {
        var random = SeededNumbers(seed: UInt64(count))
        let left = random.numbers(count)
        let right = random.numbers(count)
        let sum = Sums.sum(left.span)
        let dot = Sums.dot(left.span, right.span)
        let squares = Sums.squares(left.span)
        #expect(abs(Double(sum) - left.reduce(0) { $0 + Double($1) }) < 1e-4)
        #expect(abs(Double(dot) - zip(left, right).reduce(0) { $0 + Double($1.0) * Double($1.1) }) < 1e-4)
        #expect(abs(Double(squares) - left.reduce(0) { $0 + Double($1) * Double($1) }) < 1e-4)
        var target = right
        var span = target.mutableSpan
        Sums.add(left.span, times: 0.5, to: &span)
        for index in target.indices { #expect(target[index] == right[index] + left[index] * 0.5) }
    }
}
