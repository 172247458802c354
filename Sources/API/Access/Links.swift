import Dispatch
package import Library
import Session
import Synchronization
package import System
import Text

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
    let endsAt: Int?
    var revokedAt: Int?
    /// SHA-256 of the token.
    let hash: [UInt8]

    func isOver(at now: Int) -> Bool { revokedAt != nil || endsAt.map { $0 <= now } == true }

    var grant: Grant { Grant(role: role, room: room, link: id) }
}

/// All links, kept in one small file of the data folder. A change counts once it is on the disk.
package final class Links: Sendable {
    private struct Kept: Codable {
        var last = 0
        var links: [Link] = []
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
    private let kept: Mutex<Kept>
    /// Waits for the disk, which shared threads must not.
    private let writer = DispatchQueue(label: "downbeat.links")
    private let now: @Sendable () -> Int

    package init(
        in folder: DataFolder, now: @escaping @Sendable () -> Int = { Moment.now }
    ) throws(Failure) {
        self.folder = folder
        self.now = now
        kept = Mutex(try Self.read(folder))
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
        return link.isOver(at: now()) ? .ended : .grant(link.grant)
    }

    /// Whether a link with this token lets its holder read.
    func admits(_ token: ControlToken, atLeast role: Role = .viewer) -> Bool {
        if case .grant(let grant) = verdict(token) { grant.role >= role } else { false }
    }

    package func isValid(_ id: Int) -> Bool {
        let now = now()
        return kept.withLock { kept in kept.links.contains { $0.id == id && !$0.isOver(at: now) } }
    }

    /// Those that are not over, in the order of their making.
    var current: [Link] {
        let now = now()
        return kept.withLock { kept in kept.links.filter { !$0.isOver(at: now) } }
    }

    private func link(of token: ControlToken) -> Link? {
        // The hash of a guess says nothing of the tokens, so this need not take constant time.
        let hash = token.hash
        return kept.withLock { kept in kept.links.first { $0.hash == hash } }
    }

    /// Makes a link, and returns it with its token, which is known to nobody afterwards.
    func make(_ role: Role, room: String?, name: String, endsAt: Int?) async throws -> (link: Link, token: ControlToken) {
        let token = ControlToken.random()
        let now = now()
        let link = try await change { (kept) throws(Refused) in
            guard kept.links.count < Self.most, kept.last + 1 < Self.mostEver else { throw Refused.tooMany }
            kept.last += 1
            let link = Link(
                id: kept.last, role: role, room: room, name: name, madeAt: now, endsAt: endsAt, hash: token.hash)
            kept.links.append(link)
            return link
        }
        return (link, token)
    }

    func revoke(_ id: Int) async throws {
        let now = now()
        try await change { (kept) throws(Refused) in
            guard let index = kept.links.firstIndex(where: { $0.id == id && !$0.isOver(at: now) }) else { throw Refused.unknown }
            kept.links[index].revokedAt = now
        }
    }

    enum Refused: Error {
        case tooMany
        case unknown
        case unwritten(String)
    }

    /// Applies a change once it is on the disk; changes follow one another.
    private func change<Result: Sendable>(
        _ body: @escaping @Sendable (inout Kept) throws(Refused) -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            writer.async { [self] in
                continuation.resume(with: Swift.Result { try write(body) })
            }
        }
    }

    private func write<Result>(_ body: (inout Kept) throws(Refused) -> Result) throws -> Result {
        var changed = kept.withLock { $0 }
        let limit = now() - Self.memory
        changed.links.removeAll { ($0.revokedAt ?? $0.endsAt).map { $0 < limit } == true }
        let result = try body(&changed)
        do { try folder.write(links: JSON.bytes(changed)) } catch { throw Refused.unwritten("\(error)") }
        kept.withLock { $0 = changed }
        return result
    }
}
