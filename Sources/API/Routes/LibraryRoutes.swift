import Catalog
import Foundation
import Library
import Music
import Text
import Web

/// The library as a whole: folders, scans, analysis and events.
extension LibraryAPI {
    private struct AnalyzeBody: Decodable {
        /// Nil for all tracks.
        let tracks: [Int]?
        /// Also repeats finished analyses.
        let force: Bool?
    }

    private struct PauseBody: Decodable {
        let paused: Bool
    }

    private struct DueJSON: Encodable {
        let due: Int
    }

    private struct AnalysisStatusJSON: Encodable {
        let paused: Bool
        let running: Int
        let asked: Int
        let pending: Int
        let done: Int
        let failed: Int
        let audioSecondsPerSecond: Double
    }

    /// The most tracks of one request, because each jumps the queue.
    private static let mostAsked = 1_000

    func addAnalysis(to routes: inout Routes) {
        read("/analysis", in: &routes) { _ in Response(json: try await analysisStatus()).uncached }
        change(.put, "/analysis", .tendLibrary, body: Request.jsonBody, in: &routes) { request in
            try await library.set(paused: try request.json(PauseBody.self).paused)
            return Response(json: try await analysisStatus()).uncached
        }
        change(.post, "/analyze", .tendLibrary, body: Request.jsonBody, takes: .change, in: &routes) { request in
            let wanted = try request.json(AnalyzeBody.self)
            guard wanted.tracks?.count ?? 0 <= Self.mostAsked else {
                throw Problem.badBody("tracks may name at most \(Self.mostAsked) tracks at a time; without it all are meant.")
            }
            let due = try await library.analyze(tracks: wanted.tracks, force: wanted.force ?? false)
            return Response(.accepted, json: DueJSON(due: due))
        }
    }

    private func analysisStatus() async throws -> AnalysisStatusJSON {
        let census = try await library.surveyor.census()
        let sums = library.queue.figures.sums
        return AnalysisStatusJSON(
            paused: await library.queue.isPaused, running: await library.queue.runningCount,
            asked: await library.queue.askedCount, pending: census.analyses[.pending] ?? 0, done: census.analyses[.done] ?? 0,
            failed: census.analyses[.failed] ?? 0,
            audioSecondsPerSecond: rounded(sums.busySeconds > 0 ? sums.audioSeconds / sums.busySeconds : 0, to: 2))
    }

    private struct FolderJSON: Encodable {
        /// Nil for clients that are not hosts.
        let path: String?
        let online: Bool
        let scannedAt: Int?
        /// The health of the music server that it stands for; nil for folders, and for clients that are not hosts.
        let server: ServerHealthJSON?

        private enum Key: String, CodingKey { case path, online, scannedAt, server }

        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: Key.self)
            try object.encode(path, forKey: .path)
            try object.encode(online, forKey: .online)
            try object.encode(scannedAt, forKey: .scannedAt)
            try object.encode(server, forKey: .server)
        }
    }

    private struct RejectedJSON: Encodable {
        let path: String
        let reason: String
    }

    private struct LibraryJSON: Encodable {
        let folders: [FolderJSON]
        let tracks: Int
        let missing: Int
        let albums: Int
        let artists: Int
        let playlists: Int
        let duration: Double
        let scanning: Bool
        let uploads: Bool
        let editsTags: Bool
        let rejected: Int
        /// The first of the rejected files.
        let rejectedFiles: [RejectedJSON]
    }

    /// The most rejected files in one answer; a longer list should be a search.
    private static let rejectedShown = 100

    func addLibrary(to routes: inout Routes) {
        read("/library", in: &routes) { request in
            let isHost = access.may(request.caller, .seeFiles)
            let census = try await library.surveyor.census()
            let folders = try await library.catalog.folders()
            let rejected = isHost ? try await library.reader.rejected(limit: Self.rejectedShown) : []
            return Response(
                json: LibraryJSON(
                    folders: folders.map {
                        FolderJSON(
                            path: isHost ? String(decoding: $0.path, as: UTF8.self) : nil, online: $0.isOnline,
                            scannedAt: $0.scannedAt,
                            server: isHost ? library.health(of: $0).map { ServerHealthJSON(health: $0) } : nil)
                    }, tracks: census.tracks, missing: census.missing, albums: census.albums, artists: census.artists,
                    playlists: census.playlists, duration: rounded(census.duration, to: 3),
                    scanning: await library.librarian.isScanning, uploads: library.uploads != nil,
                    editsTags: library.tags != nil, rejected: census.rejected,
                    rejectedFiles: rejected.map {
                        RejectedJSON(path: library.sources.location(of: $0.path, in: $0.folder), reason: $0.reason)
                    })
            ).uncached
        }
        change(.post, "/library/scan", .tendLibrary, in: &routes) { _ in
            await library.librarian.requestScan()
            return Response(.accepted, "{\"scanning\":true}\n", type: "application/json")
        }
        read("/events", in: &routes) { request in
            let stream = library.events.listen(isHost: access.may(request.caller, .seeFiles))
            access.bind(stream, to: request.caller)
            return Response(events: stream)
        }
    }
}
