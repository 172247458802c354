import Glibc
import Signal
import Testing

@Suite("Logarithm")
struct LogarithmTests {
    private func logarithms(_ numbers: [Float]) -> [Float] {
        var result = [Float](repeating: 0, count: numbers.count)
        var span = result.mutableSpan
        Logarithm.log10(numbers.span, into: &span)
        return result
    }

    @Test("is within 2e-6 of the exact value from 1e-12 to 1e6, and within 1 part in 4 million beyond")
    func accuracy() {
        var numbers: [Float] = []
        var number: Float = .leastNormalMagnitude
        while number < 1e38 {
            numbers.append(number)
            number *= 1.007_1
        }
        for (number, logarithm) in zip(numbers, logarithms(numbers)) {
            let truth = log10(Double(number))
            let allowed = number > 1e-12 && number < 1e6 ? 2e-6 : max(2e-6, abs(truth) / 4e6)
            #expect(abs(Double(logarithm) - truth) < allowed, "\(number)")
        }
    }

    @Test("is monotonic, also around powers of two and their square roots")
    func monotonic() {
        var numbers: [Float] = []
        for centre: Float in [0.5, 0.707_106_77, 1, 1.414_213_5, 2] {
            var number = centre * 0.999_97
            for _ in 0..<200 {
                numbers.append(number)
                number *= 1.000_000_3
            }
        }
        let pairs = zip(numbers, logarithms(numbers)).sorted { $0.0 < $1.0 }
        for (low, high) in zip(pairs, pairs.dropFirst()) { #expect(high.1 >= low.1 - 6e-8) }
    }

    @Test("does not depend on a number's place in the array, and is finite for zero")
    func places() {
        let numbers = [Float](repeating: 0.123, count: 19) + [0, -0, .leastNonzeroMagnitude, 1]
        let result = logarithms(numbers)
        #expect(result[0..<19].allSatisfy { $0 == result[0] })
        #expect(result[19...21].allSatisfy { abs($0 + 37.93) < 0.01 })
        #expect(result[22] == 0)
    }

    @Test("ten times the power is 10 dB more")
    func decibels() {
        let powers: [Float] = [1, 10, 1e-6, 0.5]
        var result = [Float](repeating: 0, count: 4)
        var span = result.mutableSpan
        Logarithm.decibels(ofPower: powers.span, into: &span)
        for (value, expected) in zip(result, [0, 10, -60, -3.010_3] as [Float]) { #expect(abs(value - expected) < 2e-5) }
    }
}
