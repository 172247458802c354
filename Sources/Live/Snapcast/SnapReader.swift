package import Music
package import Session
package import System

/// The sound of a Snapcast server, heard by its own loudspeakers: when these play it follows from the stamps of its chunks. FLAC and Opus are decoded in a
/// process of its own.
package final class SnapReader: PlacedReader {
    package static let usualPort: UInt16 = 1_704
    /// Where it is controlled, and tells titles.
    package static let controlPort: UInt16 = 1_705
    /// How much later than an input's position its sound is heard: as much as most servers send it ahead.
    package static let delay = MediaTime(seconds: 1)
    /// So late samples may come: frames need the rest.
    private static let slack = SoundSample.first(from: delay) - SoundSample.perSecond / 5
    /// Microseconds without sound after which there is none.
    private static let rest: UInt64 = 1_500_000
    /// A server answers questions for its time each second.
    private static let patience: UInt64 = 10_000_000
    /// What is due so long before or after it comes is dated wrongly.
    private static let farthest = 30_000_000.0

    private let host: String
    private let port: UInt16
    private let id: String
    private let offset: Double
    private let clock: any HouseClock
    private let decoder: StartDecoder
    private var heardFrom = 0.0
    private var line: SnapLine?
    private var retries = Retries()
    private(set) var known = Known()
    /// When a message came, and when sound did.
    private var answered: UInt64 = 0
    private var sounded: UInt64?
    private var problem: String?
    private var isOver = false

    /// What is known of the server since it was dialled.
    struct Known {
        var time = SnapClock()
        var settings = SnapSettings()
        var coding: SnapCoding?
        var sound = StampedSound(rate: SoundSample.perSecond)
        /// What came before the server's time was known.
        var early: [(stamp: Int64, bytes: [UInt8])] = []
    }

    /// Of the server at an address, as a client with the name of the input; `offset` later than it says.
    package init(
        _ host: String, _ port: UInt16, name: String, offset: MediaTime, _ clock: any HouseClock, decoder: @escaping StartDecoder
    ) {
        (self.host, self.port, self.clock, self.decoder) = (host, port, clock, decoder)
        id = Self.id(of: name)
        self.offset = Double(offset.microseconds)
    }

    /// By what the server knows the input with a name.
    static func id(of name: String) -> String { SnapQuestion.id([SnapLine.ownName, name]) }

    package func begin(heardFrom moment: ServerTime) { heardFrom = Double(moment.microseconds) }

    package var trouble: String? {
        if let problem { return "\(host) port \(port): \(problem)" }
        if line != nil, answered > 0, !isSounding { return "the server sends no sound: nothing plays there" }
        return nil
    }

    package func end() {
        isOver = true
        hangUp()
    }

    package func sound(_ samples: Range<Int>) -> PlacedSound {
        proceed()
        let (left, right) = known.sound.sound(samples, heardFrom: heardFrom, silentTo: samples.upperBound - Self.slack)
        return PlacedSound(left: left, right: right, isGiven: isSounding)
    }

    private var isSounding: Bool { sounded.map { clock.now - $0 < Self.rest } ?? false }

    private func proceed() {
        guard let line else {
            guard !isOver, retries.isDue(at: clock.now) else { return }
            retries.begin(at: clock.now)
            (known, answered) = (Known(), 0)
            self.line = SnapLine(host, port, id: id, clock)
            return
        }
        let (arrivals, ending) = line.take()
        do throws(SnapTrouble) {
            for arrival in arrivals { try take(arrival) }
            try decode()
        } catch {
            return fail(error.sentence)
        }
        if let ending {
            fail(ending)
        } else if answered > 0, clock.now - min(answered, clock.now) > Self.patience {
            fail("the server does not answer")
        }
    }

    private func take(_ arrival: SnapLine.Arrival) throws(SnapTrouble) {
        answered = arrival.received
        switch arrival.message {
        case .codec(let name, let head):
            known.coding?.end()
            known.coding = try SnapCoding(name, head, clock, decoder)
            known.sound = StampedSound(rate: known.coding?.rate ?? SoundSample.perSecond)
        case .settings(let settings):
            known.sound.shift(by: Double(settings.delay - known.settings.delay))
            known.settings = settings
        case .time(let there, let sent):
            known.time.take(there: there, sent: sent, received: arrival.received)
            let early = known.early
            if known.time.ahead != nil { known.early = [] }
            for chunk in early { try take(chunk.stamp, chunk.bytes) }
        case .chunk(let stamp, let bytes): try take(stamp, bytes)
        case .refusal(let reason): throw SnapTrouble(sentence: reason)
        case .other: break
        }
    }

    private func take(_ stamp: Int64, _ bytes: [UInt8]) throws(SnapTrouble) {
        guard let ahead = known.time.ahead else {
            known.early.append((stamp, bytes))
            return
        }
        let moment = Double(stamp) - ahead
        guard abs(moment + delay - Double(clock.now)) < Self.farthest else {
            throw SnapTrouble(sentence: "the server dates its sound far from now")
        }
        try known.coding?.add(bytes, at: moment)
    }

    /// How much later than its stamp sound is heard, in microseconds.
    private var delay: Double { Double(known.settings.delay) + offset }

    /// Takes what has been decoded.
    private func decode() throws(SnapTrouble) {
        guard let coding = known.coding else { return }
        for chunk in try coding.take() {
            known.sound.add((chunk.left, chunk.right), due: chunk.moment + delay)
            (sounded, problem) = (clock.now, nil)
        }
    }

    private func fail(_ reason: String) {
        problem = reason
        retries.fail(at: clock.now)
        hangUp()
    }

    private func hangUp() {
        line?.close()
        known.coding?.end()
        (line, known.coding, sounded) = (nil, nil, nil)
    }
}

/// Why a server is not known.
struct SnapTrouble: Error, Equatable {
    let sentence: String
}
