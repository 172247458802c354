/// A ping-pong echo, softer and darker each time.
struct Echo {
    private var left: [Eight]
    private var right: [Eight]
    private var position = 0
    private let feedback: Float
    private var dark: (Filter, Filter)

    init(seconds: Double, feedback: Float, brightness: Float = 2_800) {
        let count = max(1, Int((seconds / Stage.stride).rounded()))
        left = Array(repeating: .zero, count: count)
        right = left
        self.feedback = feedback
        dark = (Filter(hertz: brightness), Filter(hertz: brightness))
    }

    /// Takes `input` and returns the echo.
    mutating func next(_ input: Eight) -> (left: Eight, right: Eight) {
        let heard = (left[position], right[position])
        left[position] = dark.0.low(input + heard.1 * feedback)
        right[position] = dark.1.low(heard.0 * feedback)
        position = position + 1 == left.count ? 0 : position + 1
        return heard
    }
}
