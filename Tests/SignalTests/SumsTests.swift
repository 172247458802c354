import Signal
import Testing

@Suite("Sums")
struct SumsTests {
    @Test(
        "parts of a long run give the same products as each alone",
        arguments: [(100, 81, 8), (81, 81, 8), (80, 81, 8), (500, 17, 1)])
    func parts(count: Int, width: Int, step: Int) {
        var random = SeededNumbers(seed: UInt64(count))
        let (numbers, run) = (random.numbers(count), random.numbers(width))
        var products: [Float] = [-1]
        Sums.appendDots(of: run.span, with: numbers.span, every: step, to: &products)
        let alone = stride(from: 0, through: count - width, by: step).map { start in
            Sums.dot(numbers.span.extracting(start..<start + width), run.span)
        }
        #expect(products == [-1] + alone)
    }

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
