import Glibc

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
    /// A page, its scripts and pictures: far below this. A whole disk given by mistake: far above.
    private static let sizeLimit = 256 << 20
    /// Bodies up to here are copied to the socket with their head in one call; larger ones go by `sendfile`.
    static let copiedUpTo = 32 << 10

    /// What the browser may do with a page: nothing from elsewhere. Older browsers want ws: and wss: spelled out.
    private static func policy(frameAncestors: String) -> String {
        "default-src 'self'; connect-src 'self' ws: wss:; img-src 'self' data: blob:; media-src 'self' blob:; "
            + "object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors \(frameAncestors)"
    }

    /// One form of a file: its bytes and the header lines that go with them.
    struct Variant: Sendable {
        let body: Range<Int>
        let etag: String
        let lines: [UInt8]
    }

    /// A file and the forms it can be sent in.
    final class File: Sendable {
        let memory: MemoryFile
        let plain: Variant
        let gzip: Variant?

        init(memory: MemoryFile, plain: Variant, gzip: Variant?) {
            self.memory = memory
            self.plain = plain
            self.gzip = gzip
        }
    }

    enum Found {
        case file(File)
        /// A folder asked for without its closing slash: its last name.
        case folder(String)
    }

    private let files: [String: File]
    private let folders: Set<String>

    package var count: Int { files.count }

    /// Reads the folder at `path`; names that begin with a dot are left out.
    package init(folder path: String, frameAncestors: String = "'self'") throws {
        var reader = FolderReader(sizeLimit: Self.sizeLimit)
        try reader.read(path)
        var parts: [[UInt8]] = []
        var offset = 0
        func place(_ bytes: [UInt8]) -> Range<Int> {
            parts.append(bytes)
            defer { offset += bytes.count }
            return offset..<offset + bytes.count
        }
        let policy = Self.policy(frameAncestors: frameAncestors)
        let plans = reader.files.map { name, bytes in
            let media = MediaType(path: name)
            let type = media.name
            let digest = Self.digest(bytes)
            var fields = "content-type: \(type)\r\ncache-control: no-cache\r\naccept-ranges: bytes\r\n"
            if type.hasPrefix("text/html") {
                fields += "content-security-policy: \(policy)\r\nreferrer-policy: same-origin\r\n"
            }
            if media.isCompressible { fields += "vary: accept-encoding\r\n" }
            let plain = Self.variant(place(bytes), etag: "\"\(digest)\"", fields)
            let compressed = media.isCompressible ? Gzip.compress(bytes, level: 9) : bytes
            let gzip =
                compressed.count < bytes.count
                ? Self.variant(place(compressed), etag: "\"\(digest)-gzip\"", fields + "content-encoding: gzip\r\n") : nil
            return (name, plain, gzip)
        }
        let memory = try MemoryFile(parts)
        var files: [String: File] = [:]
        for (name, plain, gzip) in plans {
            let file = File(memory: memory, plain: plain, gzip: gzip)
            files["/" + name] = file
            if name == "index.html" || name.hasSuffix("/index.html") { files["/" + name.dropLast("index.html".count)] = file }
        }
        self.files = files
        folders = Set(files.keys.filter { $0.hasSuffix("/") && $0 != "/" }.map { String($0.dropLast()) })
    }

    func find(_ path: String) -> Found? {
        if let file = files[path] { return .file(file) }
        guard folders.contains(path), let name = path.split(separator: "/").last else { return nil }
        return .folder(String(name))
    }

    private static func variant(_ body: Range<Int>, etag: String, _ fields: String) -> Variant {
        Variant(body: body, etag: etag, lines: Array((fields + "etag: \(etag)\r\n").utf8))
    }

    /// Enough of a SHA-1 to tell versions of one file apart.
    private static func digest(_ bytes: [UInt8]) -> String {
        SHA1.digest(bytes).prefix(10).map { byte in
            String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
        }.joined()
    }
}

extension StaticFiles.File {
    /// What to send for one request: which bytes, under which status and lines.
    struct Answer {
        var status: Status
        var lines: [UInt8]
        var body: Range<Int>
        var contentRange: String?
    }

    func answer(to head: RequestHead) -> Answer {
        let rangeField = head.method == .get ? head.fields["range"] : nil
        // A range counts bytes of the plain form, which is what tools that ask for ranges store.
        let variant = rangeField == nil && AcceptEncoding.allowsGzip(head.fields["accept-encoding"]) ? gzip ?? plain : plain
        var answer = Answer(status: .ok, lines: variant.lines, body: variant.body)
        if let known = head.fields["if-none-match"], Conditional.ifNoneMatch(known, names: variant.etag) {
            answer.status = .notModified
            return answer
        }
        guard let rangeField, head.fields["if-range"].map({ Conditional.ifRange($0, holdsFor: variant.etag) }) ?? true else {
            return answer
        }
        switch ByteRange.parse(rangeField, length: variant.body.count) {
        case .whole: break
        case .part(let part):
            answer.status = .partialContent
            answer.contentRange = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(variant.body.count)"
            answer.body = variant.body.lowerBound + part.lowerBound..<variant.body.lowerBound + part.upperBound
        case .unsatisfiable:
            answer.status = .rangeNotSatisfiable
            answer.contentRange = "bytes */\(variant.body.count)"
            answer.body = variant.body.lowerBound..<variant.body.lowerBound
        }
        return answer
    }
}
