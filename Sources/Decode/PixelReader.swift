import CFFmpeg

/// Reads the pixels of a decoded picture in any pixel format of the decoders.
struct PixelReader {
    /// How components make a colour, from the description of the pixel format.
    private enum Form { case palette, rgb, gray, luminanceAndChroma }

    private let frame: UnsafeMutablePointer<AVFrame>
    private let description: UnsafePointer<AVPixFmtDescriptor>
    private let form: Form
    private let hasAlpha: Bool
    private let isFullRange: Bool

    /// Nil for formats that no picture decoder gives. The frame must outlive the reader.
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

    /// Red, green and blue between 0 and 1; nil if the pixel is mostly transparent.
    func colour(_ x: Int, _ y: Int) -> SIMD3<Float>? {
        var pixel = [SIMD4<Float>.zero]
        read(line: y, from: x, into: &pixel)
        return pixel[0].w < 0.5 ? nil : SIMD3(pixel[0].x, pixel[0].y, pixel[0].z)
    }

    /// Fills `pixels` with those of line `y` from `x` on: red, green, blue and opacity, each between 0 and 1.
    func read(line y: Int, from x: Int = 0, into pixels: inout [SIMD4<Float>]) {
        let count = pixels.count
        let first = raw(0, x, y, count)
        if form == .palette {
            for index in 0..<count { pixels[index] = paletteEntry(Int(first[index])) }
            return
        }
        let scale = 1 / full(0)
        switch form {
        case .palette, .gray:
            for index in 0..<count { pixels[index] = SIMD4(SIMD3(repeating: Float(first[index]) * scale), 1) }
        case .rgb:
            let (second, third) = (raw(1, x, y, count), raw(2, x, y, count))
            let scales = SIMD3(scale, 1 / full(1), 1 / full(2))
            for index in 0..<count {
                pixels[index] = SIMD4(SIMD3(Float(first[index]), Float(second[index]), Float(third[index])) * scales, 1)
            }
        case .luminanceAndChroma:
            let (second, third) = (raw(1, x, y, count), raw(2, x, y, count))
            let shift = Int(description.pointee.log2_chroma_w)
            let (blueScale, redScale) = (1 / full(1), 1 / full(2))
            for index in 0..<count {
                let chroma = (x + index) >> shift - x >> shift
                pixels[index] = SIMD4(
                    colour(
                        luminance: Float(first[index]) * scale, Float(second[chroma]) * blueScale,
                        Float(third[chroma]) * redScale), 1)
            }
        }
        guard hasAlpha else { return }
        let last = Int(description.pointee.nb_components) - 1
        let opacity = raw(last, x, y, count)
        let opacityScale = 1 / full(last)
        for index in 0..<count { pixels[index].w = Float(opacity[index]) * opacityScale }
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
    private func paletteEntry(_ index: Int) -> SIMD4<Float> {
        guard let palette = frame.pointee.data.1 else { return .zero }
        let word = UnsafeRawPointer(palette).loadUnaligned(fromByteOffset: 4 * min(index, 255), as: UInt32.self)
        return SIMD4(Float(word >> 16 & 255), Float(word >> 8 & 255), Float(word & 255), Float(word >> 24)) / 255
    }

    /// A component's values for `count` pixels; chroma may be subsampled.
    private func raw(_ component: Int, _ x: Int, _ y: Int, _ count: Int) -> [UInt16] {
        let isChroma = form == .luminanceAndChroma && (component == 1 || component == 2)
        let across = isChroma ? Int(description.pointee.log2_chroma_w) : 0
        let down = isChroma ? Int(description.pointee.log2_chroma_h) : 0
        let start = x >> across
        let values = (x + count - 1) >> across - start + 1
        return [UInt16](unsafeUninitializedCapacity: values) { buffer, filled in
            downbeat_read_component(
                buffer.baseAddress, frame, description, Int32(start), Int32(y >> down), Int32(component), Int32(values))
            filled = values
        }
    }

    /// The largest value of a component.
    private func full(_ component: Int) -> Float { Float((1 << depth(component)) - 1) }

    private func depth(_ component: Int) -> Int32 {
        withUnsafeBytes(of: description.pointee.comp) {
            $0.assumingMemoryBound(to: AVComponentDescriptor.self)[component].depth
        }
    }
}
