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

    struct RefusedJSON: Encodable {
        let name: String
        let detail: String

        init(_ refused: UploadReport.Refused) {
            (name, detail) = (refused.name, refused.reason)
        }
    }

    private struct UploadsJSON: Encodable {
        let files: [UploadedJSON]
        /// Files of archives that were not stored.
        let refused: [RefusedJSON]
        let leftOut: Int

        init(_ report: UploadReport, _ files: [UploadedJSON]) {
            self.files = files
            (refused, leftOut) = (report.refused.map(RefusedJSON.init), report.leftOut)
        }
    }

    static let takesNone = Problem(
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
                files = try await DiskThreads.run { try FormContent(body, contentType: type, spool: spool) }.files.map(\.file)
            } else {
                guard let name = try QueryReader(request).text("name") else {
                    throw Problem.badQuery("name must say what the file is called, such as song.mp3.")
                }
                files = [UploadedFile(name: name, file: try await DiskThreads.run { try WorkerFile(sharing: body.raw) })]
            }
            guard !files.isEmpty else { throw Problem.badBody("There is no file in the form.") }
            let again = try QueryReader(request).flag("again") ?? false
            let report = try await library.receive(files, again: again)
            return Response(.created, json: UploadsJSON(report, report.stored.map { UploadedJSON($0, self, request) }))
        }
    }
}

extension LibraryAPI.UploadedJSON {
    init(_ stored: StoredUpload, _ api: LibraryAPI, _ request: Request) {
        self.init(stored: stored, track: stored.track.map { api.json($0, for: request) })
    }
}
