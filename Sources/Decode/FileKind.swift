/// Guesses what a file is that is not music, for the error message.
enum FileKind {
    private static let signatures: [(bytes: [UInt8], kind: String)] = [
        ([0x89, 0x50, 0x4E, 0x47], "a PNG image"),
        ([0xFF, 0xD8, 0xFF], "a JPEG image"),
        (Array("GIF8".utf8), "a GIF image"),
        (Array("%PDF".utf8), "a PDF document"),
        ([0x50, 0x4B, 0x03, 0x04], "a ZIP archive"),
        ([0x1F, 0x8B], "a gzip archive"),
        (Array("7z".utf8) + [0xBC, 0xAF], "a 7-Zip archive"),
        (Array("Rar!".utf8), "a RAR archive"),
        ([0xFD] + Array("7zXZ".utf8), "an xz archive"),
        ([0x7F] + Array("ELF".utf8), "a program"),
        (Array("MZ".utf8), "a Windows program"),
        (Array("SQLite format 3".utf8), "an SQLite database"),
        (Array("#EXTM3U".utf8), "a playlist"),
        (Array("[playlist]".utf8), "a playlist"),
        (Array("#!".utf8), "a script"),
    ]

    /// From the first bytes or, if they are unknown, from the container that libavformat suggests.
    static func guess(_ head: [UInt8], container: String?) -> String? {
        if let match = signatures.first(where: { head.starts(with: $0.bytes) }) { return match.kind }
        if head.allSatisfy({ $0 == 0 }) { return "nothing but zeros" }
        // Text has no control characters other than tab, line feed, form feed, carriage return and escape.
        let isText = head.allSatisfy { $0 >= 0x20 && $0 != 0x7F || [0x09, 0x0A, 0x0C, 0x0D, 0x1B].contains($0) }
        if isText && String(validating: head.prefix(while: { $0 < 0x80 }), as: UTF8.self) != nil {
            let start = String(decoding: head.prefix(64), as: UTF8.self).lowercased()
            return start.contains("<!doctype html") || start.contains("<html") ? "a web page" : "text"
        }
        switch container {
        case let name? where name.hasSuffix("_pipe") || name.hasPrefix("image2"): return "an image"
        case "hls", "concat", "dash", "sdp", "webm_dash_manifest", "imf", "rtsp": return "a playlist"
        case "srt", "ass", "webvtt", "sami", "microdvd", "subviewer", "lrc", "vobsub": return "subtitles"
        default: return nil
        }
    }
}
