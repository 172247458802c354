import CFFmpeg

extension CoverArt {
    /// Picture types that every browser shows.
    private static let webTypes: Set<String> = ["image/jpeg", "image/png", "image/gif", "image/webp", "image/avif"]

    /// The picture in a format that browsers show, with no side longer than `edge` pixels, or with nil at its own size.
    ///
    /// Unchanged bytes if they already fit. Otherwise JPEG, or PNG if it has transparency. AVIF, which is not decoded here, is never
    /// scaled; any other picture that cannot be decoded is refused in every size.
    package func fitted(to edge: Int?) throws(EncodeError) -> CoverArt {
        let isForWeb = Self.webTypes.contains(mediaType)
        if mediaType == "image/avif" { return self }
        let frame = try EncodeError.allocating { () throws(DecodeError) in try Frame() }
        let pixels = try EncodeError.allocating { () throws(DecodeError) in try PictureDecoder.pixels(of: self, into: frame) }
        guard let pixels else { throw .notAPicture }
        let width = Int(frame.pointer.pointee.width)
        let height = Int(frame.pointer.pointee.height)
        if isForWeb, max(width, height) <= edge ?? .max { return self }
        let bitmap = Bitmap(pixels, width: width, height: height, edge: edge)
        return bitmap.isOpaque ? try PictureEncoder.jpeg(bitmap) : try PictureEncoder.png(bitmap)
    }
}
