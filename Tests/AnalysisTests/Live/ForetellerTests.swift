import Music
import Testing

@testable import Analysis

struct ForetellerTests {
    /// Beats from 0 to a moment, in bars of four.
    private func course(interval: Double, until now: Double) -> BeatCourse {
        let pulses = stride(from: 0, through: now, by: interval).enumerated().map {
            PlacedBeat(time: $1, position: $0 % 4 + 1)
        }
        return BeatCourse(found: pulses, last: pulses.last?.time ?? 0, interval: interval, metre: 4)
    }

    private func hear(_ foreteller: inout Foreteller, interval: Double, at now: Double) {
        foreteller.hear(LiveMoment(time: now, isSilent: false, lastEvidence: now)) { _ in
            FoundBeats(course: course(interval: interval, until: now), confidence: 0.9, fit: 0.9, presence: 0.9)
        }
    }

    /// The beats after a moment, as said then.
    private func said(_ foreteller: Foreteller, at now: Double) -> [Double] {
        foreteller.forecast(heard: now).beats.map(\.time.seconds).filter { $0 > now }
    }

    @Test("another level begins with a bar")
    func level() {
        var foreteller = Foreteller(delay: 0)
        for tenth in 10...66 { hear(&foreteller, interval: 0.5, at: Double(tenth) / 10) }
        hear(&foreteller, interval: 1, at: 6.7)
        #expect(said(foreteller, at: 6.7) == [7, 7.5, 8, 9])
        #expect(foreteller.forecast(heard: 6.7).tempo == 120)
        hear(&foreteller, interval: 1, at: 8.1)
        #expect(said(foreteller, at: 8.1) == [9, 10, 11])
        #expect(foreteller.forecast(heard: 8.1).tempo == 60)
    }

    @Test("in the first seconds another level begins at once")
    func early() {
        var foreteller = Foreteller(delay: 0)
        hear(&foreteller, interval: 0.5, at: 2.1)
        hear(&foreteller, interval: 1, at: 2.3)
        #expect(said(foreteller, at: 2.3) == [3, 4, 5])
    }

    /// A moment in a break that began at a second.
    private func pause(_ foreteller: inout Foreteller, since start: Double, at now: Double) {
        foreteller.hear(LiveMoment(time: now, isSilent: false, lastEvidence: start)) { _ in nil }
    }

    @Test("only sure beats go on through a break", arguments: [(0.9 as Float, true), (0.3, false)])
    func breaks(confidence: Float, goesOn: Bool) {
        var foreteller = Foreteller(delay: 0)
        foreteller.hear(LiveMoment(time: 6, isSilent: false, lastEvidence: 6)) { _ in
            FoundBeats(course: course(interval: 0.5, until: 6), confidence: confidence, fit: confidence, presence: 0.9)
        }
        for second in 7...10 { pause(&foreteller, since: 6, at: Double(second)) }
        #expect(said(foreteller, at: 10).isEmpty != goesOn)
    }

    @Test(
        "beats are said where a beat is likely, and go on until it is unlikely",
        arguments: [([0.2], 2, false), ([0.4], 2, true), ([0.4], 6, false), ([0.7, 0.2], 6, true), ([0.7, 0.1], 6, false)])
    func presence(values: [Float], start: Double, isSaid: Bool) {
        var foreteller = Foreteller(delay: 0)
        for value in values {
            foreteller.hear(LiveMoment(time: start, isSilent: false, lastEvidence: start)) { _ in
                FoundBeats(course: course(interval: 0.5, until: start), confidence: 0.9, fit: 0.9, presence: value)
            }
        }
        #expect(said(foreteller, at: start).isEmpty != isSaid)
    }

    @Test("beats that are not found go on for a second")
    func patience() {
        var foreteller = Foreteller(delay: 0)
        hear(&foreteller, interval: 0.5, at: 2)
        for (now, goesOn) in [(2.3, true), (2.9, true), (3.1, false)] {
            foreteller.hear(LiveMoment(time: now, isSilent: false, lastEvidence: now)) { _ in nil }
            #expect(said(foreteller, at: now).isEmpty != goesOn)
        }
    }

    @Test("a course knows its own beats and bars")
    func same() {
        let course = course(interval: 0.5, until: 6)
        #expect(course.isSame(as: [4.5, 5, 5.5, 6]))
        #expect(!course.isSame(as: [4.75, 5.25, 5.75]), "half a beat later")
        #expect(!course.isSame(as: [4, 5, 6]), "half as fast")
        #expect([4, 6, 8, 10].allSatisfy { course.isDownbeat(at: $0) })
        #expect(![4.5, 6.5, 7, 7.5].contains { course.isDownbeat(at: $0) })
    }
}
