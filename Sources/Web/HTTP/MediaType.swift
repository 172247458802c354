/// What a file is, told by the end of its name.
package struct MediaType: Sendable, Equatable {
    /// As it stands in Content-Type, with the charset where there is one.
    package let name: String
    /// Whether gzip makes it smaller: text does, sound and pictures are packed already.
    package let isCompressible: Bool

    /// The type for a path or a file name; bytes of unknown meaning when the ending says nothing.
    package init(path: String) {
        let file = path.utf8.lastIndex(of: 0x2F).map { path[path.utf8.index(after: $0)...] } ?? path[...]
        guard let dot = file.utf8.lastIndex(of: 0x2E) else {
            self.init(fileExtension: "")
            return
        }
        self.init(fileExtension: String(file[file.utf8.index(after: dot)...]))
    }

    /// The type for what stands behind the last dot, in any case.
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

    /// Whether bodies with this Content-Type are worth packing.
    package static func isCompressible(_ contentType: String) -> Bool {
        let name = contentType.prefix { $0 != ";" && $0 != " " }.lowercased()
        // Whoever reads events wants each at once: nothing may hold them back, and compressing does.
        if name == "text/event-stream" { return false }
        return name.hasPrefix("text/") || name.hasSuffix("+json") || name.hasSuffix("+yaml") || name.hasSuffix("+xml")
            || packable.values.contains(name)
    }

    private init(name: String, isCompressible: Bool) {
        self.name = name
        self.isCompressible = isCompressible
    }

    /// Read as UTF-8 by whoever opens them. Scripts are shown, not run, so they are plain text.
    private static let text = [
        "html": "text/html", "htm": "text/html", "css": "text/css", "js": "text/javascript", "mjs": "text/javascript",
        "txt": "text/plain", "text": "text/plain", "log": "text/plain", "conf": "text/plain", "toml": "text/plain",
        "ini": "text/plain", "py": "text/plain", "sh": "text/plain", "swift": "text/plain", "c": "text/plain",
        "h": "text/plain", "ino": "text/plain", "md": "text/markdown", "csv": "text/csv", "vtt": "text/vtt",
        "xml": "text/xml", "ics": "text/calendar", "lrc": "text/plain", "cue": "text/plain", "m3u": "audio/x-mpegurl",
    ]

    /// Text by another name (JSON is UTF-8 by its own rule) and binary forms that gzip still helps.
    private static let packable = [
        "json": "application/json", "map": "application/json", "webmanifest": "application/manifest+json",
        "yaml": "application/yaml", "yml": "application/yaml", "svg": "image/svg+xml", "wasm": "application/wasm",
        "m3u8": "application/vnd.apple.mpegurl", "pls": "audio/x-scpls", "xspf": "application/xspf+xml",
        "rss": "application/rss+xml", "atom": "application/atom+xml", "xhtml": "application/xhtml+xml",
        "ttf": "font/ttf", "otf": "font/otf", "bmp": "image/bmp", "ico": "image/vnd.microsoft.icon",
        "mid": "audio/midi", "midi": "audio/midi",
    ]

    /// Raw sound is here too: it shrinks little, and players ask for ranges of it.
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
