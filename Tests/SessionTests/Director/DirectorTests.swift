import Music
import Testing

@testable import Session

@Suite("The director")
struct DirectorTests {
    /// A song at 120 BPM in bars of two seconds, whose sections are eight bars each and as loud as this.
    private struct Song: FrameStore {
        let levels: [UInt8]

        static let bars = 8
        static let framesOfSection = bars * 2 * SpectrumFrame.perSecond
        var frames: Range<Int> { 0..<levels.count * Self.framesOfSection }
        var duration: MediaTime { MediaTime(seconds: Double(levels.count * Self.bars * 2)) }
        var grid: BeatGrid { .made((0..<levels.count * Self.bars * 4).map { Double($0) / 2 }) }

        func withFrames<Result>(_ range: Range<Int>, _ body: (Span<UInt8>) -> Result) -> Result {
            let bytes = range.flatMap { [UInt8](repeating: levels[$0 / Self.framesOfSection], count: SpectrumFrame.byteCount) }
            return body(bytes.span)
        }

        func plan(_ labels: [SongSection.Label]) -> PicturePlan {
            let sections = labels.enumerated().map { index, label in
                // A section is found a moment beside its bar.
                SongSection(
                    start: MediaTime(seconds: index == 0 ? 0 : Double(index * Self.bars * 2) + 0.3), label: label, confidence: 1)
            }
            return Director.plan(self, grid: grid, sections: sections, duration: duration, key: MusicalKey("A minor"))
        }
    }

    private static let song = Song(levels: [90, 180, 150, 200, 70, 180, 210, 80])
    private static let labels: [SongSection.Label] = [.intro, .part, .part, .part, .break, .part, .drop, .outro]
    private static let plan = song.plan(labels)

    private func direction(section: Int, bar: Double) -> Direction {
        Self.plan.direction(at: MediaTime(seconds: Double(section) * 16 + bar * 2 + 0.1))
    }

    @Test("acts begin with the sections, on the borders of bars, and what sounds alike has the same theme")
    func acts() {
        #expect(Self.plan.acts.map(\.from.seconds) == (0..<8).map { Double($0) * 16.0 } as [Double])
        #expect(Self.plan.acts.map(\.label) == Self.labels)
        let themes = Self.plan.acts.map(\.theme)
        #expect(themes == [0, 1, 2, 3, 4, 1, 5, 6])
        #expect(Self.plan.acts[1].palette == Self.plan.acts[5].palette)
        #expect(Self.plan.acts[4].palette == 2 && Self.plan.acts[6].palette == 1)
        #expect(Self.plan.character.isMinor == true && Self.plan.end == Self.song.duration)
    }

    @Test("a drop is full, bright and near, a break rests, and the same theme is as full as it was")
    func energies() {
        let (drop, rest) = (direction(section: 6, bar: 2), direction(section: 4, bar: 0))
        #expect(drop.energy >= 0.9 && rest.energy <= 0.35 && rest.breath > 0.9 && drop.breath == 0, "\(drop) \(rest)")
        #expect(
            drop.many > rest.many + 0.5 && drop.near > rest.near + 0.2 && drop.bright > rest.bright + 0.4 && drop.pace > rest.pace)
        #expect(abs(direction(section: 1, bar: 2).energy - direction(section: 5, bar: 2).energy) < 0.01)
    }

    @Test("for eight bars the picture tightens before a drop, which hits at its first beat and for a bar")
    func tension() {
        let steps = (0..<8).map { direction(section: 5, bar: Double($0)).tension }
        #expect(zip(steps, steps.dropFirst()).allSatisfy { $0 < $1 } && steps[7] > 0.8)
        #expect(direction(section: 6, bar: 0.1).tension == 0)
        let at = MediaTime(seconds: 96)
        #expect(Self.plan.hit(at: at - MediaTime(microseconds: 1)) < 0.01 && Self.plan.hit(at: at) == 1)
        #expect(Self.plan.hit(at: at + MediaTime(seconds: 1)) == 0.25 && Self.plan.hit(at: at + MediaTime(seconds: 2)) == 0)
        #expect(Self.plan.drop(after: at - MediaTime(microseconds: 1)) == at && Self.plan.drop(after: at) == nil)
    }

    @Test("without sections and without beats there is one act, as full as the music")
    func bare() {
        let song = Song(levels: [60, 200])
        let plan = Director.plan(song, grid: .none, sections: [], duration: song.duration, key: nil)
        #expect(plan.acts.count == 1 && plan.hits.count <= 1 && plan.character.isMinor == nil)
        #expect(plan.direction(at: MediaTime(seconds: 28)).energy > plan.direction(at: MediaTime(seconds: 4)).energy + 0.15)
        #expect(plan.cues == (0..<32).map { MediaTime(seconds: Double($0)) })
    }

    @Test("any analysis gives a plan in order and within bounds", arguments: 0..<UInt64(200))
    func bounds(seed: UInt64) {
        var numbers = SplitMix(seed: seed)
        let song = Song(
            levels: (0..<Int.random(in: 0...6, using: &numbers)).map { _ in UInt8.random(in: 0...255, using: &numbers) })
        let longest = max(1, song.duration.seconds)
        let paces: [Double] = [0.001, 0.1, 0.5, 9]
        let pace = paces[Int.random(in: paces.indices, using: &numbers)]
        let beats = Array(stride(from: Double.random(in: -50...10, using: &numbers), to: 1.5 * longest, by: pace))
        let grid = Bool.random(using: &numbers) ? BeatGrid.made(beats) : .none
        let starts = (0..<Int.random(in: 0...40, using: &numbers)).map { _ in Double.random(in: -5...2 * longest, using: &numbers) }
            .sorted()
        let sections = starts.map {
            SongSection(
                start: MediaTime(seconds: $0), label: SongSection.Label.allCases.randomElement(using: &numbers) ?? .part,
                confidence: 0.5)
        }
        let plan = Director.plan(song, grid: grid, sections: sections, duration: song.duration, key: nil)
        let again = Director.plan(song, grid: grid, sections: sections, duration: song.duration, key: nil)
        #expect(plan == again && plan.acts[0].from == .zero)
        func ascends(_ times: [MediaTime]) -> Bool { zip(times, times.dropFirst()).allSatisfy { $0 < $1 } }
        for times in [plan.acts.map(\.from), plan.points.map(\.at), plan.hits.map(\.at), plan.cues] { #expect(ascends(times)) }
        for step in 0...400 {
            let position = MediaTime(seconds: -1 + (longest + 2) * Double(step) / 400)
            let direction = plan.direction(at: position)
            let parts = [
                direction.energy, direction.tension, direction.breath, direction.near, direction.many, direction.bright,
                plan.hit(at: position),
            ]
            #expect(parts.allSatisfy { (0...1).contains($0) } && (0.5...1.5).contains(direction.pace), "at \(position.seconds) s")
        }
    }
}
