import Music
import Testing

@testable import Analysis

@Suite("Sections", .serialized)
struct SectionFinderTests {
    /// A track of bars of two seconds; `level` gives the magnitude of a band of the beat spectrum at a beat.
    private func course(bars: Int, _ level: (_ beat: Int, _ band: Int) -> Float) -> BandCourse {
        var course = BandCourse()
        for beat in 0..<bars * 4 {
            let bands = (0..<BandSpectrum.bandCount).map { level(beat, $0) }
            for frame in 0..<25 { course.push(bands.map { $0 * (frame < 8 ? 1 : 0.3) }[...]) }
        }
        return course
    }

    private func grid(bars: Int, from start: Double = 0) -> BeatGrid {
        let beats = (0..<bars * 4).map { Beat(time: MediaTime(seconds: start + Double($0) / 2), position: UInt8($0 % 4 + 1)) }
        return BeatGrid(beats: beats, meter: 4, confidence: 0.9)
    }

    @Test("a section begins where instruments come and go, and nowhere else")
    func changes() {
        let course = course(bars: 64) { beat, band in
            switch beat / 4 {
            case ..<8: band > 30 ? 0.02 : 1e-4
            case 32..<40: band < 12 ? 1e-4 : 0.02
            default: band < 12 ? 0.3 : 0.05
            }
        }
        let sections = SectionFinder().sections(of: course, grid: grid(bars: 64), duration: MediaTime(seconds: 128))
        #expect(sections.map(\.start.seconds) == [0, 16, 64, 80])
        #expect(sections.first?.confidence == 1 && sections.dropFirst().allSatisfy { $0.confidence > 0.5 })
        #expect(sections.first?.label == .intro)
    }

    @Test("music that stays the same, music without bars and short music have no sections")
    func none() {
        let same = course(bars: 64) { beat, band in band % 3 == beat % 4 ? 0.1 : 0.02 }
        let finder = SectionFinder()
        let duration = MediaTime(seconds: 128)
        #expect(finder.sections(of: same, grid: grid(bars: 64), duration: duration).isEmpty)
        let changing = course(bars: 64) { beat, _ in beat < 128 ? 0.3 : 1e-4 }
        #expect(finder.sections(of: changing, grid: grid(bars: 64), duration: duration).count == 2)
        #expect(finder.sections(of: changing, grid: .none, duration: duration).isEmpty)
        #expect(finder.sections(of: changing, grid: grid(bars: 7), duration: duration).isEmpty)
        #expect(finder.sections(of: BandCourse(), grid: grid(bars: 64), duration: duration).isEmpty)
        #expect(finder.sections(of: changing, grid: grid(bars: 64), duration: .zero).isEmpty)
    }

    @Test("borders lie on bars in order, the first at the start, for any sound and any grid")
    func laws() {
        let finder = SectionFinder()
        for seed in UInt64(1)...60 {
            var random = SeededNumbers(seed: seed)
            let rows = random.integer(in: 1...400)
            var course = BandCourse()
            for row in 0..<rows {
                let wild: Float = row % 7 == 0 && seed % 10 == 0 ? .nan : 1
                course.push(random.numbers(4 * BandSpectrum.bandCount).map { abs($0 * $0 * $0) * wild }[...])
            }
            var time = Double(random.next()) * 2
            let beats = (0..<random.integer(in: 0...120)).map { index -> Beat in
                time += 0.05 + abs(Double(random.next())) * (seed % 3 == 0 ? 20 : 0.6)
                return Beat(time: MediaTime(seconds: time), position: UInt8(index % 3 + 1))
            }
            let grid = BeatGrid(beats: beats, meter: 3, confidence: 0.5)
            let duration = MediaTime(seconds: Double(rows) * 0.32)
            let sections = finder.sections(of: course, grid: grid, duration: duration)
            let starts = sections.map(\.start)
            #expect(zip(starts, starts.dropFirst()).allSatisfy { $0 < $1 }, "seed \(seed)")
            let lengths = zip(starts, starts.dropFirst() + [duration]).map { ($1 - $0).seconds }
            #expect(lengths.allSatisfy { $0 >= 2.999 }, "seed \(seed)")
            #expect(starts.first ?? .zero == .zero && starts.allSatisfy { $0 < duration }, "seed \(seed)")
            #expect(Set(starts.dropFirst()).isSubset(of: grid.downbeats), "seed \(seed)")
            #expect(sections.allSatisfy { (0...1).contains($0.confidence) }, "seed \(seed)")
        }
    }

    /// Of bars of two seconds.
    private func starts(_ scores: [Float], bar: Double = 2) -> [Int] {
        SectionFinder.starts(scores, edges: (0...scores.count).map { Double($0) * bar })
    }

    @Test("no section is shorter than three seconds, however fast the bars are", arguments: [0.2, 0.5, 0.9, 1.6])
    func shortest(bar: Double) {
        for seed in UInt64(1)...40 {
            var random = SeededNumbers(seed: seed)
            let scores = random.numbers(random.integer(in: 1...120)).map { 6 * $0 }
            let edges = (starts(scores, bar: bar) + [scores.count]).map { Double($0) * bar }
            let lengths = zip(edges, edges.dropFirst()).map { $1 - $0 }
            #expect(lengths.count == 1 || lengths.allSatisfy { $0 >= 3 }, "seed \(seed)")
        }
        var scores = [Float](repeating: -8, count: 64)
        (scores[1], scores[31], scores[32], scores[63]) = (9, 5, 6, 9)
        if bar < 1.5 { #expect(starts(scores, bar: bar) == (bar < 0.1 ? [0] : [0, 32])) }
    }

    @Test("a cut from the middle of a song begins with no intro and ends with no outro")
    func cuts() {
        // Two parts that alternate, one of them without its highs.
        for (low, high) in [(Float(0.03), Float(0.3)), (0.25, 0.1)] {
            let course = course(bars: 64) { beat, band in
                beat / 32 % 2 == 0 ? (band < 20 ? 0.3 : 0.03) : (band < 20 ? low : high)
            }
            let sections = SectionFinder().sections(of: course, grid: grid(bars: 64), duration: MediaTime(seconds: 128))
            #expect(sections.count == 8)
            #expect(!sections.contains { $0.label == .intro || $0.label == .outro }, "\(sections.map(\.label))")
        }
    }

    @Test("the likeliest division takes sure borders and prefers four and eight bars")
    func divisions() {
        var scores = [Float](repeating: -8, count: 40)
        (scores[16], scores[24]) = (6, 6)
        #expect(starts(scores) == [0, 16, 24])
        // A weak border at an odd bar is not worth its cost, a sure one is.
        scores[19] = -1
        #expect(starts(scores) == [0, 16, 24])
        scores[19] = 12
        #expect(starts(scores).contains(19))
        #expect(starts([]).isEmpty && starts([3]) == [0])
        #expect(starts(Array(repeating: -30, count: 500)) == [0])
    }

    @Test("of a mix of days the sections are found, too")
    func days() {
        // Each bar might be a border, so that comparing all pairs would take minutes.
        let starts = starts(Array(repeating: -1, count: 400_000))
        #expect(starts.count == 100_000 && starts.allSatisfy { $0 % 4 == 0 })
    }

    @Test("an intro comes first, an outro last, and a drop after a build or a break")
    func labels() {
        func scores(_ labels: [Int]) -> [[Float]] { labels.map { label in (0..<6).map { $0 == label ? 5 : 0 } } }
        let whole = SectionFinder.labels(scores([1, 1, 0, 4, 2, 3, 3, 5]))
        #expect(whole == [.intro, .intro, .part, .break, .build, .drop, .drop, .outro])
        #expect(SectionFinder.labels(scores([0, 1, 3, 5, 0, 5, 5])) == [.part, .part, .part, .part, .part, .outro, .outro])
        // Nothing is likely enough here.
        #expect(SectionFinder.labels([[0, 0.1, 0, 0, 0, 0.2]]) == [.part])
    }
}
