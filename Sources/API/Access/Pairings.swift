import Library
import Session
import Synchronization
import System
import Web

/// Screens that ask for a role, each by a short code that it shows: a television has no keys to type one. Whoever may invite types the
/// code on a device in control; then the screen collects its link by a secret that nobody else has.
///
/// The code alone gives nothing: it only names the screen. They are in memory only, and end with the server.
final class Pairings: Sendable {
    /// What a screen is given.
    struct Grant: Sendable {
        let role: Role
        /// Nil for all rooms.
        let room: String?
        let name: String
        /// How long the link lasts; nil for one without an end.
        let hours: Double?
        /// The link of whoever granted it, with which it ends.
        let maker: Int?
    }

    /// What a screen that asks is shown.
    struct Asked: Sendable {
        let code: ShortCode
        let secret: ControlToken
        /// Seconds since 1970.
        let endsAt: Int
    }

    enum Answer: Sendable {
        case waiting
        case granted(Grant)
    }

    private struct Pairing {
        let code: ShortCode
        let secret: [UInt8]
        let asker: Asker
        var endsAt: Int
        var grant: Grant?
    }

    /// Seconds: enough to read the code and to type it on a phone.
    static let life = ShortCodes.briefLife
    /// Seconds in which a screen collects what it was granted.
    private static let grace = 30
    /// The most at a time; whoever asks then waits.
    static let most = 32
    /// The most of one address; with another one its oldest ends. A proxy that names no addresses is all its clients.
    static let mostOfOne = 2
    private static let mostOfShared = 16

    private let pairings = Mutex<[Pairing]>([])
    private let perAddress = AddressAllowances(perSecond: 1, burst: 5)
    private let clock: any HouseClock

    init(_ clock: any HouseClock) {
        self.clock = clock
    }

    /// Nil if too many ask.
    func ask(_ asker: Asker, at moment: ServerTime) -> Asked? {
        guard perAddress.take(asker, at: moment) else { return nil }
        let secret = ControlToken.random()
        let endsAt = clock.second + Self.life
        return pairings.withLock { pairings in
            forgetOld(&pairings)
            let own = pairings.indices.filter { pairings[$0].asker == asker && pairings[$0].grant == nil }
            if own.count >= (asker.isShared ? Self.mostOfShared : Self.mostOfOne), let oldest = own.first {
                pairings.remove(at: oldest)
            }
            guard pairings.count < Self.most else { return nil }
            var code = ShortCode.brief()
            while pairings.contains(where: { $0.code == code }) { code = .brief() }
            pairings.append(Pairing(code: code, secret: secret.hash, asker: asker, endsAt: endsAt))
            return Asked(code: code, secret: secret, endsAt: endsAt)
        }
    }

    /// Grants the screen that shows a code a role, once. False if none shows it.
    func grant(_ grant: Grant, to code: ShortCode) -> Bool {
        pairings.withLock { pairings in
            forgetOld(&pairings)
            guard let index = pairings.firstIndex(where: { $0.code == code && $0.grant == nil }) else { return false }
            pairings[index].grant = grant
            pairings[index].endsAt += Self.grace
            return true
        }
    }

    /// What became of the pairing with a secret; nil if there is none. What is granted is answered once.
    func collect(_ secret: ControlToken) -> Answer? {
        let hash = secret.hash
        return pairings.withLock { pairings in
            forgetOld(&pairings)
            guard let index = pairings.firstIndex(where: { $0.secret == hash }) else { return nil }
            guard let grant = pairings[index].grant else { return .waiting }
            pairings.remove(at: index)
            return .granted(grant)
        }
    }

    private func forgetOld(_ pairings: inout [Pairing]) {
        let now = clock.second
        pairings.removeAll { $0.endsAt <= now }
    }
}
