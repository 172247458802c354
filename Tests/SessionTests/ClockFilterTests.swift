import Foundation
import Session
import Testing
import Yardstick

@Suite("The clock filter")
struct ClockFilterTests {
    @Test("finds offset and skew exactly if no answer is delayed")
    func perfect() throws {
        var filter = ClockFilter()
        func server(_ client: Int64) -> Int64 { 700_000_000 + client + client * 40 / 1_000_000 }
        for client in stride(from: Int64(0), through: 60_000_000, by: 250_000) {
            // Both ways take 2 ms.
            let read = ServerTime(microseconds: server(client + 2000))
            filter.ping(asked: client, read: read, answered: read, heard: client + 4000)
        }
        let estimate = try #require(filter.estimate)
        #expect(abs(estimate.skew - 40e-6) < 0.5e-6)
        for client in [60_004_000, 61_000_000] as [Int64] {
            let error = estimate.serverTime(at: client).microseconds - server(client)
            #expect(abs(error) <= 20 && Double(abs(error)) <= estimate.errorBound(at: client))
        }
        #expect(abs(estimate.roundTrip - 4000) <= 2 && filter.jumps == 0)
    }

    @Test("has no estimate before the first answer, and a good one soon after")
    func beginning() throws {
        var filter = ClockFilter()
        filter.message(sent: ServerTime(microseconds: 5_000_000), heard: 100_000)
        #expect(filter.estimate == nil)
        filter.ping(
            asked: 101_000, read: ServerTime(microseconds: 5_006_000), answered: ServerTime(microseconds: 5_006_100), heard: 111_100
        )
        let estimate = try #require(filter.estimate)
        // The fastest ways up and down took 5 ms together: the middle is wrong by at most half of that.
        #expect(abs(estimate.roundTrip - 5000) < 1)
        #expect(abs(estimate.serverTime(at: 111_100).microseconds - 5_013_600) <= 1)
        #expect(estimate.errorBound(at: 111_100) >= 2500)
    }

    @Test("two clients agree, and the error is within their bounds", arguments: Network.all.indices)
    func agreement(index: Int) {
        let network = Network.all[index]
        let seconds = 60.0
        var early: [Double] = []
        var late: [Double] = []
        var held = 0
        var judged = 0
        for pair in 0..<8 as Range<UInt64> {
            let lives = (0..<2).map { Life(network, seconds: seconds, seed: 100 + 2 * pair + $0) }
            for step in 1..<Int(seconds * 10) {
                let moment = Double(step) / 10
                let readings = lives.indices.compactMap { lives[$0].reading(at: moment) }
                guard readings.count == 2, moment >= 2 else { continue }
                judged += 2
                held += readings.count { abs($0.error) <= $0.bound }
                let difference = abs(readings[0].error - readings[1].error)
                if moment < 2.5 { early.append(difference) }
                if moment >= 30 { late.append(difference) }
            }
        }
        // Milder limits than in the benchmark, since few pairs are tested here.
        #expect(share(0.95, of: early) < 2500, "\(network.name)")
        #expect(share(0.95, of: late) < 1000, "\(network.name)")
        #expect(judged == 16 * 580 && Double(held) >= 0.95 * Double(judged), "\(network.name)")
    }

    @Test("is exact to a tenth of a millisecond on a quiet network")
    func quiet() throws {
        let network = try #require(Network.all.last)
        #expect(network.name == "quiet lan")
        let life = Life(network, seconds: 40, seed: 9)
        for tenth in 50..<390 {
            let reading = try #require(life.reading(at: Double(tenth) / 10))
            #expect(abs(reading.error) < 100 && reading.bound < 300)
        }
    }

    @Test("is right again with the first answer after the clock jumps or the laptop sleeps", arguments: [-30.0, -0.2, 0.2, 5])
    func jumps(by: Double) throws {
        var network = Network.wifi
        network.pushes = 4
        network.stall = (.infinity, 0)
        if by < 0 { network.asleep = 40..<40 - by } else { network.leap = (40, by) }
        let life = Life(network, seconds: 100, seed: 21)
        let before = try #require(life.reading(at: 39.9))
        #expect(abs(before.error) <= before.bound && life.filter.jumps == 0)
        let awake = 40 + max(0, -by)
        let soon = try #require(life.reading(at: awake + 1.5))
        #expect(abs(soon.error) < 10_000 && abs(soon.error) <= soon.bound)
        #expect((1...3).contains(life.filter.jumps))
        let later = try #require(life.reading(at: awake + 20))
        #expect(abs(later.error) < 2000 && abs(later.error) <= later.bound)
    }

    @Test("follows a clock that begins to run faster, and is exact again within a window")
    func bends() throws {
        var network = Network.wifi
        network.bend = (60, 80e-6)
        let life = Life(network, seconds: 140, seed: 30)
        for second in 60..<139 {
            let reading = try #require(life.reading(at: Double(second)))
            #expect(abs(reading.error) < 3000)
            if second > 125 { #expect(abs(reading.error) <= reading.bound && abs(reading.error) < 600) }
        }
        #expect(life.filter.jumps == 0)
    }

    @Test("accepts clocks of any resolution", arguments: [0.000_1, 0.001, 0.002, 1.0 / 60, 0.1])
    func ticks(tick: Double) throws {
        var network = Network("lan", up: (0.000_15, 0.000_2), down: (0.000_15, 0.000_2))
        network.tick = tick
        let life = Life(network, seconds: 60, seed: 4)
        let reading = try #require(life.reading(at: 59))
        #expect(life.filter.jumps == 0)
        #expect(abs(reading.error) <= reading.bound && reading.bound < tick * 1_000_000 + 400)
    }

    @Test("a long time without answers widens the bound, and new answers narrow it")
    func silence() throws {
        var filter = ClockFilter()
        func ask(_ client: Int64) {
            let read = ServerTime(microseconds: client + 9_002_000)
            filter.ping(asked: client, read: read, answered: read, heard: client + 4000)
        }
        for client in stride(from: Int64(0), to: 30_000_000, by: 500_000) { ask(client) }
        let estimate = try #require(filter.estimate)
        #expect(estimate.errorBound(at: 3_600_000_000) > estimate.errorBound(at: 30_000_000))
        ask(3_600_000_000)
        let after = try #require(filter.estimate)
        #expect(abs(after.serverTime(at: 3_600_004_000).microseconds - 3_609_004_000) <= 1 && filter.jumps == 0)
    }

    @Test("impossible answers change nothing")
    func impossible() {
        var filter = ClockFilter()
        filter.ping(asked: 10, read: ServerTime(microseconds: 5), answered: ServerTime(microseconds: 4), heard: 20)
        filter.ping(asked: 30, read: ServerTime(microseconds: 5), answered: ServerTime(microseconds: 6), heard: 20)
        #expect(filter.estimate == nil && filter.jumps == 0)
    }

    @Test("survives arbitrary times from a hostile server")
    func wild() {
        var filter = ClockFilter()
        let wild: [Int64] = [.min, .max, 0, -1, (1 << 53) - 1, 1 << 53, 1]
        for client in 0..<200 as Range<Int64> {
            let stamp = ServerTime(microseconds: wild[Int(client) % wild.count])
            filter.message(sent: stamp, heard: client * 1000)
            filter.ping(asked: client * 1000, read: stamp, answered: stamp, heard: client * 1000 + 500)
        }
        _ = filter.estimate?.serverTime(at: 1_000_000)
    }

    @Test("pings follow the schedule that the page uses")
    func schedule() throws {
        struct Row: Decodable {
            let asked: Int
            let boundUs: Double
            let delayMs: Int64
        }
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Traces/pings.json")
        let rows = try JSONDecoder().decode([Row].self, from: Foundation.Data(contentsOf: file))
        #expect(rows.count > 10)
        for row in rows {
            #expect(PingSchedule.interval(asked: row.asked, bound: row.boundUs) == row.delayMs * 1000, "\(row)")
        }
    }

    private func share(_ share: Double, of values: [Double]) -> Double {
        values.sorted()[Int(Double(values.count - 1) * share)]
    }
}

/// One simulated client with a filter, read at ascending times.
private final class Life {
    private(set) var filter = ClockFilter()
    private let trial: ClockTrial
    private var heard = 0

    init(_ network: Network, seconds: Double, seed: UInt64) {
        trial = ClockTrial(network, seconds: seconds, seed: seed)
    }

    func reading(at moment: Double) -> (error: Double, bound: Double)? {
        while heard < trial.events.count, trial.events[heard].moment <= moment {
            filter.hear(trial.events[heard].event)
            heard += 1
        }
        let client = Int64(trial.client(at: moment))
        guard let estimate = filter.estimate else { return nil }
        let error = Double(estimate.serverTime(at: client).microseconds) - ClockTrial.server(at: moment)
        return (error, estimate.errorBound(at: client))
    }
}
