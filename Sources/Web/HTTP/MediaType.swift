/// The media type of a file, by its extension.
package struct MediaType: Sendable, Equatable {
    /// The value of Content-Type, with the charset where there is one.
    package let name: String
    /// Whether gzip makes it smaller: true for text; audio and pictures are already compressed.
    package let isCompressible: Bool

    /// The type for a path or a file name; `application/octet-stream` for an unknown extension.
    package init(path: String) {
        let file = path.utf8.lastIndex(of: 0x2F).map { path[path.utf8.index(after: $0)...] } ?? path[...]
        guard let dot = file.utf8.lastIndex(of: 0x2E) else {
            self.init(fileExtension: "")
            return
        }
        self.init(fileExtension: String(file[file.utf8.index(after: dot)...]))
    }

    /// The type for the text after the last dot (case-insensitive).
    package init(fileExtension: String) {
        let ending = fileExtension.lowercased()
        if let name = Self.text[ending] {
            self.init(name: name + "; charset=utf-8", isCompressible: true)
        } else if let name = Self.packable[ending] {
            self.init(name: name, isCompressible: true)
        } else {
            self.init(name: Self.packed[ending] ?? "application/octet-stream", isCompressible: false)
        }
    }

    var isPage: Bool { name.hasPrefix("text/html") }
    var isScript: Bool { name.hasPrefix("text/javascript") }
    var isStyle: Bool { name.hasPrefix("text/css") }

    /// Whether bodies with this Content-Type are worth compressing.
    package static func isCompressible(_ contentType: String) -> Bool {
        let name = contentType.prefix { $0 != ";" && $0 != " " }.lowercased()
        // Events must arrive at once, and compression would buffer them.
        if name == "text/event-stream" { return false }
        return name.hasPrefix("text/") || name.hasSuffix("+json") || name.hasSuffix("+yaml") || name.hasSuffix("+xml")
            || packable.values.contains(name)
    }

    private init(name: String, isCompressible: Bool) {
        self.name = name
        self.isCompressible = isCompressible
    }

    /// Sent as UTF-8. Scripts other than JavaScript are plain text, because browsers show them instead of running them.
    private static let text = [
        "html": "text/html", "htm": "text/html", "css": "text/css", "js": "text/javascript", "mjs": "text/javascript",
        "txt": "text/plain", "text": "text/plain", "log": "text/plain", "conf": "text/plain", "toml": "text/plain",
        "ini": "text/plain", "py": "text/plain", "sh": "text/plain", "swift": "text/plain", "c": "text/plain",
        "h": "text/plain", "ino": "text/plain", "md": "text/markdown", "csv": "text/csv", "vtt": "text/vtt",
        "xml": "text/xml", "ics": "text/calendar", "lrc": "text/plain", "cue": "text/plain", "m3u": "audio/x-mpegurl",
    ]

    /// Text without a charset (JSON is always UTF-8) and binary formats that gzip still shrinks.
    private static let packable = [
        "json": "application/json", "map": "application/json", "webmanifest": "application/manifest+json",
        "yaml": "application/yaml", "yml": "application/yaml", "svg": "image/svg+xml", "wasm": "application/wasm",
        "m3u8": "application/vnd.apple.mpegurl", "pls": "audio/x-scpls", "xspf": "application/xspf+xml",
        "rss": "application/rss+xml", "atom": "application/atom+xml", "xhtml": "application/xhtml+xml",
        "ttf": "font/ttf", "otf": "font/otf", "bmp": "image/bmp", "ico": "image/vnd.microsoft.icon",
        "mid": "audio/midi", "midi": "audio/midi",
    ]

    /// Raw audio is here too: it shrinks little, and players ask for ranges of it.
    private static let packed = [
        "png": "image/png", "apng": "image/apng", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif",
        "webp": "image/webp", "avif": "image/avif", "heic": "image/heic", "jxl": "image/jxl", "tif": "image/tiff",
        "tiff": "image/tiff", "woff": "font/woff", "woff2": "font/woff2",
        "mp3": "audio/mpeg", "mp2": "audio/mpeg", "flac": "audio/flac", "ogg": "audio/ogg", "oga": "audio/ogg",
        "opus": "audio/ogg", "spx": "audio/ogg", "m4a": "audio/mp4", "m4b": "audio/mp4", "mp4": "video/mp4",
        "aac": "audio/aac", "weba": "audio/webm", "webm": "video/webm", "mka": "audio/matroska",
        "mkv": "video/matroska", "wma": "audio/x-ms-wma", "wv": "audio/x-wavpack", "ape": "audio/x-ape",
        "ac3": "audio/ac3", "amr": "audio/amr", "caf": "audio/x-caf", "dsf": "audio/x-dsf", "dff": "audio/x-dff",
        "wav": "audio/wav", "wave": "audio/wav", "aif": "audio/aiff", "aiff": "audio/aiff", "aifc": "audio/aiff",
        "au": "audio/basic", "mov": "video/quicktime", "ogv": "video/ogg",
        "pdf": "application/pdf", "zip": "application/zip", "gz": "application/gzip", "tgz": "application/gzip",
    ]
}
