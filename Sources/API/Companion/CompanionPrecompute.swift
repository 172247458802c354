import Catalog
import Library
import Music
import Web

/// `POST /visualizer/precompute`: has the frames of tracks made before anybody plays them.
extension CompanionAPI {
    private struct JobJSON: Encodable {
        let found: Found
        let status: CompanionProfile.Status
        var turn: AnalysisQueue.Turn?

        private enum Key: String, CodingKey {
            case path = "relative_path"
            case status, track, position, progress, detail
        }

        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: Key.self)
            let state = CompanionProfile(path: found.path, status: status, track: found.track, turn)
            try object.encode(found.path, forKey: .path)
            try object.encode(status, forKey: .status)
            try object.encode(found.track?.id, forKey: .track)
            try object.encode(state.position, forKey: .position)
            try object.encode(state.progress, forKey: .progress)
            let reason = status == .failed ? found.track?.analysis.reason : nil
            try object.encode(found.problem?.detail ?? reason ?? state.detail, forKey: .detail)
        }
    }

    private struct PrecomputeJSON: Encodable {
        let status = "accepted"
        /// Tracks whose frames are still to be made, of those that were asked for.
        let queued: Int
        let ready: Int
        let jobs: [JobJSON]

        private enum CodingKeys: CodingKey { case status, queued, ready, jobs }
    }

    func addPrecompute(to routes: inout Routes) {
        ask("/visualizer/precompute", in: &routes) { request in
            let paths = try AskedPaths(request)
            let answer = paths.isEmpty ? try await precomputeAll(request) : try await precompute(paths, request)
            return Response(.accepted, json: answer).uncached
        }
    }

    private func precompute(_ paths: AskedPaths, _ request: Request) async throws -> PrecomputeJSON {
        var search = PathSearch(library)
        let found = try await find(paths, &search)
        if let problem = found.first?.problem, found.allSatisfy({ $0.problem != nil }) { throw problem }
        // Frames are in the analysis, of which a profile may be all that is left.
        let missing = found.compactMap(\.track).filter {
            $0.analysis.state != .failed && !library.files.contains($0.identity)
        }
        let turns = try await library.queue.ask(for: missing.map(\.id), for: request.seat)
        let jobs = found.map { one in
            guard let track = one.track else { return JobJSON(found: one, status: .unknown) }
            if track.analysis.state == .failed { return JobJSON(found: one, status: .failed) }
            let turn = turns[track.id]
            return JobJSON(found: one, status: turn == nil ? .ready : .analyzing, turn: turn)
        }
        return PrecomputeJSON(
            queued: jobs.count { $0.status == .analyzing }, ready: jobs.count { $0.status == .ready }, jobs: jobs)
    }

    /// All that is missing. The background makes what was never made, without being asked; who may tend the library has made again what
    /// found no room, and has music servers asked too.
    private func precomputeAll(_ request: Request) async throws -> PrecomputeJSON {
        if access.may(request.caller, .tendLibrary) {
            var wish = AnalysisWish()
            wish.extent = .all
            do throws(any Error) {
                _ = try await library.analyze(wish)
            } catch BatchRefusal.running, BatchRefusal.noTracks {
                // What was ordered before is done, or there is nothing to do.
            }
        }
        let batch = await library.batches.current
        let census = try await library.surveyor.census()
        let waiting = (census.analyses[.pending] ?? 0) + (census.analyses[.running] ?? 0)
        let ordered = batch.map { $0.state == .running ? $0.total - $0.done - $0.failed : 0 } ?? 0
        return PrecomputeJSON(queued: max(waiting, ordered), ready: census.analyses[.done] ?? 0, jobs: [])
    }
}
