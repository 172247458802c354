import Catalog
import Library
import System
import Text
import Web

/// What people entered, as one file, for owners only.
extension LibraryAPI {
    private static let settingsBody = BodyPolicy.memory(limit: SettingsFile.mostBytes)

    private struct ReportJSON: Encodable {
        let dryRun: Bool
        let kinds: [KindJSON]
    }

    private struct KindJSON: Encodable {
        let outcome: SettingsOutcome

        private enum Key: String, CodingKey { case kind, total, added, changed, same, kept, waiting, left, problem, notes }

        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: Key.self)
            try object.encode(outcome.kind, forKey: .kind)
            try object.encode(outcome.total, forKey: .total)
            try object.encode(outcome.added, forKey: .added)
            try object.encode(outcome.changed, forKey: .changed)
            try object.encode(outcome.same, forKey: .same)
            try object.encode(outcome.kept, forKey: .kept)
            try object.encode(outcome.waiting, forKey: .waiting)
            try object.encode(outcome.left, forKey: .left)
            try object.encode(outcome.problem, forKey: .problem)
            try object.encode(outcome.notes, forKey: .notes)
        }
    }

    func addSettings(to routes: inout Routes) {
        let exchange = SettingsExchange(library, rooms)
        change(.get, "/settings/export", .moveSettings, takes: .long, in: &routes) { _ in
            Download("downbeat-settings", or: "settings", extension: "json").response(
                "application/json", try await exchange.export())
        }
        change(.post, "/settings/import", .moveSettings, body: Self.settingsBody, takes: .change, in: &routes) { request in
            let isDry = try QueryReader(request).flag("dryRun") ?? false
            let file = try request.json(SentSettings.self, atMost: SettingsFile.mostBytes).checked()
            let outcomes = try await exchange.take(file, rehearses: isDry)
            return Response(json: ReportJSON(dryRun: isDry, kinds: outcomes.map(KindJSON.init))).uncached
        }
    }
}
