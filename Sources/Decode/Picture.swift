import CFFmpeg

/// A picture, decoded and thinned out to a grid of points.
struct Picture {
    /// Larger pictures are not decoded: they would take more memory than all the music needs.
    private static let mostPixels: Int64 = 16 << 20
    /// JPEG is decoded at a quarter of its size, which saves most of the work.
    private static let lowResolution: Int32 = 2
    /// Points a side, about: enough to weigh colours, few enough to cost nothing.
    private static let pointsPerSide = 96

    private static let codecs = [
        "image/jpeg": AV_CODEC_ID_MJPEG, "image/png": AV_CODEC_ID_PNG, "image/gif": AV_CODEC_ID_GIF,
        "image/bmp": AV_CODEC_ID_BMP, "image/webp": AV_CODEC_ID_WEBP, "image/tiff": AV_CODEC_ID_TIFF,
    ]

    /// Red, green and blue of sRGB between 0 and 1; what is mostly transparent is left out.
    let points: [SIMD3<Float>]

    /// Nil for what is no picture that FFmpeg decodes, or too large a one.
    init?(_ art: CoverArt) throws(DecodeError) {
        Library.prepare()
        guard let id = Self.codecs[art.mediaType], let decoder = avcodec_find_decoder(id) else { return nil }
        let frame = try Frame()
        guard try Self.decode(art.bytes, decoder, into: frame), let pixels = PixelReader(frame.pointer) else { return nil }
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

    private static func decode(
        _ bytes: [UInt8], _ decoder: UnsafePointer<AVCodec>, into frame: borrowing Frame
    ) throws(DecodeError) -> Bool {
        let packet = try Packet()
        var context = avcodec_alloc_context3(decoder)
        defer { avcodec_free_context(&context) }
        guard let opened = context, av_new_packet(packet.pointer, Int32(bytes.count)) == 0 else { throw .outOfMemory }
        _ = UnsafeMutableBufferPointer(start: packet.pointer.pointee.data, count: bytes.count).update(fromContentsOf: bytes)
        opened.pointee.thread_count = 1
        opened.pointee.max_pixels = mostPixels
        opened.pointee.lowres = min(lowResolution, Int32(decoder.pointee.max_lowres))
        // The codes matter only in that no frame comes out in the end.
        return avcodec_open2(opened, decoder, nil) == 0 && avcodec_send_packet(opened, packet.pointer) == 0
            && avcodec_send_packet(opened, nil) == 0 && avcodec_receive_frame(opened, frame.pointer) == 0
    }
}
