/// The mixing desk: mixes groups of players, one after the other, into the whole song.
struct Desk {
    /// The settings of one channel of the mix.
    struct Strip {
        var level: Float = 1
        /// Send to the reverb.
        var room: Float = 0
        /// Send to the echo.
        var echo: Float = 0
        /// Cutoff of a low-pass filter, in octaves above 100 Hz; nil for none.
        var brightness: Curve?
        var pump: Pump?
    }

    /// -1.4 dB of full scale, so that the true peak stays below -1 dB.
    private static let ceiling: Float = 0.85

    private var mix: Stage
    private var players: Stage
    private var toRoom: [Eight]
    private var toEcho: [Eight]

    init(seconds: Double) {
        mix = Stage(seconds: seconds)
        players = mix
        toRoom = mix.left
        toEcho = mix.left
    }

    /// Plays one group of players, then filters, scales and mixes it in one pass: memory is the bottleneck, not arithmetic.
    mutating func record(_ strip: Strip, _ play: (inout Stage) -> Void) {
        play(&players)
        var pump = strip.pump
        var filters = (Filter(hertz: 1_000), Filter(hertz: 1_000))
        for index in 0..<mix.count {
            var left = players.left[index]
            var right = players.right[index]
            // Clear the buffers for the next players.
            players.left[index] = .zero
            players.right[index] = .zero
            let moment = Double(index) * Stage.stride
            if let brightness = strip.brightness {
                // Update the filter every 32 blocks of eight samples, about 6 ms.
                if index % 32 == 0 {
                    let hertz = Float(100 * Powers.two(Double(brightness.value(at: moment))))
                    filters.0.tune(hertz)
                    filters.1.tune(hertz)
                }
                left = filters.0.low(left)
                right = filters.1.low(right)
            }
            let gain = strip.level * (pump?.gain(at: moment) ?? 1)
            left *= gain
            right *= gain
            mix.left[index] += left
            mix.right[index] += right
            let both = left + right
            if strip.room > 0 { toRoom[index] += both * strip.room }
            if strip.echo > 0 { toEcho[index] += both * strip.echo }
        }
    }

    /// Adds reverb and echo, limits softly and fades out.
    mutating func finish(gain: Float, room: Room, echo: Echo, fade: ClosedRange<Double>) -> Stage {
        var (room, echo) = (room, echo)
        let slope = Float(1 / (fade.upperBound - fade.lowerBound))
        for index in 0..<mix.count {
            let back = echo.next(toEcho[index])
            let around = room.next(toRoom[index] + 0.5 * (back.left + back.right))
            let time = Eight.places / Float(Stage.rate) + Float(Double(index) * Stage.stride)
            let out = ((Float(fade.upperBound) - time) * slope).limited * Self.ceiling
            mix.left[index] = ((mix.left[index] + back.left + around.left) * gain).saturated * out
            mix.right[index] = ((mix.right[index] + back.right + around.right) * gain).saturated * out
        }
        return mix
    }
}
