import Dispatch
package import Library
import Session
import Synchronization
package import System
import Text
import Web

/// A link that lets whoever opens it do more than watch. Its token is kept as a hash: nobody can read it here.
struct Link: Codable, Sendable, Identifiable {
    let id: Int
    let role: Role
    /// Nil for all rooms.
    let room: String?
    /// For people, to tell links apart.
    let name: String
    /// Seconds since 1970.
    let madeAt: Int
    var endsAt: Int?
    var revokedAt: Int?
    /// SHA-256 of the token.
    let hash: [UInt8]
    /// Whether the server made it for a party, and ends it with that.
    var isParty: Bool?

    func isOver(at now: Int) -> Bool { revokedAt != nil || endsAt.map { $0 <= now } == true }

    /// What a cookie carries for its holder: it lets read, and nothing else.
    var readingKey: String { SHA256.digest(Array("downbeat reading".utf8) + hash).hex }

    var grant: Grant { Grant(role: role, room: room, link: id) }
}

/// All links, kept in one small file of the data folder. A change counts once it is on the disk.
package final class Links: Sendable {
    private struct Bound {
        let link: Int
        weak var stream: BodyStream?
    }

    private struct Kept: Codable {
        var last = 0
        var links: [Link] = []
    }

    private struct State {
        let kept: Kept
        /// The place of each link by its token's hash, and by its reading key.
        let byHash: [[UInt8]: Int]
        let byReadingKey: [String: Int]

        init(_ kept: Kept) {
            self.kept = kept
            let places = kept.links.enumerated()
            byHash = Dictionary(places.map { ($1.hash, $0) }) { first, _ in first }
            byReadingKey = Dictionary(places.map { ($1.readingKey, $0) }) { first, _ in first }
        }
    }

    /// The most links at a time.
    static let most = 200
    /// A link that is over is forgotten after this long; until then its holder is told why it no longer works.
    private static let memory = 30 * 24 * 3600
    /// More than anybody makes; numbers stay far below overflow.
    private static let mostEver = 1 << 40
    /// Far more than so many links take.
    private static let mostBytes = 1 << 20
    private let folder: DataFolder
    private let state: Mutex<State>
    /// Event streams that end with their links.
    private let streams = Mutex<[Bound]>([])
    /// Waits for the disk, which shared threads must not.
    private let writer = DispatchQueue(label: "downbeat.links")
    let clock: any HouseClock

    package init(in folder: DataFolder, _ clock: any HouseClock) throws(Failure) {
        self.folder = folder
        self.clock = clock
        state = Mutex(State(try Self.read(folder)))
    }

    private static func read(_ folder: DataFolder) throws(Failure) -> Kept {
        guard let bytes = try folder.readLinks(atMost: mostBytes) else { return Kept() }
        let problem = Failure.unavailable("\(folder.linksPath) holds no links: delete it, and all links end")
        let kept: Kept
        do { kept = try JSON.read(Kept.self, from: bytes, atMost: mostBytes) } catch { throw problem }
        let ids = Set(kept.links.map(\.id))
        guard ids.count == kept.links.count, kept.links.count <= most, ids.allSatisfy({ $0 > 0 && $0 <= kept.last }),
            kept.last < mostEver
        else {
            throw problem
        }
        return kept
    }

    func verdict(_ token: ControlToken) -> AccessControl.Verdict {
        guard let link = link(of: token) else { return .wrong }
        return link.isOver(at: clock.second) ? .ended : .grant(link.grant)
    }

    /// The link with this token or reading key, over or not.
    func link(shownBy text: String) -> Link? {
        if let token = ControlToken(text) { return link(of: token) }
        return state.withLock { state in state.byReadingKey[text].map { state.kept.links[$0] } }
    }

    /// Whether somebody may read by a token or reading key; nil if no link has it.
    func admits(_ text: String) -> Bool? { link(shownBy: text).map { !$0.isOver(at: clock.second) } }

    package func isValid(_ id: Int) -> Bool {
        let now = clock.second
        return state.withLock { state in state.kept.links.contains { $0.id == id && !$0.isOver(at: now) } }
    }

    /// Lets an event stream end with a link.
    func bind(_ stream: BodyStream, to link: Int) {
        streams.withLock { streams in
            streams.removeAll { $0.stream == nil }
            streams.append(Bound(link: link, stream: stream))
        }
    }

    /// Ends the event streams whose links are over.
    package func endStreams() {
        let over = streams.withLock { streams in
            let over = streams.filter { !isValid($0.link) }
            streams.removeAll { bound in over.contains { $0.link == bound.link } }
            return over
        }
        for bound in over { bound.stream?.finish() }
    }

    /// Those that are not over, in the order of their making.
    var current: [Link] {
        let now = clock.second
        return state.withLock { state in state.kept.links.filter { !$0.isOver(at: now) } }
    }

    private func link(of token: ControlToken) -> Link? {
        // The hash of a guess says nothing of the tokens, so this need not take constant time.
        let hash = token.hash
        return state.withLock { state in state.byHash[hash].map { state.kept.links[$0] } }
    }

    /// Makes a link, and returns it with its token, which is known to nobody afterwards.
    func make(_ role: Role, room: String?, name: String, endsAt: Int?) async throws -> (link: Link, token: ControlToken) {
        let token = ControlToken.random()
        let now = clock.second
        let link = try await change { (kept) throws(Refused) in
            try Self.makeRoom(in: &kept, at: now)
            kept.last += 1
            let link = Link(
                id: kept.last, role: role, room: room, name: name, madeAt: now, endsAt: endsAt, hash: token.hash)
            kept.links.append(link)
            return link
        }
        return (link, token)
    }

    /// Makes or renews the link of a party, for guests, and returns its number.
    func keep(_ token: ControlToken, of room: String, until endsAt: Int) async throws -> Int {
        let (now, hash) = (clock.second, token.hash)
        return try await change { (kept) throws(Refused) in
            if let index = kept.links.firstIndex(where: { $0.hash == hash }) {
                kept.links[index].endsAt = endsAt
                kept.links[index].revokedAt = nil
                return kept.links[index].id
            }
            try Self.makeRoom(in: &kept, at: now)
            kept.last += 1
            kept.links.append(
                Link(
                    id: kept.last, role: .guest, room: room, name: "Party", madeAt: now, endsAt: endsAt, hash: hash, isParty: true))
            return kept.last
        }
    }

    private static func makeRoom(in kept: inout Kept, at now: Int) throws(Refused) {
        // One that is over makes room: its holder is then told that its token is wrong.
        if kept.links.count >= most, let index = kept.links.firstIndex(where: { $0.isOver(at: now) }) {
            kept.links.remove(at: index)
        }
        guard kept.links.count < most, kept.last + 1 < mostEver else { throw Refused.tooMany }
    }

    /// Revokes a link, for the time being also if that cannot be saved.
    func revoke(_ id: Int) async throws {
        let now = clock.second
        defer { endStreams() }
        try await change(isUrgent: true) { (kept) throws(Refused) in
            guard let index = kept.links.firstIndex(where: { $0.id == id && !$0.isOver(at: now) }) else { throw Refused.unknown }
            kept.links[index].revokedAt = now
        }
    }

    enum Refused: Error {
        case tooMany
        case unknown
        case unwritten
    }

    /// Applies a change once it is on the disk, an urgent one before; changes follow one another.
    private func change<Result: Sendable>(
        isUrgent: Bool = false, _ body: @escaping @Sendable (inout Kept) throws(Refused) -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            writer.async { [self] in
                continuation.resume(with: Swift.Result { try write(isUrgent: isUrgent, body) })
            }
        }
    }

    private func write<Result>(isUrgent: Bool, _ body: (inout Kept) throws(Refused) -> Result) throws -> Result {
        var changed = state.withLock { $0.kept }
        let limit = clock.second - Self.memory
        changed.links.removeAll { ($0.revokedAt ?? $0.endsAt).map { $0 < limit } == true }
        let result = try body(&changed)
        let next = State(changed)
        if isUrgent { state.withLock { $0 = next } }
        do { try folder.write(links: JSON.bytes(changed)) } catch { throw Refused.unwritten }
        state.withLock { $0 = next }
        return result
    }
}
