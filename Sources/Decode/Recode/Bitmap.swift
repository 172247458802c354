/// A picture in memory: red, green, blue and opacity of each pixel, line by line from the top.
struct Bitmap {
    let width: Int
    let height: Int
    /// Alpha is not premultiplied.
    private(set) var pixels: [SIMD4<UInt8>]
    private(set) var isOpaque = true

    /// Linear light needs more than 256 steps, or dark colours would merge.
    private static let lightSteps = 1 << 14
    private static let lights = (0...255).map { ScreenCurve.light(Float($0) / 255) }
    private static let bytes = (0...lightSteps).map { ScreenCurve.byte(Float($0) / Float(lightSteps)) }

    /// Reads a picture of `width` by `height` and scales it down until no side is longer than `edge`; never up.
    ///
    /// Each pixel is the mean of the area it covers, in linear light, since averaging sRGB values darkens fine patterns.
    init(_ source: PixelReader, width: Int, height: Int, edge: Int?) {
        let longest = max(width, height)
        let edge = min(edge ?? longest, longest)
        self.width = max(1, (width * edge + longest / 2) / longest)
        self.height = max(1, (height * edge + longest / 2) / longest)
        pixels = []
        pixels.reserveCapacity(self.width * self.height)
        let across = Self.shares(of: width, in: self.width)
        let down = Self.shares(of: height, in: self.height)
        var line = [SIMD4<Float>](repeating: .zero, count: width)
        var narrow = [SIMD4<Float>](repeating: .zero, count: self.width)
        var sum = [SIMD4<Float>](repeating: .zero, count: self.width)
        for y in 0..<height {
            source.read(line: y, into: &line)
            Self.gather(line, by: across, into: &narrow)
            let share = down[y]
            if share.index > pixels.count / self.width { append(&sum) }
            for x in sum.indices { sum[x] += narrow[x] * share.first }
            if share.second > 0 {
                append(&sum)
                for x in sum.indices { sum[x] = narrow[x] * share.second }
            }
        }
        append(&sum)
    }

    /// The part of an old pixel that goes into the new pixel `index`, and the part that goes into the next one.
    private struct Share {
        let index: Int
        let first: Float
        let second: Float
    }

    private static func shares(of count: Int, in fewer: Int) -> [Share] {
        (0..<count).map { old in
            let start = old * fewer
            let index = start / count
            // In units of 1 / `count` of a new pixel, which are exact.
            let first = min(fewer, (index + 1) * count - start)
            return Share(index: index, first: Float(first) / Float(count), second: Float(fewer - first) / Float(count))
        }
    }

    private static func gather(_ line: [SIMD4<Float>], by shares: [Share], into narrow: inout [SIMD4<Float>]) {
        for x in narrow.indices { narrow[x] = .zero }
        // Read the table once: each access checks that the lazy static exists.
        let lights = Self.lights
        for x in line.indices {
            let pixel = line[x]
            // One by one, since Swift 6.3 converts vectors to integers far more slowly.
            let number = pixel * 255 + 0.5
            let light = SIMD4(lights[Int(number.x)], lights[Int(number.y)], lights[Int(number.z)], 1) * pixel.w
            let share = shares[x]
            narrow[share.index] += light * share.first
            if share.second > 0 { narrow[share.index + 1] += light * share.second }
        }
    }

    /// Appends a finished line of premultiplied light and clears it.
    private mutating func append(_ line: inout [SIMD4<Float>]) {
        for x in line.indices {
            let opacity = line[x].w
            let light = opacity > 0 ? line[x] / opacity * Float(Self.lightSteps) : .zero
            let steps = light.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: Float(Self.lightSteps)))
            let alpha = UInt8((min(max(opacity, 0), 1) * 255).rounded())
            if alpha < 255 { isOpaque = false }
            pixels.append(SIMD4(Self.bytes[Int(steps.x)], Self.bytes[Int(steps.y)], Self.bytes[Int(steps.z)], alpha))
            line[x] = .zero
        }
    }
}
