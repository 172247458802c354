import Rooms
import Session
import Synchronization
import System
import Web

/// The short codes that can be redeemed now, each for a link of its own. They are in memory only: one lives for minutes, and a
/// restart ends it.
///
/// A code has 40 bits. All addresses together may try 5 codes a second, so in the 10 minutes of a code 3,050 tries find it with a
/// chance of 3 in a billion; trying all year against 16 codes that are always there, the chance is 1 in 400.
///
/// One of four letters is for a screen that shows it across a room. It ends after two minutes and works once, and ten wrong tries end all
/// of them that stand: the chance to find one is 1 in 16,000 each time that somebody shows one.
final class ShortCodes: Sendable {
    /// What whoever redeems a code gets.
    struct Offer: Sendable {
        let id: Int
        let code: ShortCode
        let role: Role
        /// Nil for all rooms.
        let room: String?
        let name: String
        /// How long the link lasts that the code is redeemed for; nil for a link without an end.
        let hours: Double?
        /// The link of its maker, with which it ends.
        let maker: Int?
        /// Seconds since 1970.
        let endsAt: Int
        /// Whose guests' link it stands for, instead of one of its own.
        let party: OpenParty?
        /// How often it can still be redeemed.
        fileprivate(set) var uses: Int
    }

    /// Seconds: enough to read a code out and type it.
    static let life = 600
    /// Seconds of one of four letters.
    static let briefLife = 120
    /// Wrong tries that end all of those.
    static let mostWrong = 10
    /// The most at a time; with another one, the oldest ends.
    static let most = 16
    /// How often one can be redeemed: by a person, or by a few at a table.
    static let uses = 1...20

    private struct State {
        var offers: [Offer] = []
        var last = 0
        /// Tries of four letters since there was no code of such, or since the last that ended them.
        var wrong = 0
        var inAll = CommandAllowance(perSecond: 5, burst: 50)
    }

    private let state = Mutex(State())
    private let perAddress = AddressAllowances(perSecond: 1, burst: 10)
    private let clock: any HouseClock

    init(_ clock: any HouseClock) {
        self.clock = clock
    }

    func make(
        _ role: Role, room: String?, name: String, hours: Double?, uses: Int, maker: Int?, isBrief: Bool = false,
        party: OpenParty? = nil
    ) -> Offer {
        let endsAt = clock.second + (isBrief ? Self.briefLife : Self.life)
        return state.withLock { state in
            forgetOld(&state)
            if state.offers.count >= Self.most { state.offers.removeFirst() }
            let new = { isBrief ? ShortCode.brief() : .random() }
            var code = new()
            while state.offers.contains(where: { $0.code == code }) { code = new() }
            if isBrief, !state.offers.contains(where: \.code.isBrief) { state.wrong = 0 }
            state.last += 1
            let offer = Offer(
                id: state.last, code: code, role: role, room: room, name: name, hours: hours, maker: maker, endsAt: endsAt,
                party: party, uses: uses)
            state.offers.append(offer)
            return offer
        }
    }

    /// The offer with a number, if it can still be redeemed.
    func offer(_ id: Int) -> Offer? {
        state.withLock { state in
            forgetOld(&state)
            return state.offers.first { $0.id == id }
        }
    }

    /// Ends a code before its time.
    func end(_ id: Int) {
        state.withLock { state in state.offers.removeAll { $0.id == id } }
    }

    /// Whether somebody may try a code now; each try counts, so that a refusal says nothing of the code.
    func mayTry(_ asker: Asker, at moment: ServerTime) -> Bool {
        perAddress.take(asker, at: moment) && state.withLock { $0.inAll.take(at: moment) == .allowed }
    }

    /// Takes one use of a code; nil if there is no such code, or its time is over.
    func take(_ code: ShortCode) -> Offer? {
        state.withLock { state in
            forgetOld(&state)
            guard let index = state.offers.firstIndex(where: { $0.code == code && $0.uses > 0 }) else {
                if code.isBrief { state.wrong += 1 }
                if state.wrong >= Self.mostWrong {
                    state.offers.removeAll(where: \.code.isBrief)
                    state.wrong = 0
                }
                return nil
            }
            // That of a party gives everybody the same link.
            if state.offers[index].party == nil { state.offers[index].uses -= 1 }
            return state.offers[index]
        }
    }

    /// Gives a use back for which no link could be made.
    func giveBack(_ offer: Offer) {
        state.withLock { state in
            guard let index = state.offers.firstIndex(where: { $0.id == offer.id }) else { return }
            state.offers[index].uses += 1
        }
    }

    private func forgetOld(_ state: inout State) {
        let now = clock.second
        state.offers.removeAll { $0.endsAt <= now }
    }
}
