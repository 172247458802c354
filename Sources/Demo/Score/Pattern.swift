/// A drum pattern of one bar as text, with one even step for each sign: X is an accent, x a stroke, o a soft one, a dot a rest.
///
/// Spaces and bar lines are ignored.
struct Pattern: ExpressibleByStringLiteral {
    struct Stroke {
        /// Position in the bar, 0 to 1.
        let place: Double
        let strength: Float
        /// Every second step may swing.
        let isOff: Bool
    }

    let strokes: [Stroke]
    let stepCount: Int

    init(stringLiteral text: String) {
        let signs = text.filter { $0 != " " && $0 != "|" }
        let steps = signs.count
        stepCount = steps
        strokes = signs.enumerated().compactMap { step, sign in
            let strengths: [Character: Float] = ["X": 1, "x": 0.78, "o": 0.42]
            guard let strength = strengths[sign] else {
                precondition(sign == ".", "\(sign) is no stroke")
                return nil
            }
            return Stroke(place: Double(step) / Double(steps), strength: strength, isOff: step % 2 == 1)
        }
    }
}
