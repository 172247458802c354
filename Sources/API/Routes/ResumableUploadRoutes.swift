import Foundation
import Library
import System
import Web

/// Uploads that go on after a break, by the protocol tus 1.0 with its extensions for creation, termination and expiration.
extension LibraryAPI {
    static let resumable = "/uploads/resumable"
    private static let version = "1.0.0"

    private struct UploadJSON: Encodable {
        let upload: ResumableUploads.Upload
        let files: [UploadedJSON]

        private enum Key: String, CodingKey {
            case id, name, length, offset, state, checked, checks, files, stored, refused, refusedCount, leftOut, type, detail
        }

        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: Key.self)
            try object.encode(upload.id, forKey: .id)
            try object.encode(upload.sheet.name, forKey: .name)
            try object.encode(upload.sheet.length, forKey: .length)
            try object.encode(upload.offset, forKey: .offset)
            switch upload.state {
            case .receiving: try object.encode("receiving", forKey: .state)
            case .checking(let done, let all):
                try object.encode("checking", forKey: .state)
                try object.encode(done, forKey: .checked)
                try object.encode(all, forKey: .checks)
            case .done(let report):
                try object.encode("done", forKey: .state)
                try object.encode(files, forKey: .files)
                try object.encode(report.storedCount, forKey: .stored)
                try object.encode(report.refused.map(RefusedJSON.init), forKey: .refused)
                try object.encode(report.refusedCount, forKey: .refusedCount)
                try object.encode(report.leftOut, forKey: .leftOut)
            case .failed(let refusal):
                try object.encode("failed", forKey: .state)
                try object.encode(refusal.problem.type, forKey: .type)
                try object.encode(refusal.problem.detail, forKey: .detail)
            }
        }
    }

    private struct UploadListJSON: Encodable {
        let uploads: [UploadJSON]
    }

    func addResumableUploads(to routes: inout Routes) {
        guard let uploads = library.resumableUploads, let limit = library.uploads?.limit else { return }
        let access = access
        routes.immediate(.options, Self.prefix + Self.resumable) { _ in
            Self.tus(
                Response(
                    .noContent,
                    fields: [
                        ("tus-version", Self.version), ("tus-extension", "creation,termination,expiration"),
                        ("tus-max-size", "\(limit)"), ("allow", "GET, HEAD, POST, OPTIONS"),
                    ]))
        }
        change(.post, Self.resumable, .upload, in: &routes) { request in
            try Self.checkVersion(request.caller)
            guard let length = request.head.fields["upload-length"].flatMap({ Int($0) }) else {
                throw Problem(.badRequest, "Upload-Length must say how many bytes will come.", type: "bad-header")
            }
            let words = try Self.metadata(request.head.fields["upload-metadata"] ?? "")
            guard let name = words["filename"] ?? words["name"] else {
                throw Problem(.badRequest, "Upload-Metadata must contain a filename, such as song.mp3.", type: "bad-header")
            }
            let upload = try await DiskThreads.run {
                try uploads.begin(name: name, length: length, again: words["again"] == "true")
            }
            var response = Self.tus(Response(.created))
            response.set("location", "\(Self.prefix)\(Self.resumable)/\(upload.id)")
            response.set("upload-expires", HTTPDate.text(upload.end))
            return response
        }
        let list: Handler = { request in
            try access.check(request.caller, .upload)
            return Response(json: UploadListJSON(uploads: uploads.all.map { json($0, request) })).uncached
        }
        read(Self.resumable, in: &routes, list)
        read(Self.resumable + "/{upload}", in: &routes) { request in
            try access.check(request.caller, .upload)
            let upload = try uploads.look(try request.parameters.text("upload"))
            var response = Self.tus(Response(json: json(upload, request))).uncached
            response.set("upload-offset", "\(upload.offset)")
            response.set("upload-length", "\(upload.sheet.length)")
            response.set("upload-expires", HTTPDate.text(upload.end))
            return response
        }
        let place = BodyPlace(route: Self.resumable) { caller, parameters in
            try Self.checkVersion(caller)
            let fields = caller.head.fields
            guard fields["content-type"]?.lowercased() == "application/offset+octet-stream" else {
                throw Problem(
                    .unsupportedMediaType, "A part of an upload is of the type application/offset+octet-stream.", type: "bad-header"
                )
            }
            guard let offset = fields["upload-offset"].flatMap({ Int($0) }) else {
                throw Problem(.badRequest, "Upload-Offset must say where the part begins.", type: "bad-header")
            }
            guard case .length(let count) = caller.head.framing else { throw HTTPError.lengthRequired }
            return try uploads.writer(try parameters.text("upload"), from: offset, count: count)
        }
        change(.patch, Self.resumable + "/{upload}", .upload, body: .written(limit: limit, place), in: &routes) { request in
            let upload = try uploads.look(try request.parameters.text("upload"))
            var response = Self.tus(Response(.noContent))
            response.set("upload-offset", "\(upload.offset)")
            response.set("upload-expires", HTTPDate.text(upload.end))
            return response
        }
        change(.delete, Self.resumable + "/{upload}", .upload, in: &routes) { request in
            try Self.checkVersion(request.caller)
            let id = try request.parameters.text("upload")
            try await DiskThreads.run { try uploads.remove(id) }
            return Self.tus(Response(.noContent))
        }
    }

    private func json(_ upload: ResumableUploads.Upload, _ request: Request) -> UploadJSON {
        guard case .done(let report) = upload.state else { return UploadJSON(upload: upload, files: []) }
        return UploadJSON(upload: upload, files: report.stored.map { UploadedJSON($0, self, request) })
    }

    private static func tus(_ response: Response) -> Response {
        var response = response
        response.set("tus-resumable", version)
        return response
    }

    private static func checkVersion(_ caller: Caller) throws {
        guard caller.head.fields["tus-resumable"] == version else {
            throw Problem(.preconditionFailed, "Tus-Resumable must be \(version).", type: "bad-header")
        }
    }

    /// Pairs of a word and a value in base64, with commas between them.
    private static func metadata(_ field: String) throws -> [String: String] {
        var words: [String: String] = [:]
        for pair in field.split(separator: ",") {
            let parts = pair.split(separator: " ")
            guard let word = parts.first, parts.count <= 2 else { continue }
            let bytes = parts.count == 2 ? Data(base64Encoded: String(parts[1])) : Data()
            guard let bytes else { throw Problem(.badRequest, "Upload-Metadata has values in base64.", type: "bad-header") }
            words[String(word)] = String(decoding: bytes, as: UTF8.self)
        }
        return words
    }
}
