import Glibc
import Synchronization
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
    fileprivate static func policy(frameAncestors: String) -> String {
        "default-src 'self'; connect-src 'self' ws: wss:; img-src 'self' data: blob:; media-src 'self' blob:; "
            + "object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors \(frameAncestors)"
    }

    /// What a page may not do, nor a frame in it.
    fileprivate static let denied = ["camera", "geolocation", "display-capture", "payment", "usb", "serial", "hid"]

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

    /// The forms in which a file can be sent.
    struct Forms: Sendable {
        let plain: Variant
        let gzip: Variant?
    }

    /// A file. Its forms are made when it is first asked for: to minify and compress all takes a hundred times as long as to read them.
    final class File: Sendable {
        private enum State {
            case read([UInt8])
            case made(Forms)
        }

        let type: MediaType
        private let isSlimmed: Bool
        private let frameAncestors: String
        private let state: Mutex<State>

        init(_ name: String, _ bytes: [UInt8], isSlimmed: Bool, frameAncestors: String) {
            type = MediaType(path: name)
            self.isSlimmed = isSlimmed
            self.frameAncestors = frameAncestors
            state = Mutex(.read(bytes))
        }

        /// Whether it is isolated: pages, and scripts, since a page's workers must be as isolated as the page.
        var isIsolated: Bool { type.isPage || type.isScript }

        var forms: Forms {
            state.withLock { state in
                switch state {
                case .made(let forms): return forms
                case .read(let bytes):
                    let forms = Forms(of: isSlimmed ? StaticFiles.slim(bytes, type) : bytes, type, frameAncestors: frameAncestors)
                    state = .made(forms)
                    return forms
                }
            }
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
            let file = File(
                name, bytes, isSlimmed: !asWritten.contains(where: name.hasPrefix), frameAncestors: frameAncestors)
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

    /// Makes the forms of all files, so that no request has to wait for that. It takes a tenth of a second of a core.
    package func prepare() {
        for file in files.values { _ = file.forms }
    }

    fileprivate static func slim(_ bytes: [UInt8], _ type: MediaType) -> [UInt8] {
        if type.isScript { return ScriptSlimmer.slim(bytes) ?? bytes }
        return type.isStyle ? StyleSlimmer.slim(bytes) ?? bytes : bytes
    }
}

extension StaticFiles.Forms {
    init(of bytes: [UInt8], _ type: MediaType, frameAncestors: String) {
        // Enough of a SHA-1 to tell versions of one file apart.
        let tag = SHA1.digest(bytes).prefix(10).hex
        var lines = "content-type: \(type.name)\r\ncache-control: no-cache\r\naccept-ranges: bytes\r\n"
        if type.isPage {
            let denied = StaticFiles.denied.map { "\($0)=()" }.joined(separator: ", ")
            lines += "content-security-policy: \(StaticFiles.policy(frameAncestors: frameAncestors))\r\n"
            lines += "referrer-policy: same-origin\r\npermissions-policy: \(denied)\r\n"
        }
        if type.isCompressible { lines += "vary: accept-encoding\r\n" }
        plain = StaticFiles.Variant(body: bytes, etag: "\"\(tag)\"", lines)
        let packed = type.isCompressible ? Gzip.compress(bytes, level: 9) : bytes
        gzip =
            packed.count < bytes.count
            ? StaticFiles.Variant(
                body: packed, etag: Conditional.gzipForm(of: plain.etag), lines + "content-encoding: gzip\r\n") : nil
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
        let forms = forms
        let variant = takesGzip ? forms.gzip ?? forms.plain : forms.plain
        return Answer(variant: variant, selection: Selection(of: variant.body.count, etag: variant.etag, for: head))
    }
}
