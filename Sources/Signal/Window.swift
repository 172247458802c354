internal import Glibc

/// Window functions: weights that fade a frame in and out, so that its spectrum leaks little.
package enum Window {
    /// Periodic Hann weights that sum to 2, so that a sine of amplitude 1 on a bin reads magnitude 1 there.
    package static func hann(_ count: Int) -> [Float] {
        let scale = 4 / Double(count)
        return (0..<count).map { index in
            Float((0.5 - 0.5 * cos(2 * Double.pi * Double(index) / Double(count))) * scale)
        }
    }

    /// The same with a fall that is steeper than the rise: `fall` weights of `count`. A sound that has just begun counts sooner.
    package static func hann(_ count: Int, fall: Int) -> [Float] {
        precondition(0 < fall && fall < count)
        let rise = count - fall
        let weights = (0..<count).map { index -> Double in
            let turn = index < rise ? Double(index) / Double(rise) : 1 + Double(index - rise) / Double(fall)
            return 0.5 - 0.5 * cos(Double.pi * turn)
        }
        let scale = 2 / weights.reduce(0, +)
        return weights.map { Float($0 * scale) }
    }

    /// The Kaiser window at `x`, from -1 at one edge to 1 at the other; 1 in the middle. A larger `beta` leaks less.
    package static func kaiser(_ x: Double, beta: Double) -> Double {
        bessel(beta * (1 - x * x).squareRoot()) / bessel(beta)
    }

    /// The modified Bessel function of the first kind and order 0, by its power series.
    private static func bessel(_ x: Double) -> Double {
        var sum = 1.0
        var term = 1.0
        for index in 1...40 {
            term *= (x / 2) / Double(index) * (x / 2) / Double(index)
            sum += term
        }
        return sum
    }
}
