import Catalog
import Foundation
import Library
import Music
import Text
import Web

/// Beat grids, as analyzed and as corrected by people.
extension LibraryAPI {
    private struct GridJSON: Encodable {
        let grid: BeatGrid
        let sections: [SongSection]
        let correction: GridCorrection?

        /// What people corrected is not in doubt.
        private var isDoubtful: Bool { correction == nil && grid.isDoubtful }

        private enum Key: String, CodingKey {
            case bpm, bpmRange, meter, confidence, barConfidence, doubtful, beats, positions, downbeats, sections, corrected,
                correction
        }

        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: Key.self)
            let sure = isDoubtful ? grid.sure : grid
            try object.encode(sure.tempo.map { rounded($0, to: 3) }, forKey: .bpm)
            try object.encode(
                sure.tempoRange.map { [rounded($0.lowerBound, to: 3), rounded($0.upperBound, to: 3)] }, forKey: .bpmRange)
            try object.encode(sure.beats.isEmpty ? nil : sure.meter, forKey: .meter)
            try object.encode(rounded(Double(grid.confidence), to: 3), forKey: .confidence)
            try object.encode(rounded(Double(grid.barConfidence), to: 3), forKey: .barConfidence)
            try object.encode(isDoubtful, forKey: .doubtful)
            try object.encode(grid.beats.map(\.time.seconds), forKey: .beats)
            try object.encode(grid.beats.map(\.position), forKey: .positions)
            try object.encode(grid.downbeats.map(\.seconds), forKey: .downbeats)
            try object.encode(sections.map(SectionReport.init), forKey: .sections)
            try object.encode(correction != nil, forKey: .corrected)
            try object.encode(correction, forKey: .correction)
        }
    }

    func addGrid(to routes: inout Routes) {
        let path = "/tracks/{track}/grid"
        read(path, takes: .long, in: &routes) { request in
            let original = try QueryReader(request).flag("original") ?? false
            let (track, opened) = try await analysis(request)
            return try await tagged(request) {
                Self.json(opened.analysis, original ? nil : try await library.correction(of: track))
            }
        }
        read(path + "/correction", in: &routes) { request in
            let track = try await track(request)
            return try await tagged(request) { try await library.correction(of: track) ?? GridCorrection() }
        }
        change(.put, path + "/correction", .editBeats, body: Request.jsonBody, takes: .change, in: &routes) { request in
            let correction = try request.json(GridCorrection.self)
            return try await correct(request) { _ in correction }
        }
        change(.post, path + "/correction", .editBeats, body: Request.jsonBody, takes: .change, in: &routes) { request in
            let step = try request.json(GridCorrection.Step.self)
            return try await correct(request) { known in
                var correction = known ?? GridCorrection()
                correction.add(step)
                guard correction.steps.count <= GridCorrection.mostSteps else {
                    throw Problem(
                        .conflict, "A grid takes at most \(GridCorrection.mostSteps) steps; reset it first.", type: "conflict")
                }
                return correction
            }
        }
        change(.delete, path + "/correction", .editBeats, takes: .change, in: &routes) { request in
            try await correct(request) { _ in GridCorrection() }
        }
        read(path + "/history", in: &routes) { request in
            let track = try await track(request)
            return try await tagged(request) { CorrectionHistoryJSON(history: try await library.history(of: track, .beats)) }
        }
        change(.post, path + "/undo", .editBeats, takes: .change, in: &routes) { request in try await step(request, back: true) }
        change(.post, path + "/redo", .editBeats, takes: .change, in: &routes) { request in try await step(request, back: false) }
    }

    private func step(_ request: Request, back: Bool) async throws -> Response {
        let (track, opened) = try await analysis(request)
        guard try await library.step(back: back, of: track, .beats) else { throw Self.nothingToStep(back: back) }
        library.events.tell(.library(.grid(track: track.id, track.identity)))
        return Response(json: Self.json(opened.analysis, try await library.correction(of: track)))
    }

    static func nothingToStep(back: Bool) -> Problem {
        Problem(.conflict, back ? "There is no change to undo." : "There is no change to redo.", type: "conflict")
    }

    /// Stores the correction that `change` returns, and answers with the grid as it is then.
    private func correct(
        _ request: Request, _ change: @Sendable (GridCorrection?) throws -> GridCorrection
    ) async throws -> Response {
        // Requires the analysis first: nobody can correct a grid that nobody could see.
        let (track, opened) = try await analysis(request)
        let correction = try await library.correct(track, by: access.name(of: request.caller), change)
        library.events.tell(.library(.grid(track: track.id, track.identity)))
        return Response(json: Self.json(opened.analysis, correction))
    }

    private static func json(_ analysis: TrackAnalysis, _ correction: GridCorrection?) -> GridJSON {
        guard let correction, !correction.steps.isEmpty else {
            return GridJSON(grid: analysis.foundGrid, sections: analysis.sections, correction: nil)
        }
        return GridJSON(grid: analysis.grid(correction), sections: analysis.sections, correction: correction)
    }
}
