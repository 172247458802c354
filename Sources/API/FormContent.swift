import Foundation
import Library
import System
import Web
import Workers

/// What a multipart form holds: texts in memory, and files without names in the spool folder.
struct FormContent: Sendable {
    struct File: Sendable {
        /// The name of the form's field.
        let field: String
        let file: UploadedFile
    }

    private static let bufferSize = 256 << 10
    /// Bytes of all texts together: a cover in base 64 is the longest.
    private static let mostTextBytes = Request.mostTagBytes

    private(set) var files: [File] = []
    private(set) var texts: [(name: String, text: String)] = []

    private var reader: MultipartReader
    private let spool: String
    private var part: MultipartPart?
    private var output: WorkerFile?
    private var text: [UInt8] = []
    private var textBytes = 0

    /// Reads a whole form from disk; blocks.
    init(_ body: SpooledBody, contentType: String, spool: String) throws {
        try self.init(contentType: contentType, spool: spool)
        let source = try body.open()
        var buffer = [UInt8](repeating: 0, count: Self.bufferSize)
        var position = 0
        while true {
            let count = buffer.withUnsafeMutableBytes { pread(source.raw, $0.baseAddress, $0.count, off_t(position)) }
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw SystemError("reading an upload") }
            guard count > 0 else { break }
            position += count
            try read(Array(buffer[..<count]))
        }
        try finish()
    }

    /// Reads a form from memory; writes its files to disk, and so blocks.
    init(_ bytes: [UInt8], contentType: String, spool: String) throws {
        try self.init(contentType: contentType, spool: spool)
        try read(bytes)
        try finish()
    }

    private init(contentType: String, spool: String) throws {
        guard contentType.lowercased().hasPrefix("multipart/form-data") else {
            throw Problem(
                .unsupportedMediaType, "The body must be a form, with content-type: multipart/form-data.", type: "bad-form")
        }
        guard let reader = MultipartReader(contentType: contentType) else {
            throw Problem(.badRequest, "The content type of a form must name its boundary.", type: "bad-form")
        }
        (self.reader, self.spool) = (reader, spool)
    }

    private mutating func read(_ chunk: [UInt8]) throws {
        var offset = 0
        while true {
            let event: MultipartReader.Event
            do throws(MultipartError) {
                event = try reader.next(in: chunk.span, from: &offset)
            } catch {
                throw Self.problem(error)
            }
            switch event {
            case .needsMore: return
            case .part(let part):
                self.part = part
                output = part.filename == nil ? nil : try WorkerFile(namelessIn: spool)
            case .bytes(let range): try take(chunk[range])
            case .earlierBytes(let bytes): try take(bytes[...])
            case .partEnd: endPart()
            case .end: break
            }
        }
    }

    private mutating func take(_ bytes: ArraySlice<UInt8>) throws {
        if let output {
            guard !bytes.isEmpty else { return }
            return try NewFile.write(Array(bytes), to: output.raw, at: output.size)
        }
        textBytes += bytes.count
        guard textBytes <= Self.mostTextBytes else {
            throw Problem(.contentTooLarge, "The texts of a form may have at most \(Self.mostTextBytes >> 20) MB.")
        }
        text += bytes
    }

    private mutating func endPart() {
        if let part, let name = part.filename, let output {
            if output.size > 0 { files.append(File(field: part.name, file: UploadedFile(name: name, file: output))) }
        } else if let part {
            texts.append((part.name, String(decoding: text, as: UTF8.self)))
        }
        (part, output, text) = (nil, nil, [])
    }

    private func finish() throws(Problem) {
        do throws(MultipartError) {
            try reader.finish()
        } catch {
            throw Self.problem(error)
        }
    }

    private static func problem(_ error: MultipartError) -> Problem {
        Problem(.badRequest, error.sentence, type: "bad-form")
    }
}
