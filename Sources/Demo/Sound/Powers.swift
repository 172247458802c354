/// Exponentials in plain arithmetic, the same on every machine.
enum Powers {
    /// 2 to the power of `exponent`, with a relative error below 1e-10.
    static func two(_ exponent: Double) -> Double {
        let whole = exponent.rounded()
        let x = (exponent - whole) * 0.693_147_180_559_945_3
        // Taylor series; |x| < 0.35.
        var sum = 1.0
        for divisor in stride(from: 10.0, through: 1, by: -1) { sum = 1 + x / divisor * sum }
        return Double(sign: .plus, exponent: Int(whole), significand: sum)
    }

    /// e to the power of `exponent`.
    static func e(_ exponent: Double) -> Double { two(exponent * 1.442_695_040_888_963_4) }

    /// Decibels as a factor.
    static func gain(decibels: Double) -> Float { Float(two(decibels / 6.020_599_913_279_624)) }
}
