import Catalog
import Library
import Music
import Text
import Web

/// `GET /smart-dj/profile` and `/smart-dj/bulk-profiles`: what a crossfade needs to know.
extension CompanionAPI {
    /// Paths of one request; a text with commas may name more tracks than it has commas.
    static let mostPaths = 1_000
    /// Parts of a text with commas that are tried as one path: so many commas are in few names.
    private static let mostJoined = 4
    /// Seconds until a client asks again.
    static let retryAfter = "2"

    private struct ProfilesJSON: Encodable {
        private enum Key: CodingKey { case profiles, count }

        let profiles: [CompanionProfile]

        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: Key.self)
            var byPath = object.nestedContainer(keyedBy: JSONName.self, forKey: .profiles)
            for profile in profiles { try byPath.encode(profile, forKey: JSONName(profile.path)) }
            try object.encode(profiles.count, forKey: .count)
        }
    }

    /// A path as a client asked for it, and what lies there.
    struct Found {
        let path: String
        let track: Track?
        /// Why it is no path.
        var problem: Problem?
    }

    func addProfiles(to routes: inout Routes) {
        read("/smart-dj/profile", in: &routes) { request in
            let (asked, track) = try await track(of: request)
            let profile = try await profiles(of: [Found(path: asked.text, track: track)], request)[0]
            switch profile.status {
            case .analyzing:
                var response = Response(.accepted, json: profile).uncached
                response.set("retry-after", Self.retryAfter)
                return response
            case .failed: throw LibraryRefusal.analysisFailed(reason: track.analysis.reason ?? "it failed")
            case .ready, .unknown: return Response(json: profile).revalidated
            }
        }
        read(Self.bulkProfiles, takes: .long, in: &routes) { request in
            try await bulk(AskedPaths(query: request.head.target.query), request)
        }
        ask(Self.bulkProfiles, in: &routes) { request in
            try await bulk(try AskedPaths(request), request)
        }
    }

    private func bulk(_ paths: AskedPaths, _ request: Request) async throws -> Response {
        guard !paths.isEmpty else { throw Problem.badQuery("paths must name files within a music folder.") }
        var search = PathSearch(library)
        let found = try await find(paths, &search)
        if let problem = found.first?.problem, found.allSatisfy({ $0.problem != nil }) { throw problem }
        return Response(json: ProfilesJSON(profiles: try await profiles(of: found, request))).revalidated
    }

    /// The tracks that a request means, each path once.
    func find(_ paths: AskedPaths, _ search: inout PathSearch) async throws -> [Found] {
        var found: [Found] = []
        var known: Set<[UInt8]> = []
        func add(_ one: Found) throws {
            guard known.insert(Array(one.path.utf8)).inserted else { return }
            guard found.count < Self.mostPaths else {
                throw Problem.badQuery("A request may name at most \(Self.mostPaths) paths.")
            }
            found.append(one)
        }
        for wish in paths.wishes {
            for one in try await find(wish, &search) { try add(one) }
        }
        return found
    }

    func find(_ wish: AskedPaths.Wish, _ search: inout PathSearch) async throws -> [Found] {
        switch wish {
        case .path(let text): [try await look(text, &search)]
        case .text(let text, let literal): try await split(text, literal, &search)
        }
    }

    private func look(
        _ text: String, or literal: String? = nil, mayBeSeveral: Bool = false, _ search: inout PathSearch
    ) async throws -> Found {
        let asked: AskedPath
        do throws(Problem) {
            asked = try AskedPath(text, or: literal, mayBeSeveral: mayBeSeveral)
        } catch {
            return Found(path: text, track: nil, problem: error)
        }
        return Found(path: text, track: try await search.track(at: asked))
    }

    /// A text is one path if there is such a track, and otherwise a list with commas, of names that may have commas too.
    private func split(_ text: String, _ literal: String?, _ search: inout PathSearch) async throws -> [Found] {
        guard text.contains(",") else { return [try await look(text, or: literal, &search)] }
        if text.utf8.count <= AskedPath.longest {
            let whole = try await look(text, or: literal, mayBeSeveral: true, &search)
            if whole.track != nil { return [whole] }
        }
        let parts = text.split(separator: ",", omittingEmptySubsequences: true).map(String.init)
        let literals = literal.map { $0.split(separator: ",", omittingEmptySubsequences: true).map(String.init) } ?? parts
        guard parts.count <= Self.mostPaths * Self.mostJoined else {
            throw Problem.badQuery("A request may name at most \(Self.mostPaths) paths.")
        }
        var found: [Found] = []
        var index = 0
        while index < parts.count {
            var one = try await look(parts[index], or: literals.count == parts.count ? literals[index] : nil, &search)
            var count = 1
            for joined in 2...Self.mostJoined where one.track == nil && one.problem == nil && index + joined <= parts.count {
                let longer = try await look(parts[index..<index + joined].joined(separator: ","), mayBeSeveral: true, &search)
                if longer.track != nil { (one, count) = (longer, joined) }
            }
            found.append(one)
            guard found.count <= Self.mostPaths else {
                throw Problem.badQuery("A request may name at most \(Self.mostPaths) paths.")
            }
            index += count
        }
        return found
    }

    /// The profiles of these tracks. Those that are not analyzed yet are asked for, as far as the sender may.
    func profiles(of found: [Found], _ request: Request) async throws -> [CompanionProfile] {
        let waiting = found.compactMap(\.track).filter { $0.analysis.profile == nil && $0.analysis.state != .failed }
        let turns = try await library.queue.ask(for: waiting.map(\.id), for: request.seat)
        var profiles: [CompanionProfile] = []
        for one in found {
            guard let track = one.track else {
                profiles.append(CompanionProfile(path: one.path, status: .unknown, detail: one.problem?.detail))
                continue
            }
            if let profile = track.analysis.profile {
                let grid = try await correctedGrid(of: track)
                profiles.append(
                    CompanionProfile(path: one.path, status: .ready, track: track, profile: profile, correctedGrid: grid))
            } else if track.analysis.state == .failed {
                profiles.append(CompanionProfile(path: one.path, status: .failed, track: track, detail: track.analysis.reason))
            } else {
                profiles.append(CompanionProfile(path: one.path, status: .analyzing, track: track, turns[track.id]))
            }
        }
        return profiles
    }

    /// The beats as people corrected them; nil where they did not, and where the analysis is not at hand.
    func correctedGrid(of track: Track) async throws -> BeatGrid? {
        guard track.hasCorrection, library.files.contains(track.identity), let correction = try await library.correction(of: track)
        else { return nil }
        let analysis = try await library.queue.analysis(of: track, patience: .zero).analysis
        return analysis.grid(correction)
    }
}

extension CompanionProfile {
    /// Of a track whose analysis is under way.
    init(path: String, status: Status, track: Track?, _ turn: AnalysisQueue.Turn?) {
        self.init(path: path, status: status, track: track)
        switch turn {
        case .runs(let progress): (self.progress, position) = (progress, 0)
        case .waits(let ahead): position = ahead
        case .refused(let error): detail = (error as? any ProblemConvertible)?.problem.detail
        case nil: break
        }
    }
}

extension Response {
    /// The response for caches that ask each time whether it is still valid.
    var revalidated: Response {
        var response = self
        response.set("cache-control", "no-cache")
        return response
    }
}
