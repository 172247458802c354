import CFFmpeg

/// Decodes the first picture in some bytes, on the caller's thread and in bounded memory.
enum PictureDecoder {
    /// Most pixels of a picture that is decoded: larger ones would take more memory than analysis does.
    static let mostPixels: Int64 = 16 << 20

    private static let codecs = [
        "image/jpeg": AV_CODEC_ID_MJPEG, "image/png": AV_CODEC_ID_PNG, "image/gif": AV_CODEC_ID_GIF,
        "image/bmp": AV_CODEC_ID_BMP, "image/webp": AV_CODEC_ID_WEBP, "image/tiff": AV_CODEC_ID_TIFF,
    ]

    /// Fills `frame` and returns a reader of it; nil if FFmpeg cannot decode the picture or it is too large.
    ///
    /// With `lowResolution` n, the JPEG decoder decodes at 1/2ⁿ of the size.
    static func pixels(
        of art: CoverArt, lowResolution: Int32 = 0, into frame: borrowing Frame
    ) throws(DecodeError) -> PixelReader? {
        FFmpeg.prepare()
        guard let id = codecs[art.mediaType], let decoder = avcodec_find_decoder(id),
            try decode(art.bytes, decoder, lowResolution, into: frame)
        else { return nil }
        return PixelReader(frame.pointer)
    }

    private static func decode(
        _ bytes: [UInt8], _ decoder: UnsafePointer<AVCodec>, _ lowResolution: Int32, into frame: borrowing Frame
    ) throws(DecodeError) -> Bool {
        let packet = try Packet()
        var context = avcodec_alloc_context3(decoder)
        defer { avcodec_free_context(&context) }
        guard let opened = context, av_new_packet(packet.pointer, Int32(bytes.count)) == 0 else { throw .outOfMemory }
        _ = UnsafeMutableBufferPointer(start: packet.pointer.pointee.data, count: bytes.count).update(fromContentsOf: bytes)
        opened.pointee.thread_count = 1
        opened.pointee.max_pixels = mostPixels
        opened.pointee.lowres = min(lowResolution, Int32(decoder.pointee.max_lowres))
        // Errors need no handling: they show as a missing frame.
        return avcodec_open2(opened, decoder, nil) == 0 && avcodec_send_packet(opened, packet.pointer) == 0
            && avcodec_send_packet(opened, nil) == 0 && avcodec_receive_frame(opened, frame.pointer) == 0
    }
}
