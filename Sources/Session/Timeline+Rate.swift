extension Timeline {
    /// How fast the position runs: 0 while it stands still, 1 at the speed of the recording.
    package struct Rate: Hashable, Sendable {
        package static let still = Rate(hundredths: 0)
        package static let playing = Rate(hundredths: whole)
        package static let slowest = Rate(hundredths: 50)

        /// Slower or faster music is hard to follow. Within these bounds a position and its moment differ by less than a microsecond
        /// after a round trip.
        package static let speeds = slowest.speed...2
        private static let whole: Int64 = 100

        /// Whole hundredths: so 50 ms of sound are a whole number of samples at each speed.
        let hundredths: Int64

        /// Rounded to a hundredth; nil for a number that is neither 0 nor one of `speeds`.
        package init?(_ speed: Double) {
            guard speed == 0 || Self.speeds.contains(speed), let hundredths = Int64(exactly: (speed * Double(Self.whole)).rounded())
            else { return nil }
            self.init(hundredths: hundredths)
        }

        private init(hundredths: Int64) {
            self.hundredths = hundredths
        }

        package var speed: Double { Double(hundredths) / Double(Self.whole) }
        package var isRunning: Bool { hundredths > 0 }

        /// How far the position runs in a time, rounded down.
        func distance(in time: Int64) -> Int64 {
            if hundredths == Self.whole { return time }
            let (quotient, rest) = (Int128(time) * Int128(hundredths)).quotientAndRemainder(dividingBy: Int128(Self.whole))
            return Int64(clamping: rest < 0 ? quotient - 1 : quotient)
        }

        /// The time until the position has run at least so far. Only for a rate that is running.
        func time(for distance: Int64) -> Int64 {
            if hundredths == Self.whole { return distance }
            let (quotient, rest) = (Int128(distance) * Int128(Self.whole)).quotientAndRemainder(dividingBy: Int128(hundredths))
            return Int64(clamping: rest > 0 ? quotient + 1 : quotient)
        }
    }
}
