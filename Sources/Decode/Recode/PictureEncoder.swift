import CFFmpeg

/// Writes a bitmap as a file that every browser shows.
enum PictureEncoder {
    /// FFmpeg's JPEG quality runs from 1, the best, to 31; this is about quality 85 of 100.
    private static let jpegQuality: Int32 = 4

    /// Without transparency.
    static func jpeg(_ bitmap: Bitmap) throws(EncodeError) -> CoverArt {
        let bytes = try encode(bitmap, AV_CODEC_ID_MJPEG, AV_PIX_FMT_YUVJ420P, writeJPEGPlanes)
        return CoverArt(bytes: bytes, mediaType: "image/jpeg")
    }

    static func png(_ bitmap: Bitmap) throws(EncodeError) -> CoverArt {
        CoverArt(bytes: try encode(bitmap, AV_CODEC_ID_PNG, AV_PIX_FMT_RGBA, writeLines), mediaType: "image/png")
    }

    private static func encode(
        _ bitmap: Bitmap, _ id: AVCodecID, _ format: AVPixelFormat,
        _ fill: (Bitmap, UnsafeMutablePointer<AVFrame>) -> Void
    ) throws(EncodeError) -> [UInt8] {
        let name = String(cString: avcodec_get_name(id))
        guard let encoder = avcodec_find_encoder(id) else { throw .noEncoder(name) }
        let frame = try EncodeError.allocating { () throws(DecodeError) in try Frame() }
        let packet = try EncodeError.allocating { () throws(DecodeError) in try Packet() }
        var context = avcodec_alloc_context3(encoder)
        defer { avcodec_free_context(&context) }
        guard let opened = context else { throw .outOfMemory }
        opened.pointee.thread_count = 1
        opened.pointee.width = Int32(bitmap.width)
        opened.pointee.height = Int32(bitmap.height)
        opened.pointee.pix_fmt = format
        opened.pointee.time_base = AVRational(num: 1, den: 1)
        // Without the version's name in the output, so that equal encoders give equal bytes.
        opened.pointee.flags |= AV_CODEC_FLAG_BITEXACT | AV_CODEC_FLAG_QSCALE
        opened.pointee.global_quality = jpegQuality * FF_QP2LAMBDA
        if id == AV_CODEC_ID_MJPEG { opened.pointee.color_range = AVCOL_RANGE_JPEG }
        frame.pointer.pointee.width = opened.pointee.width
        frame.pointer.pointee.height = opened.pointee.height
        frame.pointer.pointee.format = format.rawValue
        frame.pointer.pointee.color_range = opened.pointee.color_range
        frame.pointer.pointee.quality = opened.pointee.global_quality
        frame.pointer.pointee.pts = 0
        guard av_frame_get_buffer(frame.pointer, 0) == 0 else { throw .outOfMemory }
        fill(bitmap, frame.pointer)
        guard avcodec_open2(opened, encoder, nil) == 0, avcodec_send_frame(opened, frame.pointer) == 0,
            avcodec_send_frame(opened, nil) == 0, avcodec_receive_packet(opened, packet.pointer) == 0
        else { throw .refused(encoder: name) }
        return Array(UnsafeBufferPointer(start: packet.pointer.pointee.data, count: Int(packet.pointer.pointee.size)))
    }

    private static func writeLines(_ bitmap: Bitmap, _ frame: UnsafeMutablePointer<AVFrame>) {
        guard let lines = frame.pointee.data.0 else { return }
        for y in 0..<bitmap.height {
            let line = UnsafeMutableRawPointer(lines + y * Int(frame.pointee.linesize.0)).assumingMemoryBound(to: SIMD4<UInt8>.self)
            for x in 0..<bitmap.width { line[x] = bitmap.pixels[y * bitmap.width + x] }
        }
    }

    /// Luminance of each pixel and the mean chroma of every four (ITU-R BT.601 over the full range, as JFIF says).
    private static func writeJPEGPlanes(_ bitmap: Bitmap, _ frame: UnsafeMutablePointer<AVFrame>) {
        guard let luminance = frame.pointee.data.0, let blueness = frame.pointee.data.1, let redness = frame.pointee.data.2
        else { return }
        let strides = (Int(frame.pointee.linesize.0), Int(frame.pointee.linesize.1), Int(frame.pointee.linesize.2))
        for top in stride(from: 0, to: bitmap.height, by: 2) {
            for left in stride(from: 0, to: bitmap.width, by: 2) {
                var sum = SIMD3<Float>.zero
                // At an odd edge the last pixel counts twice.
                for (x, y) in [(left, top), (left + 1, top), (left, top + 1), (left + 1, top + 1)] {
                    let (across, down) = (min(x, bitmap.width - 1), min(y, bitmap.height - 1))
                    let pixel = SIMD4<Float>(bitmap.pixels[down * bitmap.width + across])
                    let colour = SIMD3(pixel.x, pixel.y, pixel.z)
                    sum += colour
                    luminance[down * strides.0 + across] = byte((colour * SIMD3(0.299, 0.587, 0.114)).sum())
                }
                sum /= 4
                blueness[top / 2 * strides.1 + left / 2] = byte((sum * SIMD3(-0.168736, -0.331264, 0.5)).sum() + 128)
                redness[top / 2 * strides.2 + left / 2] = byte((sum * SIMD3(0.5, -0.418688, -0.081312)).sum() + 128)
            }
        }
    }

    private static func byte(_ value: Float) -> UInt8 { UInt8(min(max(value, 0), 255).rounded()) }
}
