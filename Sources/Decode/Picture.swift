import CFFmpeg

/// A decoded picture, sampled on a grid of points.
struct Picture {
    /// JPEG is decoded at a quarter of its size, which saves most of the work.
    private static let lowResolution: Int32 = 2
    /// The approximate number of points per side: enough to weigh colours, few enough to be cheap.
    private static let pointsPerSide = 96

    /// Red, green and blue of sRGB between 0 and 1; mostly transparent points are left out.
    let points: [SIMD3<Float>]

    /// Nil if FFmpeg cannot decode it or it is too large.
    init?(_ art: CoverArt) throws(DecodeError) {
        let frame = try Frame()
        guard let pixels = try PictureDecoder.pixels(of: art, lowResolution: Self.lowResolution, into: frame) else { return nil }
        let width = Int(frame.pointer.pointee.width)
        let height = Int(frame.pointer.pointee.height)
        let step = max(1, min(width, height) / Self.pointsPerSide)
        var points: [SIMD3<Float>] = []
        for y in stride(from: step / 2, to: height, by: step) {
            for x in stride(from: step / 2, to: width, by: step) {
                if let point = pixels.colour(x, y) { points.append(point) }
            }
        }
        self.points = points
    }
}
