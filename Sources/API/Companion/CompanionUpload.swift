import Catalog
import Library
import System
import Web
import Workers

/// `POST /upload-track`: takes music with the tags that belong into it.
extension CompanionAPI {
    private struct FileJSON: Encodable {
        enum Status: String, Encodable {
            case stored, duplicate, failed
        }

        let name: String
        let path: String?
        let status: Status
        let track: Int?
        let detail: String?

        private enum Key: String, CodingKey {
            case name
            case path = "relative_path"
            case status, track, detail
        }

        init(_ stored: StoredUpload) {
            (name, path, track) = (stored.name, stored.relativePath, stored.track?.id)
            status = stored.isNew ? .stored : .duplicate
            detail = stored.untagged.map { "It has no new tags. \($0)" }
        }

        init(_ refused: UploadReport.Refused) {
            (name, path, status, track, detail) = (refused.name, nil, .failed, nil, refused.reason)
        }

        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: Key.self)
            try object.encode(name, forKey: .name)
            try object.encode(path, forKey: .path)
            try object.encode(status, forKey: .status)
            try object.encode(track, forKey: .track)
            try object.encode(detail, forKey: .detail)
        }
    }

    private struct UploadJSON: Encodable {
        let files: [FileJSON]
        let report: UploadReport

        private enum Key: String, CodingKey {
            case status
            case path = "relative_path"
            case track, stored, duplicates, failed
            case leftOut = "left_out"
            case files
        }

        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: Key.self)
            let first = files.first { $0.status == .stored } ?? files.first
            try object.encode(first?.status ?? .failed, forKey: .status)
            try object.encode(first?.path, forKey: .path)
            try object.encode(first?.track, forKey: .track)
            try object.encode(report.newCount, forKey: .stored)
            try object.encode(report.knownCount, forKey: .duplicates)
            try object.encode(report.refusedCount, forKey: .failed)
            try object.encode(report.leftOut, forKey: .leftOut)
            try object.encode(files, forKey: .files)
        }
    }

    /// Tags that differ from song to song, so that an archive of them gets none.
    private static let ownTags: [TagField] = [.title, .track, .lyrics]

    func addUpload(to routes: inout Routes) {
        let off = library.uploads == nil ? LibraryAPI.takesNone : nil
        let body = BodyPolicy.spooled(limit: library.uploads?.limit ?? 0)
        change(.post, "/upload-track", .upload, body: body, unless: off, in: &routes) { request in
            guard case .spooled(let body) = request.body, body.count > 0 else {
                throw Problem.badBody("There is no file in the body.")
            }
            let (type, spool) = (request.head.fields["content-type"] ?? "", library.data.spool)
            let form = try await DiskThreads.run { try FormContent(body, contentType: type, spool: spool) }
            let tags = try await self.tags(of: form)
            let music = form.files.filter { !AskedTags.isCover($0) }.map(\.file)
            guard !music.isEmpty else { throw Problem.badBody("There is no file in the form.") }
            let report = try await library.receive(music.map { $0.with(tags, except: $0.isArchive ? Self.ownTags : []) })
            let files = report.stored.map(FileJSON.init) + report.refused.map(FileJSON.init)
            guard report.storedCount > 0 else {
                throw Problem(.unprocessable, files.first?.detail ?? "There is no music in the archive.", type: "not-music")
            }
            return Response(
                report.newCount > 0 ? .created : .ok, json: UploadJSON(files: files, report: report)
            ).uncached
        }
    }

    private func tags(of form: FormContent) async throws -> TagFields {
        let asked = try await DiskThreads.run {
            var asked = try AskedTags(AskedBody(form).members)
            try asked.takeCover(among: form.files)
            return asked
        }
        if let cover = asked.filled[.cover]?.first { try await library.uploads?.check(cover: cover) }
        return asked.filled
    }
}
