internal import CFFmpeg

/// A picture in a file: its unchanged bytes.
package struct CoverArt: Hashable, Sendable {
    /// Largest cover accepted, in bytes.
    package static let mostBytes = 32 << 20

    /// How many first bytes decide whether a file is a picture.
    private static let signatureLength = 16
    private static let unknownType = "application/octet-stream"

    package let bytes: [UInt8]
    /// "image/jpeg", "image/png", ...; "application/octet-stream" for kinds that cannot be shown.
    package let mediaType: String

    package init(bytes: [UInt8], mediaType: String) {
        self.bytes = bytes
        self.mediaType = mediaType
    }
}

extension CoverArt {
    /// The picture that an open file is, or the embedded one if it is music; nil if there is none of at most `mostBytes`. Decodes
    /// nothing.
    ///
    /// The descriptor is borrowed; `nameHint` decides the container if the bytes are ambiguous.
    package init?(descriptor: Int32, nameHint: String) throws(DecodeError) {
        let source = try ByteSource(descriptor: descriptor)
        guard Self.mediaType(of: source.bytes(at: 0, count: Self.signatureLength)) == Self.unknownType else {
            let bytes = source.bytes(at: 0, count: Self.mostBytes + 1)
            guard bytes.count <= Self.mostBytes else { return nil }
            self.init(bytes: bytes, mediaType: Self.mediaType(of: bytes))
            return
        }
        let demuxer = try Demuxer(descriptor: descriptor, nameHint: nameHint)
        self.init(of: demuxer.context)
    }

    /// The front cover; else the first picture that is not marked as another view (back, leaflet, disc); else any picture.
    init?(of context: UnsafeMutablePointer<AVFormatContext>) {
        let ranked = Self.pictures(of: context).enumerated().min {
            (Self.rank($0.element), $0.offset) < (Self.rank($1.element), $1.offset)
        }
        guard let picture = ranked?.element.pointee.attached_pic else { return nil }
        bytes = Array(UnsafeBufferPointer(start: picture.data, count: Int(picture.size)))
        mediaType = Self.mediaType(of: bytes)
    }

    /// The streams that are attached pictures of at most `mostBytes`, and of a kind that can be shown.
    static func pictures(of context: UnsafeMutablePointer<AVFormatContext>) -> [UnsafeMutablePointer<AVStream>] {
        (0..<Int(context.pointee.nb_streams)).compactMap { index in
            guard let stream = context.pointee.streams[index],
                stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC != 0,
                1...mostBytes ~= Int(stream.pointee.attached_pic.size), let data = stream.pointee.attached_pic.data
            else { return nil }
            let signature = UnsafeBufferPointer(start: data, count: min(signatureLength, Int(stream.pointee.attached_pic.size)))
            return mediaType(of: Array(signature)) == unknownType ? nil : stream
        }
    }

    /// Ranks pictures by the type of ID3v2 and FLAC, which FFmpeg gives as a comment.
    private static func rank(_ stream: UnsafeMutablePointer<AVStream>) -> Int {
        switch TagReader.entries(of: stream.pointee.metadata).first(where: { $0.key == "comment" })?.value {
        case "Cover (front)": 0
        case nil, "Other": 1
        default: 2
        }
    }

    /// Detects the type from the picture's first bytes, since the type stated in tags is often wrong.
    private static func mediaType(of bytes: [UInt8]) -> String {
        switch true {
        case bytes.starts(with: [0xFF, 0xD8, 0xFF]): "image/jpeg"
        case bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]): "image/png"
        case bytes.starts(with: Array("GIF8".utf8)): "image/gif"
        case bytes.starts(with: Array("BM".utf8)): "image/bmp"
        case bytes.starts(with: Array("RIFF".utf8)) && bytes.dropFirst(8).starts(with: Array("WEBP".utf8)): "image/webp"
        case bytes.starts(with: [0x49, 0x49, 0x2A, 0x00]), bytes.starts(with: [0x4D, 0x4D, 0x00, 0x2A]): "image/tiff"
        case bytes.dropFirst(4).starts(with: Array("ftypavif".utf8)): "image/avif"
        default: unknownType
        }
    }
}
