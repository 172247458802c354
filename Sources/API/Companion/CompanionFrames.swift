import Catalog
import Library
import Music
import Session
import Web

/// `GET /visualizer/frames`: all frames of a track, to be downloaded once.
extension CompanionAPI {
    private static let rates = 1...60
    private static let pointCounts = 8...64
    private static let binary = "application/octet-stream"

    private struct PendingJSON: Encodable {
        let path: String
        let progress: Double
        let detail: String

        private enum Key: String, CodingKey {
            case path = "relative_path"
            case status, progress, detail
        }

        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: Key.self)
            try object.encode(path, forKey: .path)
            try object.encode("analyzing", forKey: .status)
            try object.encode(progress, forKey: .progress)
            try object.encode(detail, forKey: .detail)
        }
    }

    func addFrames(to routes: inout Routes) {
        read("/visualizer/frames", takes: .long, in: &routes) { request in
            let query = QueryReader(request)
            let rate = try query.int("fps", in: Self.rates) ?? 30
            let points = try query.int("points", in: Self.pointCounts) ?? 32
            let (asked, track) = try await track(of: request)
            let opened: AnalysisFiles.Opened
            do {
                opened = try await library.queue.analysis(of: track, patience: .zero, for: request.seat)
            } catch LibraryRefusal.analysisPending(let progress) {
                let refusal = LibraryRefusal.analysisPending(progress: progress)
                var response = Response(
                    .accepted, json: PendingJSON(path: asked.text, progress: progress, detail: refusal.description)
                ).uncached
                response.set("retry-after", Self.retryAfter)
                return response
            }
            return try frames(of: opened.analysis, track, asked, rate: rate, points: points, request)
        }
    }

    private func frames(
        of analysis: TrackAnalysis, _ track: Track, _ asked: AskedPath, rate: Int, points: Int, _ request: Request
    ) throws -> Response {
        let isBinary = Self.wantsBinary(request.head.fields["accept"])
        let isPacked = !isBinary && AcceptEncoding.allowsGzip(request.head.fields["accept-encoding"])
        let plainTag = LibraryAPI.tag(track, analysis, "shown-\(rate)-\(points)-\(isBinary)-\(asked.text)")
        let tag = isPacked ? Conditional.gzipForm(of: plainTag) : plainTag
        let fields = [("etag", tag), ("vary", "accept, accept-encoding"), ("cache-control", "no-cache")]
        if let known = request.head.fields["if-none-match"], Conditional.ifNoneMatch(known, names: tag) {
            return Response(.notModified, fields: fields)
        }
        let shown = ShownFrames(analysis, rate: rate, bands: points)
        guard !shown.isDamaged else {
            library.files.remove(track.identity)
            throw Problem(.unavailable, "The track's analysis was damaged, and is made again.", type: "analysis-pending")
        }
        let form: FramesBody.Form = isBinary ? .binary : .json(path: asked.text, duration: analysis.duration.seconds)
        var response = Response(
            .ok, fields: fields + [("content-type", isBinary ? Self.binary : "application/json")],
            body: .stream(FramesBody.stream(shown, as: form, isPacked: isPacked, in: request.place)))
        if isPacked { response.set("content-encoding", "gzip") }
        response.set("x-frames-per-second", "\(rate)")
        response.set("x-points", "\(points)")
        response.set("x-frame-count", "\(shown.count)")
        return response
    }

    /// Whether a client asks for the flat file: by name, and without JSON beside it.
    private static func wantsBinary(_ accept: String?) -> Bool {
        guard let accept = accept?.lowercased() else { return false }
        return accept.contains(binary) && !accept.contains("json")
    }
}
