package import Fetch
import Synchronization
import System
import Text

/// Asks one Subsonic server, at the first of its addresses that answers.
package final class SubsonicClient: Sendable {
    /// The protocol version that is asked for: servers refuse clients that are newer than they are, and this has all that is used.
    private static let version = "1.13.0"
    /// Bytes of an answer: a page of `pageSize` songs has a tenth.
    private static let longestAnswer = 8 << 20
    /// Until a file is here: a recording of ten hours over a slow line.
    private static let longestFile = Duration.seconds(3600)
    /// Songs or albums of one answer.
    package static let pageSize = 500
    /// Until an address connects while there is another one to try.
    private static let impatience = Duration.milliseconds(1500)
    /// An address that did not answer rests this long, and twice as long after each further failure.
    package static let shortestRest = Duration.seconds(2)
    private static let longestRest = Duration.seconds(60)
    /// Codes of servers that do not check tokens: a parameter is missing (they want `p`), and those that OpenSubsonic defines.
    private static let tokenRefusals = [10, 41, 42]

    package let server: SubsonicServer
    private let fetcher: Fetcher
    private let backoff: Backoff
    private let rest: Duration
    /// Called when it stops answering, with the reason, and when it answers again, with nil.
    private let notice: @Sendable (SubsonicError?) -> Void
    private let state: Mutex<State>

    private struct Rest {
        var failures = 0
        var until: UInt64 = 0
        var reason: FetchError?
    }

    private struct State {
        var rests: [Rest]
        var sendsPassword = false
        var info: SubsonicInfo?
        /// The address that answered last.
        var current: Int?
        /// Why the last request failed; nil once one succeeds.
        var trouble: SubsonicError?
        /// Methods that it did not know.
        var unknown: Set<String> = []
    }

    package init(
        _ server: SubsonicServer, _ fetcher: Fetcher, backoff: Backoff = Backoff(attempts: 3), rest: Duration = shortestRest,
        notice: @escaping @Sendable (SubsonicError?) -> Void = { _ in }
    ) {
        self.notice = notice
        self.server = server
        self.fetcher = fetcher
        self.backoff = backoff
        self.rest = rest
        state = Mutex(State(rests: server.addresses.map { _ in Rest() }))
    }

    /// What the server said of itself when it last answered.
    package var info: SubsonicInfo? { state.withLock { $0.info } }
    /// Whether it is sent the password, since it checks no tokens.
    package var sendsPassword: Bool { state.withLock { $0.sendsPassword } }
    /// Where it answered last.
    package var address: FetchAddress? { state.withLock { state in state.current.map { server.addresses[$0] } } }

    package var health: SubsonicHealth {
        state.withLock { state in
            let info = state.info
            let software = [info?.type, info?.serverVersion].compactMap { $0?.isEmpty == false ? $0 : nil }.joined(separator: " ")
            return SubsonicHealth(
                address: state.current.map { "\(server.addresses[$0])" }, software: software.isEmpty ? nil : software,
                version: info?.version.isEmpty == false ? info?.version : nil, sendsPassword: state.sendsPassword,
                lacks: info.map {
                    SubsonicLack.all(sendsPassword: state.sendsPassword, $0, unknown: state.unknown)
                } ?? [],
                trouble: state.trouble.map { "\($0)" })
        }
    }

    /// Whether none of its addresses is asked now, since none answered a moment ago.
    package var isResting: Bool { state.withLock { $0.rests.allSatisfy { $0.until > fetcher.clock.now } } }

    /// Has its addresses asked again at once.
    package func wake() {
        state.withLock { state in
            for index in state.rests.indices { state.rests[index].until = fetcher.clock.now }
        }
    }

    // What can be asked

    package func ping() async throws(SubsonicError) -> SubsonicInfo {
        _ = try await ask("ping", [], Nothing.self)
        return info ?? SubsonicInfo.unknown
    }

    /// Songs in an order of the server's own, of any artist.
    package func songs(from offset: Int) async throws(SubsonicError) -> [SubsonicSong] {
        let none = [("artistCount", "0"), ("albumCount", "0")]
        let page = [("query", ""), ("songCount", "\(Self.pageSize)"), ("songOffset", "\(offset)")]
        return try await ask("search3", page + none, SongSearch.self).songs
    }

    package func albums(from offset: Int) async throws(SubsonicError) -> [SubsonicAlbum] {
        let page = [("type", "alphabeticalByName"), ("size", "\(Self.pageSize)"), ("offset", "\(offset)")]
        return try await ask("getAlbumList2", page, AlbumList.self).albums
    }

    package func songs(ofAlbum id: String) async throws(SubsonicError) -> [SubsonicSong] {
        try await ask("getAlbum", [("id", id)], AlbumSongs.self).songs
    }

    /// The id of a song's cover.
    package func cover(of song: String) async throws(SubsonicError) -> String {
        // Servers without such an id take that of the song.
        try await ask("getSong", [("id", song)], OneSong.self).song?.cover ?? song
    }

    /// The lyrics of a song as LRC files, each in another language, what is sung first; none if the server has none, or does not know how
    /// to tell them.
    package func lyrics(of song: String) async throws(SubsonicError) -> [String] {
        do {
            return try await ask("getLyricsBySongId", [("id", song)], SongLyrics.self).files
        } catch .notSupported, .notFound {
            return []
        }
    }

    /// Tells that a song plays, or was played at a time in milliseconds since 1970.
    package func scrobble(_ song: String, at time: Int, isSubmission: Bool) async throws(SubsonicError) {
        let fields = [("id", song), ("time", "\(time)"), ("submission", "\(isSubmission)")]
        _ = try await ask("scrobble", fields, Nothing.self)
    }

    /// What all users play now.
    package func nowPlaying() async throws(SubsonicError) -> [SubsonicNowPlaying] {
        try await ask("getNowPlaying", [], NowPlayingList.self).playing
    }

    /// Marks a song as a favourite of the user's, or no longer.
    package func star(_ song: String, _ isOn: Bool) async throws(SubsonicError) {
        _ = try await ask(isOn ? "star" : "unstar", [("id", song)], Nothing.self)
    }

    /// Gives a song 1 to 5 stars of the user's, or 0 for none.
    package func rate(_ song: String, _ stars: Int) async throws(SubsonicError) {
        _ = try await ask("setRating", [("id", song), ("rating", "\(stars)")], Nothing.self)
    }

    /// None from a server that does not show any.
    package func playlists() async throws(SubsonicError) -> [SubsonicPlaylist] {
        do {
            return try await ask("getPlaylists", [], PlaylistList.self).playlists
        } catch .notSupported, .notAllowed {
            return []
        }
    }

    package func songs(ofPlaylist id: String) async throws(SubsonicError) -> [SubsonicSong] {
        try await ask("getPlaylist", [("id", id)], PlaylistSongs.self).songs
    }

    /// The file of a song as it lies on the server, or what follows its first `start` bytes.
    package func file(of song: String, from start: Int? = nil, atMost bytes: Int) async throws(SubsonicError) -> FetchAnswer {
        do {
            return try await open("download", [("id", song)], from: start, atMost: bytes)
        } catch .notAllowed, .notSupported {
            return try await open("stream", [("id", song), ("format", "raw")], from: start, atMost: bytes)
        }
    }

    package func picture(_ cover: String, edge: Int, atMost bytes: Int) async throws(SubsonicError) -> FetchAnswer {
        try await open("getCoverArt", [("id", cover), ("size", "\(edge)")], atMost: bytes)
    }

    // How it is asked

    func ask<Body: Decodable & Sendable>(
        _ method: String, _ fields: [(String, String)], _ type: Body.Type
    ) async throws(SubsonicError) -> Body {
        try await authorized { asPassword throws(SubsonicError) in
            let (answer, address) = try await self.somewhere(method, fields, asPassword) { request, isLast throws(FetchError) in
                var request = request
                request.limits.bytes = Self.longestAnswer
                return try await self.fetcher.fetch(request, retrying: isLast ? self.backoff : Backoff(attempts: 1))
            }
            return try self.read(Body.self, answer.body, answer.head, method, address)
        }
    }

    /// Opens the file that a method answers with.
    private func open(
        _ method: String, _ fields: [(String, String)], from start: Int? = nil, atMost bytes: Int
    ) async throws(SubsonicError) -> FetchAnswer {
        try await authorized { asPassword throws(SubsonicError) in
            let (answer, address) = try await self.somewhere(method, fields, asPassword) { request, _ throws(FetchError) in
                var request = request
                if let start { request.headers.append("Range: bytes=\(start)-") }
                request.limits.bytes = bytes
                request.limits.total = Self.longestFile
                return try await self.fetcher.open(request)
            }
            let type = answer.head.field("content-type")?.prefix { $0 != ";" }.lowercased() ?? ""
            // A failure is a text with the status of a success.
            guard answer.head.status == (start == nil ? 200 : 206), !Self.texts.contains(type) else {
                var body: [UInt8] = []
                do throws(FetchError) {
                    while body.count < 1 << 16, let piece = try await answer.next() { body += piece }
                } catch {
                    throw .fetch(error)
                }
                _ = try self.read(Nothing.self, body, answer.head, method, address)
                throw .garbled(at: "\(address)", because: "there is text in place of a file")
            }
            return answer
        }
    }

    private static let texts = ["application/json", "text/json", "application/xml", "text/xml", "text/html", "text/plain"]

    /// Sends the password itself to a server that has refused a token, where that is allowed.
    private func authorized<Result: Sendable>(
        _ ask: (_ asPassword: Bool) async throws(SubsonicError) -> Result
    ) async throws(SubsonicError) -> Result {
        let asPassword = sendsPassword
        do throws(SubsonicError) {
            do throws(SubsonicError) {
                let result = try await ask(asPassword)
                note(nil)
                return result
            } catch .needsPassword(let at) {
                guard !asPassword, at.hasPrefix("https://") || server.login.allowsPlainPassword else {
                    throw .needsPassword(at: at)
                }
                let result = try await ask(true)
                state.withLock { $0.sendsPassword = true }
                note(nil)
                return result
            }
        } catch {
            // What one song lacks says nothing about the server.
            if error.mayPass || error.isOfLogin || error.isOfSecurity { note(error) }
            if case .notSupported(let method, _) = error { state.withLock { _ = $0.unknown.insert(method) } }
            throw error
        }
    }

    private func note(_ trouble: SubsonicError?) {
        let before = state.withLock { state in
            defer { state.trouble = trouble }
            return state.trouble
        }
        if (before == nil) != (trouble == nil) { notice(trouble) }
    }

    /// Asks the addresses one after the other until one answers.
    private func somewhere<Answer: Sendable>(
        _ method: String, _ fields: [(String, String)], _ asPassword: Bool,
        _ ask: (FetchRequest, _ isLast: Bool) async throws(FetchError) -> Answer
    ) async throws(SubsonicError) -> (Answer, FetchAddress) {
        let awake = state.withLock { state in state.rests.indices.filter { state.rests[$0].until <= fetcher.clock.now } }
        var last: FetchError?
        for (position, index) in awake.enumerated() {
            let address = server.addresses[index]
            // A password that may only go over https goes to no other address.
            if asPassword, address.scheme != "https", !server.login.allowsPlainPassword { continue }
            guard let whole = FetchAddress(url(address, method, fields, asPassword)) else { continue }
            var request = FetchRequest(whole)
            request.headers = ["Accept: application/json"]
            let isLast = position == awake.count - 1
            if !isLast { request.limits.connecting = Self.impatience }
            do {
                let answer = try await ask(request, isLast)
                state.withLock {
                    $0.rests[index] = Rest()
                    $0.current = index
                }
                return (answer, address)
            } catch .cancelled {
                throw .fetch(.cancelled)
            } catch {
                last = error
                if error.mayPass { giveRest(to: index, error) }
            }
        }
        if let last { throw .fetch(last) }
        let reason = state.withLock { state in state.rests.compactMap(\.reason).first }
        throw .resting(because: reason.map { "\($0)" } ?? "no address of \(server.name) may be sent the password")
    }

    private func giveRest(to index: Int, _ reason: FetchError) {
        // Too many requests of ours say nothing about the server.
        guard reason != .busy else { return }
        state.withLock { state in
            let failures = min(state.rests[index].failures + 1, 10)
            let rest = min(rest * (1 << (failures - 1)), Self.longestRest)
            state.rests[index] = Rest(failures: failures, until: fetcher.clock.now + rest.microseconds, reason: reason)
        }
    }

    private func url(_ address: FetchAddress, _ method: String, _ fields: [(String, String)], _ asPassword: Bool) -> String {
        let login = server.login.fields(salt: SubsonicLogin.salt(), asPassword: asPassword)
        let query = (fields + login + [("v", Self.version), ("c", "Downbeat"), ("f", "json")]).map { name, value in
            "\(name)=\(PercentCoding.encoded(part: value.utf8))"
        }
        return "\(address.base)/rest/\(method).view?\(query.joined(separator: "&"))"
    }

    private func read<Body: Decodable>(
        _ type: Body.Type, _ bytes: [UInt8], _ head: AnswerHead, _ method: String, _ address: FetchAddress
    ) throws(SubsonicError) -> Body {
        let at = "\(address)"
        let answer: SubsonicAnswer<Body>
        do {
            answer = try JSON.read(SubsonicAnswer<Body>.self, from: bytes, atMost: Self.longestAnswer)
        } catch {
            switch head.status {
            case 401, 403: throw .wrongLogin(at: at)
            case 404, 405, 410, 501:
                // Every server knows a ping.
                throw method == "ping" ? .notSubsonic(Stranger(address, head, bytes)) : .notSupported(method, at: at)
            case 200:
                guard let problem = error as? JSONProblem, bytes.first == UInt8(ascii: "{") else {
                    throw .notSubsonic(Stranger(address, head, bytes))
                }
                throw .garbled(at: at, because: "\(problem)")
            default: throw .status(head.status, at: at)
            }
        }
        state.withLock { $0.info = answer.info }
        if let failure = answer.failure {
            let error = error(failure.code, failure.message, head.status, method, at)
            // What lies below /rest may answer so.
            if case .notSupported("ping", _) = error, head.status == 404 { throw .notSubsonic(Stranger(address, head, bytes)) }
            throw error
        }
        do {
            return try answer.body.get()
        } catch {
            throw .garbled(at: at, because: "it lacks what was asked for")
        }
    }

    private func error(_ code: Int, _ message: String, _ status: Int, _ method: String, _ at: String) -> SubsonicError {
        switch code {
        case 40, 44: .wrongLogin(at: at)
        case let code where Self.tokenRefusals.contains(code) && server.login.kind != .key:
            server.login.kind == .password ? .needsPassword(at: at) : .refusesToken(at: at)
        case 50: .notAllowed(at: at)
        case 70: .notFound(at: at)
        case 0 where status == 404, 30: .notSupported(method, at: at)
        default: .failed(code: code, message, at: at)
        }
    }
}
