import CFFmpeg

extension CoverArt {
    /// What every browser shows.
    private static let webTypes: Set<String> = ["image/jpeg", "image/png", "image/gif", "image/webp", "image/avif"]

    /// The picture with no side longer than `edge` pixels, or with nil as large as it is, in a form that browsers show.
    ///
    /// Its own bytes where they do already. Otherwise JPEG, or PNG where one sees through it. AVIF, which is not decoded here,
    /// is never made smaller.
    package func fitted(to edge: Int?) throws(EncodeError) -> CoverArt {
        let isForWeb = Self.webTypes.contains(mediaType)
        if isForWeb, edge == nil || mediaType == "image/avif" { return self }
        let frame = try EncodeError.allocating { () throws(DecodeError) in try Frame() }
        let pixels = try EncodeError.allocating { () throws(DecodeError) in try PictureDecoder.pixels(of: self, into: frame) }
        guard let pixels else { throw .notAPicture }
        let width = Int(frame.pointer.pointee.width)
        let height = Int(frame.pointer.pointee.height)
        if let edge, isForWeb, max(width, height) <= edge { return self }
        let bitmap = Bitmap(pixels, width: width, height: height, edge: edge)
        return bitmap.isOpaque ? try PictureEncoder.jpeg(bitmap) : try PictureEncoder.png(bitmap)
    }
}
