import Foundation
import Music
import Testing

struct GridPartTests {
    private let duration = MediaTime(seconds: 60)
    private let moment = MediaTime(seconds: 20.1)

    private func steady(_ bpm: Double) -> BeatGrid {
        let beats = (0..<Int(bpm)).map { (number: Int) -> Beat in
            let seconds = Double(number) * 60 / bpm
            return Beat(time: MediaTime(seconds: seconds), position: UInt8(number % 4 + 1))
        }
        return BeatGrid(beats: beats, meter: 4, confidence: 0.7)
    }

    private func apply(_ steps: GridCorrection.Step..., to grid: BeatGrid) -> BeatGrid {
        GridCorrection(steps: steps).applied(to: grid, duration: duration)
    }

    private var parts: [GridCorrection.Step] {
        [
            .double, .half, .shift(milliseconds: -170), .shift(milliseconds: 900), .downbeat(at: MediaTime(seconds: 33)),
            .tempo(bpm: 97, anchoredAt: MediaTime(seconds: 20.4)), .tempo(bpm: 150, anchoredAt: .zero),
        ]
    }

    @Test("before its moment a change of a part leaves every beat alone, and behind it beats stay in order")
    func before() {
        for bpm in [60.0, 93, 120, 180] {
            let grid = steady(bpm)
            for step in parts {
                let changed = apply(.from(moment, step), to: grid)
                #expect(changed.beats.filter { $0.time < moment } == grid.beats.filter { $0.time < moment }, "\(step)")
                #expect(changed != grid, "\(step)")
                #expect(zip(changed.beats, changed.beats.dropFirst()).allSatisfy { $0.time < $1.time }, "\(step)")
                #expect(changed.beats.allSatisfy { (.zero...duration).contains($0.time) }, "\(step)")
            }
        }
    }

    @Test("from the start on is the whole track")
    func whole() {
        let grid = steady(90)
        for step in parts where step != .shift(milliseconds: -170) {
            #expect(apply(.from(.zero, step), to: grid).beats == apply(step, to: grid).beats, "\(step)")
        }
    }

    @Test("opposite changes of a part cancel, and a tempo replaces what came before it in its part")
    func cancelling() {
        let grid = steady(120)
        let tempo = GridCorrection.Step.from(moment, .tempo(bpm: 97, anchoredAt: moment))
        let later = MediaTime(seconds: 40)
        let cases: [([GridCorrection.Step], [GridCorrection.Step])] = [
            ([.from(moment, .shift(milliseconds: 400)), .from(moment, .shift(milliseconds: -400))], []),
            ([.from(moment, .double), .from(moment, .half)], []),
            ([.from(moment, .shift(milliseconds: 4)), .from(later, .double), tempo], [tempo]),
            ([.from(moment, .downbeat(at: moment)), .from(moment, .downbeat(at: later))], [.from(moment, .downbeat(at: later))]),
            ([tempo, .tempo(bpm: 100, anchoredAt: .zero)], [.tempo(bpm: 100, anchoredAt: .zero)]),
            ([.double, tempo, .half], [.double, tempo, .half]),
        ]
        for (steps, shortest) in cases {
            let canonical = GridCorrection(steps: steps).canonical
            #expect(canonical.steps == shortest)
            #expect(canonical.canonical == canonical)
            if shortest.isEmpty { #expect(GridCorrection(steps: steps).applied(to: grid, duration: duration) == grid) }
        }
    }

    @Test("a part's steps are written and read like the others, and only five kinds have a part")
    func text() throws {
        let text = #"{"steps":[{"do":"half","from":20.1},{"at":20.4,"bpm":97,"do":"tempo","from":20.1}]}"#
        let correction = try JSONDecoder().decode(GridCorrection.self, from: Data(text.utf8))
        #expect(correction.steps == [.from(moment, .half), .from(moment, .tempo(bpm: 97, anchoredAt: MediaTime(seconds: 20.4)))])
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        #expect(String(decoding: try encoder.encode(correction), as: UTF8.self) == text)
        for wrong in [
            #"{"do":"meter","beats":3,"from":1}"#, #"{"do":"taps","times":[1,2,3,4],"from":1}"#, #"{"do":"half","from":-1}"#,
            #"{"do":"half","from":1e300}"#, #"{"do":"shift","milliseconds":3000,"from":1}"#,
        ] {
            #expect(throws: DecodingError.self, "\(wrong)") {
                try JSONDecoder().decode(GridCorrection.Step.self, from: Data(wrong.utf8))
            }
        }
    }

    @Test("stretches of one tempo put every beat where it is")
    func stretches() {
        let grids = [steady(120), apply(.from(moment, .tempo(bpm: 97, anchoredAt: moment)), to: steady(120)), steady(133.37)]
        for (grid, fewest) in zip(grids, [1, 2, 1]) {
            let stretches = grid.stretches(within: MediaTime(microseconds: 2_000))
            #expect((fewest...fewest + 1).contains(stretches.count))
            #expect(stretches.map(\.count).reduce(0, +) == grid.beats.count)
            for stretch in stretches {
                for index in 0..<stretch.count {
                    let expected = grid.beats[stretch.first].time.seconds + Double(index) * 60 / stretch.bpm
                    #expect(abs(grid.beats[stretch.first + index].time.seconds - expected) < 0.0021)
                }
            }
        }
        #expect(BeatGrid.none.stretches(within: .zero).isEmpty)
    }
}
