package import System

/// Answers with the whole or a part of a resource that has an entity tag.
extension Response {
    /// A file from disk, or the part of it that the request asks for.
    package init(_ file: OpenFile, type: String, etag: String? = nil, for head: RequestHead) {
        let etag = etag ?? "\"\(String(file.modified, radix: 36))-\(String(file.count, radix: 36))\""
        self.init(file, section: 0..<file.count, type: type, etag: etag, for: head)
    }

    /// A section of a file as a resource with its own tag; ranges count from the section's start.
    package init(_ file: OpenFile, section: Range<Int>, type: String, etag: String, for head: RequestHead) {
        precondition(section.lowerBound >= 0 && section.upperBound <= file.count, "a section outside its file")
        let fields = [("last-modified", HTTPDate.text(file.modified))]
        self.init(length: section.count, type: type, etag: etag, fields, for: head) { range in
            .file(file, section.lowerBound + range.lowerBound..<section.lowerBound + range.upperBound)
        }
    }

    /// Bytes in memory, or the part of them that the request asks for.
    package init(_ bytes: [UInt8], type: String, etag: String, for head: RequestHead) {
        // The tag of the compressed form, which `compressed(for:)` sets, means the same version.
        let packed = Conditional.gzipForm(of: etag)
        let isPacked = head.fields["if-none-match"].map { Conditional.ifNoneMatch($0, names: packed) } ?? false
        let fields = MediaType.isCompressible(type) ? [("vary", "accept-encoding")] : []
        self.init(length: bytes.count, type: type, etag: isPacked ? packed : etag, fields, for: head) { range in
            .bytes(range.count == bytes.count ? bytes : Array(bytes[range]))
        }
    }

    private init(
        length: Int, type: String, etag: String, _ fields: [(String, String)], for head: RequestHead,
        body: (Range<Int>) -> Body
    ) {
        let selection = Selection(of: length, etag: etag, for: head)
        let fields = [("etag", etag), ("accept-ranges", "bytes")] + fields
        switch selection.status {
        case .notModified:
            self.init(.notModified, fields: fields)
        case .rangeNotSatisfiable:
            self.init(HTTPError.rangeNotSatisfiable(length: length))
        default:
            self.init(selection.status, fields: fields + [("content-type", type)], body: body(selection.range))
        }
        if let contentRange = selection.contentRange { set("content-range", contentRange) }
    }
}
