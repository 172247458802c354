import Glibc
import System

/// Why a folder cannot be served.
package enum StaticFilesError: Error, Sendable, Equatable, CustomStringConvertible {
    case unreadable(String, reason: String)
    case tooLarge(String, limit: Int)

    package var description: String {
        switch self {
        case .unreadable(let path, let reason): "cannot read \(path): \(reason)"
        case .tooLarge(let path, let limit):
            "\(path) holds more than \(limit >> 20) MiB: it is read into memory, so point --public at the page's folder alone"
        }
    }
}

/// A folder's files, read into memory once: no request can reach the disk, let alone leave the folder.
package struct StaticFiles: Sendable {
    /// A page with its scripts and pictures is far below this; a whole disk given by mistake is far above.
    private static let sizeLimit = 256 << 20
    /// From this size `sendfile` costs less than copying the bytes (measured on loopback).
    static let sentAsFileFrom = 64 << 10

    /// The content security policy: same origin only. Older browsers need ws: and wss: spelled out.
    private static func policy(frameAncestors: String) -> String {
        "default-src 'self'; connect-src 'self' ws: wss:; img-src 'self' data: blob:; media-src 'self' blob:; "
            + "object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors \(frameAncestors)"
    }

    /// What a page may not do, nor a frame in it.
    private static let denied = ["camera", "geolocation", "display-capture", "payment", "usb", "serial", "hid"]

    /// Gives a page a browser process of its own, and with it finer timers: 5 µs steps in place of 100 in Chromium, 20 µs in place of
    /// 1 ms in Firefox. The page loads nothing from elsewhere, so it loses nothing.
    static let isolation = Array("cross-origin-opener-policy: same-origin\r\ncross-origin-embedder-policy: require-corp\r\n".utf8)
    /// Binds browsers to https for a year.
    static let strictTransport = Array("strict-transport-security: max-age=31536000\r\n".utf8)

    /// One form of a file: its bytes and the header lines that go with them.
    struct Variant: Sendable {
        let body: [UInt8]
        /// The same bytes in an unnamed file for `sendfile`; nil for small bodies or if it could not be made.
        let file: OpenFile?
        let etag: String
        let lines: [UInt8]

        init(body: [UInt8], etag: String, _ lines: String) {
            self.body = body
            file = body.count < StaticFiles.sentAsFileFrom ? nil : try? OpenFile(holding: body)
            self.etag = etag
            self.lines = Array((lines + "etag: \(etag)\r\n").utf8)
        }
    }

    /// A file and the forms it can be sent in.
    final class File: Sendable {
        let plain: Variant
        let gzip: Variant?
        /// Whether it is isolated: pages, and scripts, since a page's workers must be as isolated as the page.
        let isIsolated: Bool

        init(plain: Variant, gzip: Variant?, isIsolated: Bool) {
            self.plain = plain
            self.gzip = gzip
            self.isIsolated = isIsolated
        }
    }

    enum Found {
        case file(File)
        /// A folder asked for without its closing slash.
        case folder
    }

    private let files: [String: File]
    private let folders: Set<String>

    package var count: Int { files.count }

    /// Reads the folder at `path`; names that begin with a dot are skipped. Scripts and styles are minified, except those whose
    /// names begin with one of `asWritten`: people read them.
    package init(folder path: String, frameAncestors: String = "'self'", asWritten: [String] = []) throws {
        var reader = FolderReader(sizeLimit: Self.sizeLimit)
        try reader.read(path)
        var files: [String: File] = [:]
        for (name, bytes) in reader.files {
            let served = asWritten.contains(where: name.hasPrefix) ? bytes : Self.slim(bytes, name)
            let file = Self.file(name, served, frameAncestors: frameAncestors)
            files["/" + name] = file
            if name == "index.html" || name.hasSuffix("/index.html") { files["/" + name.dropLast("index.html".count)] = file }
        }
        self.files = files
        folders = Set(files.keys.filter { $0.hasSuffix("/") && $0 != "/" }.map { String($0.dropLast()) })
    }

    func find(_ path: String) -> Found? {
        if let file = files[path] { return .file(file) }
        return folders.contains(path) ? .folder : nil
    }

    private static func slim(_ bytes: [UInt8], _ name: String) -> [UInt8] {
        switch MediaType(path: name).name.prefix(while: { $0 != ";" }) {
        case "text/javascript": ScriptSlimmer.slim(bytes) ?? bytes
        case "text/css": StyleSlimmer.slim(bytes) ?? bytes
        default: bytes
        }
    }

    private static func file(_ name: String, _ bytes: [UInt8], frameAncestors: String) -> File {
        let type = MediaType(path: name)
        let tag = digest(bytes)
        var lines = "content-type: \(type.name)\r\ncache-control: no-cache\r\naccept-ranges: bytes\r\n"
        let isPage = type.name.hasPrefix("text/html")
        if isPage {
            lines += "content-security-policy: \(policy(frameAncestors: frameAncestors))\r\nreferrer-policy: same-origin\r\n"
            lines += "permissions-policy: \(denied.map { "\($0)=()" }.joined(separator: ", "))\r\n"
        }
        let isIsolated = isPage || type.name.hasPrefix("text/javascript")
        if type.isCompressible { lines += "vary: accept-encoding\r\n" }
        let plain = Variant(body: bytes, etag: "\"\(tag)\"", lines)
        guard type.isCompressible else { return File(plain: plain, gzip: nil, isIsolated: isIsolated) }
        let packed = Gzip.compress(bytes, level: 9)
        guard packed.count < bytes.count else { return File(plain: plain, gzip: nil, isIsolated: isIsolated) }
        let gzip = Variant(body: packed, etag: Conditional.gzipForm(of: plain.etag), lines + "content-encoding: gzip\r\n")
        return File(plain: plain, gzip: gzip, isIsolated: isIsolated)
    }

    /// Enough of a SHA-1 to tell versions of one file apart.
    private static func digest(_ bytes: [UInt8]) -> String {
        SHA1.digest(bytes).prefix(10).hex
    }
}

extension StaticFiles.File {
    /// What to send for one request: which bytes of which form, under which status.
    struct Answer {
        let variant: StaticFiles.Variant
        let selection: Selection

        var status: Status { selection.status }
        var range: Range<Int> { selection.range }
        var contentRange: String? { selection.contentRange }
    }

    func answer(to head: RequestHead) -> Answer {
        // A range counts bytes of the plain form, which is what tools that ask for ranges store.
        let asksForPart = head.method == .get && head.fields["range"] != nil
        let takesGzip = !asksForPart && AcceptEncoding.allowsGzip(head.fields["accept-encoding"])
        let variant = takesGzip ? gzip ?? plain : plain
        return Answer(variant: variant, selection: Selection(of: variant.body.count, etag: variant.etag, for: head))
    }
}
