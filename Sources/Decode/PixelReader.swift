import CFFmpeg

/// Reads single pixels of a decoded picture, in whatever form the decoder gives them.
struct PixelReader {
    /// How three components make a colour, by what the pixel format says of itself.
    private enum Form { case palette, rgb, gray, luminanceAndChroma }

    private let frame: UnsafeMutablePointer<AVFrame>
    private let description: UnsafePointer<AVPixFmtDescriptor>
    private let form: Form
    private let hasAlpha: Bool
    private let isFullRange: Bool

    /// Nil for forms that no picture decoder gives. The frame must outlive the reader.
    init?(_ frame: UnsafeMutablePointer<AVFrame>) {
        let format = AVPixelFormat(rawValue: frame.pointee.format)
        guard let description = av_pix_fmt_desc_get(format), description.pointee.nb_components > 0 else { return nil }
        func has(_ flag: Int32) -> Bool { description.pointee.flags & UInt64(flag) != 0 }
        guard !has(AV_PIX_FMT_FLAG_FLOAT), !has(AV_PIX_FMT_FLAG_HWACCEL), !has(AV_PIX_FMT_FLAG_BAYER) else { return nil }
        self.frame = frame
        self.description = description
        hasAlpha = has(AV_PIX_FMT_FLAG_ALPHA)
        if has(AV_PIX_FMT_FLAG_PAL) {
            form = .palette
        } else if description.pointee.nb_components < 3 {
            form = .gray
        } else {
            form = has(AV_PIX_FMT_FLAG_RGB) ? .rgb : .luminanceAndChroma
        }
        let name = String(cString: description.pointee.name)
        isFullRange = frame.pointee.color_range == AVCOL_RANGE_JPEG || name.hasPrefix("yuvj")
    }

    /// Red, green and blue between 0 and 1; nil where one sees more of what is behind.
    func colour(_ x: Int, _ y: Int) -> SIMD3<Float>? {
        if form == .palette { return paletteColour(Int(raw(0, x, y))) }
        if hasAlpha, value(Int(description.pointee.nb_components) - 1, x, y) < 0.5 { return nil }
        let first = value(0, x, y)
        switch form {
        case .palette, .gray: return SIMD3(repeating: first)
        case .rgb: return SIMD3(first, value(1, x, y), value(2, x, y))
        case .luminanceAndChroma: return colour(luminance: first, value(1, x, y), value(2, x, y))
        }
    }

    /// ITU-R BT.601, which JPEG and WebP use.
    private func colour(luminance: Float, _ blueness: Float, _ redness: Float) -> SIMD3<Float> {
        let luminance = isFullRange ? luminance : (luminance * 255 - 16) / 219
        let chroma: Float = isFullRange ? 1 : 255 / 224
        let blue = (blueness - 128 / 255) * chroma
        let red = (redness - 128 / 255) * chroma
        return SIMD3(luminance + 1.402 * red, luminance - 0.344136 * blue - 0.714136 * red, luminance + 1.772 * blue)
            .clamped(lowerBound: .zero, upperBound: .one)
    }

    /// Palettes are 256 words of alpha, red, green and blue, highest byte first.
    private func paletteColour(_ index: Int) -> SIMD3<Float>? {
        guard let palette = frame.pointee.data.1 else { return nil }
        let word = UnsafeRawPointer(palette).loadUnaligned(fromByteOffset: 4 * min(index, 255), as: UInt32.self)
        guard word >> 24 >= 128 else { return nil }
        return SIMD3(Float(word >> 16 & 255), Float(word >> 8 & 255), Float(word & 255)) / 255
    }

    private func value(_ component: Int, _ x: Int, _ y: Int) -> Float {
        Float(raw(component, x, y)) / Float((1 << depth(component)) - 1)
    }

    private func raw(_ component: Int, _ x: Int, _ y: Int) -> UInt16 {
        let isChroma = form == .luminanceAndChroma && (component == 1 || component == 2)
        let across = isChroma ? x >> Int(description.pointee.log2_chroma_w) : x
        let down = isChroma ? y >> Int(description.pointee.log2_chroma_h) : y
        var result: UInt16 = 0
        downbeat_read_component(&result, frame, description, Int32(across), Int32(down), Int32(component))
        return result
    }

    private func depth(_ component: Int) -> Int32 {
        withUnsafeBytes(of: description.pointee.comp) {
            $0.assumingMemoryBound(to: AVComponentDescriptor.self)[component].depth
        }
    }
}
