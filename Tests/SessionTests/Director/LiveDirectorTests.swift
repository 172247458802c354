import Music
import Testing

@testable import Session

@Suite("The plan of live sound")
struct LiveDirectorTests {
    /// Frames of seconds that are as loud as these levels, in all bands.
    private func frames(_ levels: [UInt8]) -> [UInt8] {
        levels.flatMap { level in
            (0..<SpectrumFrame.perSecond).flatMap { frame in
                [UInt8](repeating: level, count: SpectrumFrame.bandCount) + [level, frame % 30 == 0 ? 40 : 2]
            }
        }
    }

    private let song: [UInt8] =
        [UInt8](repeating: 120, count: 20) + [UInt8](repeating: 210, count: 20) + [UInt8](repeating: 110, count: 12) + [0, 0, 0, 0]
        + [UInt8](repeating: 200, count: 10)

    /// The plan after each second.
    private func plans(of song: [UInt8], from frame: Int = 0, beats: ScoreBeats = ScoreBeats(.none)) -> [PicturePlan] {
        var director = LiveDirector(from: frame)
        return song.compactMap { level in
            director.hear(frames([level]).span, beats: beats)
            return director.plan
        }
    }

    @Test("what was planned of the past stays, and the plan is known as far as the sound")
    func past() {
        let plans = plans(of: song)
        #expect(plans.count == song.count)
        for (second, plan) in plans.enumerated() {
            let end = MediaTime(seconds: Double(second) + 0.5)
            #expect(plan.points.last?.at == end && plan.edition == second + 1)
            guard second > 0 else { continue }
            for half in 0..<6 where Double(second) - Double(half) / 2 > 0 {
                let position = MediaTime(seconds: Double(second) - 0.5 - Double(half) / 2)
                #expect(plan.direction(at: position) == plans[second - 1].direction(at: position), "\(position)")
            }
            for (earlier, later) in zip(plan.points, plan.points.dropFirst()) { #expect(earlier.at < later.at) }
            for direction in plan.points.map(\.direction) {
                for number in [direction.energy, direction.breath, direction.near, direction.many, direction.bright] {
                    #expect((0...1).contains(number))
                }
            }
        }
    }

    @Test("cut into any pieces the same sound has the same plan")
    func pieces() throws {
        let bytes = frames(song)
        let whole = try #require(plans(of: song).last)
        for count in [1, 7, 61, 600] {
            var director = LiveDirector(from: 0)
            var rest = bytes[...]
            while !rest.isEmpty {
                let piece = Array(rest.prefix(count * SpectrumFrame.byteCount))
                director.hear(piece.span, beats: ScoreBeats(.none))
                rest = rest.dropFirst(piece.count)
            }
            #expect(director.plan == whole, "\(count)")
        }
    }

    @Test("a rise opens the picture once, on the nearest beat, and what stays soft is a break")
    func form() {
        let grid = BeatGrid(
            beats: (0..<140).map { Beat(time: MediaTime(microseconds: 300_000 + Int64($0) * 500_000), position: 0) }, meter: 0,
            confidence: 1)
        let plans = plans(of: song, beats: ScoreBeats(grid))
        let hits = Set(plans.flatMap(\.hits).map(\.at.seconds))
        #expect(hits == [19.8, 55.8] || hits == [20.3, 56.3], "\(hits)")
        #expect(plans[30].acts.last?.label == .drop && plans[30].direction(at: MediaTime(seconds: 30)).energy > 0.8)
        #expect(plans[50].acts.last?.label == .break && plans[50].direction(at: MediaTime(seconds: 48)).breath > 0.5)
        #expect(plans[55].direction(at: MediaTime(seconds: 55)).energy < 0.15)
        #expect(plans[65].acts.last?.label == .drop)
    }

    @Test("days of sound take no more memory than a minute, and begin where they begin")
    func bounds() throws {
        let plans = plans(of: (0..<400).map { UInt8(100 + $0 % 90) }, from: 90)
        let last = try #require(plans.last)
        #expect(last.points.count <= 26 && last.acts.count <= 5 && last.hits.count <= 5)
        // The first whole second begins half a second after frame 90.
        #expect(plans[0].points.first?.at == MediaTime(seconds: 2.5))
    }
}
