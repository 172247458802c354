/// The reverb: a feedback network of eight delay lines (Jot and Chaigne 1991) behind four all-passes that diffuse the start.
struct Room {
    /// Delay lengths in blocks of eight samples: primes, so that the echoes of two lines rarely coincide.
    private static let lengths = [139, 163, 191, 211, 239, 271, 307, 337]
    private static let blurs = [19, 29, 41, 53]

    private var lines: [Line]
    private var blur: [Blur]
    private var low: Filter

    /// - Parameter seconds: how long until an echo is 60 dB down.
    init(seconds: Double) {
        lines = Self.lengths.map { length in
            Line(count: length, gain: Powers.gain(decibels: -60 * Double(length) * Stage.stride / seconds))
        }
        blur = Self.blurs.map { Blur(count: $0) }
        low = Filter(hertz: 220)
    }

    mutating func next(_ input: Eight) -> (left: Eight, right: Eight) {
        var send = low.high(input)
        for index in blur.indices { send = blur[index].next(send) }
        var left = Eight.zero
        var right = Eight.zero
        var sum = Eight.zero
        for index in lines.indices {
            let heard = lines[index].heard()
            sum += heard
            if index % 2 == 0 { left += heard } else { right += heard }
        }
        // Householder's matrix mixes the lines without gaining or losing energy.
        let share = sum * 0.25 - send * 0.35
        for index in lines.indices { lines[index].take(minus: share) }
        return (left, right)
    }

    /// A delay line that damps its sound on each pass, high frequencies more.
    private struct Line {
        private var ring: [Eight]
        private var position = 0
        private let gain: Float
        private var last: Float = 0
        private var current = Eight.zero

        init(count: Int, gain: Float) {
            ring = Array(repeating: .zero, count: count)
            self.gain = gain
        }

        mutating func heard() -> Eight {
            let sound = ring[position]
            let before = sound.delayed(after: last)
            last = sound[7]
            current = (sound * 0.72 + before * 0.28) * gain
            return current
        }

        mutating func take(minus share: Eight) {
            ring[position] = current - share
            position = position + 1 == ring.count ? 0 : position + 1
        }
    }

    /// An all-pass filter: every frequency passes at the same level, but delayed (Schroeder 1962).
    private struct Blur {
        private var ring: [Eight]
        private var position = 0

        init(count: Int) {
            ring = Array(repeating: .zero, count: count)
        }

        mutating func next(_ input: Eight) -> Eight {
            let old = ring[position]
            let new = input + old * 0.6
            ring[position] = new
            position = position + 1 == ring.count ? 0 : position + 1
            return old - new * 0.6
        }
    }
}
