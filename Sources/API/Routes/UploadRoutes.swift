import Foundation
import Library
import System
import Web
import Workers

/// Uploads: one file as the body, or several in a form.
extension LibraryAPI {
    struct UploadedJSON: Encodable {
        let stored: StoredUpload
        let track: TrackJSON?

        private enum Key: String, CodingKey {
            case name, path, track
            case isNew = "new"
        }

        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: Key.self)
            try object.encode(stored.name, forKey: .name)
            try object.encode(stored.path, forKey: .path)
            try object.encode(stored.isNew, forKey: .isNew)
            try object.encode(track, forKey: .track)
        }
    }

    private struct UploadsJSON: Encodable {
        let files: [UploadedJSON]
    }

    private static let takesNone = Problem(
        .forbidden, "This server takes no uploads: it was started without an upload folder.", type: "no-uploads")

    func addUploads(to routes: inout Routes) {
        guard let uploads = library.uploads else {
            let access = access
            // Refused before the body is read: otherwise a client that sends a song would get an error about its size.
            let refuse: Routes.Guard = { caller in
                try access.check(caller, .upload)
                throw Self.takesNone
            }
            let one = Self.resumable + "/{upload}"
            let all: [(Method, String)] = [
                (.post, "/uploads"), (.post, Self.resumable), (.get, Self.resumable), (.get, one), (.patch, one), (.delete, one),
            ]
            for (method, path) in all { routes.on(method, Self.prefix + path, guard: refuse) { _ in throw Self.takesNone } }
            return
        }
        change(.post, "/uploads", .upload, body: .spooled(limit: uploads.limit), in: &routes) { request in
            guard case .spooled(let body) = request.body, body.count > 0 else {
                throw Problem.badBody("There is no file in the body.")
            }
            let type = request.head.fields["content-type"] ?? ""
            let spool = library.data.spool
            let files: [UploadedFile]
            if type.lowercased().hasPrefix("multipart/") {
                guard type.lowercased().hasPrefix("multipart/form-data") else {
                    throw Problem(.unsupportedMediaType, "Of multipart bodies only form-data is accepted.", type: "bad-form")
                }
                files = try await DiskThreads.run { try FormFiles.read(body, contentType: type, spool: spool) }
            } else {
                guard let name = try QueryReader(request).text("name") else {
                    throw Problem.badQuery("name must say what the file is called, such as song.mp3.")
                }
                files = [UploadedFile(name: name, file: try await DiskThreads.run { try WorkerFile(sharing: body.raw) })]
            }
            guard !files.isEmpty else { throw Problem.badBody("There is no file in the form.") }
            let again = try QueryReader(request).flag("again") ?? false
            let uploaded = try await library.store(files, again: again).map { UploadedJSON($0, self, request) }
            return Response(.created, json: UploadsJSON(files: uploaded))
        }
    }
}

extension LibraryAPI.UploadedJSON {
    init(_ stored: StoredUpload, _ api: LibraryAPI, _ request: Request) {
        self.init(stored: stored, track: stored.track.map { api.json($0, for: request) })
    }
}

/// Extracts the files of a multipart form.
enum FormFiles {
    private static let bufferSize = 256 << 10

    /// Reads a whole form from disk; blocks.
    static func read(_ body: SpooledBody, contentType: String, spool: String) throws -> [UploadedFile] {
        guard var reader = MultipartReader(contentType: contentType) else {
            throw Problem(.badRequest, "The content type of a form must name its boundary.", type: "bad-form")
        }
        var files: [UploadedFile] = []
        let source = try body.open()
        var buffer = [UInt8](repeating: 0, count: bufferSize)
        var position = 0
        var name: String?
        var output: WorkerFile?
        func write(_ bytes: ArraySlice<UInt8>) throws {
            guard let output, !bytes.isEmpty else { return }
            try NewFile.write(Array(bytes), to: output.raw, at: output.size)
        }
        while true {
            let count = buffer.withUnsafeMutableBytes { pread(source.raw, $0.baseAddress, $0.count, off_t(position)) }
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw SystemError("reading an upload") }
            guard count > 0 else { break }
            position += count
            var offset = 0
            let chunk = Array(buffer[..<count])
            reading: while true {
                let event: MultipartReader.Event
                do throws(MultipartError) {
                    event = try reader.next(in: chunk.span, from: &offset)
                } catch {
                    throw problem(error)
                }
                switch event {
                case .needsMore: break reading
                case .part(let part):
                    name = part.filename
                    output = name == nil ? nil : try WorkerFile(namelessIn: spool)
                case .bytes(let range): try write(chunk[range])
                case .earlierBytes(let bytes): try write(bytes[...])
                case .partEnd:
                    if let name, let output, output.size > 0 { files.append(UploadedFile(name: name, file: output)) }
                    (name, output) = (nil, nil)
                case .end: break
                }
            }
        }
        do throws(MultipartError) {
            try reader.finish()
        } catch {
            throw problem(error)
        }
        return files
    }

    private static func problem(_ error: MultipartError) -> Problem {
        Problem(.badRequest, error.sentence, type: "bad-form")
    }
}
