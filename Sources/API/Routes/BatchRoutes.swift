import Library
package import Web

/// Analyses of many tracks at once, which the owner orders, looks after and stops.
extension LibraryAPI {
    private struct Body: Decodable {
        let which: String?
        let force: Bool?
        let server: String?
        let albums: [Int]?
        let search: String?
        let paths: [String]?
        let rate: Int?
        let hours: DailyHours?

        func wish() throws(Problem) -> AnalysisWish {
            var wish = AnalysisWish()
            guard let extent = AnalysisOrder.Extent(rawValue: which ?? AnalysisOrder.Extent.missing.rawValue) else {
                throw .badBody("which is missing or all.")
            }
            guard max(albums?.count ?? 0, paths?.count ?? 0) <= Library.mostNamedInBatch else {
                throw .badBody("albums and paths may name at most \(Library.mostNamedInBatch) each.")
            }
            if let rate, !Library.rates.contains(rate) {
                throw .badBody("rate is at least \(Library.rates.lowerBound) bytes a second.")
            }
            (wish.extent, wish.isForced, wish.server) = (extent, force ?? false, server)
            (wish.albums, wish.words, wish.paths) = (albums ?? [], search, paths ?? [])
            (wish.rate, wish.hours) = (rate, hours)
            return wish
        }
    }

    private struct LastBatchJSON: Encodable {
        let batch: BatchJSON?

        private enum Key: String, CodingKey { case batch }

        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: Key.self)
            try object.encode(batch, forKey: .batch)
        }
    }

    private struct BatchJSON: Encodable {
        let batch: AnalysisBatch

        private enum Key: String, CodingKey {
            case state, waitsFor, total, done, failed, failures, fetched, which, force, rate, hours, startedAt, endedAt
        }

        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: Key.self)
            try object.encode(batch.state.rawValue, forKey: .state)
            try object.encode(batch.waitsFor?.rawValue, forKey: .waitsFor)
            try object.encode(batch.total, forKey: .total)
            try object.encode(batch.done, forKey: .done)
            try object.encode(batch.failed, forKey: .failed)
            try object.encode(batch.failures, forKey: .failures)
            try object.encode(batch.fetched, forKey: .fetched)
            try object.encode(batch.order.extent.rawValue, forKey: .which)
            try object.encode(batch.order.isForced, forKey: .force)
            try object.encode(batch.order.rate, forKey: .rate)
            try object.encode(batch.order.hours, forKey: .hours)
            try object.encode(batch.startedAt, forKey: .startedAt)
            try object.encode(batch.endedAt, forKey: .endedAt)
        }
    }

    func addBatches(to routes: inout Routes) {
        change(.get, "/analysis/batch", .tendLibrary, in: &routes) { _ in
            Response(json: LastBatchJSON(batch: await library.batches.current.map(BatchJSON.init))).uncached
        }
        change(.post, "/analysis/batch", .tendLibrary, body: Request.jsonBody, takes: .change, in: &routes) { request in
            let batch = try await library.analyze(try request.json(Body.self).wish())
            return Response(.accepted, json: LastBatchJSON(batch: BatchJSON(batch: batch)))
        }
        change(.delete, "/analysis/batch", .tendLibrary, in: &routes) { _ in
            try await library.batches.stop()
            return Response(json: LastBatchJSON(batch: await library.batches.current.map(BatchJSON.init))).uncached
        }
    }
}

extension BatchRefusal: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .running: Problem(.conflict, description, type: "conflict")
        case .noServer, .noAlbum, .tooManyAlbums, .noPath, .noTracks: Problem(.unprocessable, description, type: "refused")
        }
    }
}
