import FoundationEssentials
import Music
import Testing

@Suite("The clicks of a metronome")
struct ClickTrainTests {
    private func train(_ json: String) throws -> ClickTrain {
        ClickTrain(try JSONDecoder().decode(Rhythm.self, from: Data(json.utf8)), kit: "wood")
    }

    private func ticks(_ train: ClickTrain, bars: Range<Int>) -> [ClickTick] {
        let pulses = train.rhythm.pulses
        return train.ticks(
            in: train.time(ofPulse: bars.lowerBound * pulses)..<train.time(ofPulse: bars.upperBound * pulses))
    }

    @Test("in eight hours no pulse is further than half a microsecond from its exact time, at 30 odd tempos")
    func exact() throws {
        for step in 0..<30 {
            let tenths = 301 + step * 71
            let train = try train(#"{"bpm":\#(Double(tenths) / 10)}"#)
            let count = 8 * 60 * tenths / 10
            for pulse in stride(from: 0, through: count, by: 97) {
                // 2 · tenths · |time − exact| ≤ tenths, in whole numbers.
                let exact = pulse * 600_000_000
                let away = abs(Int(train.time(ofPulse: pulse).microseconds) * tenths - exact)
                #expect(2 * away <= tenths)
            }
        }
    }

    @Test("a position finds its pulse, on it, just before and just after")
    func found() throws {
        for bpm in [30, 59.9, 137.3, 240] {
            let train = try train(#"{"bpm":\#(bpm),"unit":8}"#)
            for pulse in [-1000, -1, 0, 1, 2, 3, 999, 1_000_000] {
                let time = train.time(ofPulse: pulse)
                #expect(train.pulse(at: time) == pulse)
                #expect(train.pulse(at: MediaTime(microseconds: time.microseconds - 1)) == pulse - 1)
                #expect(train.pulse(atOrAfter: time) == pulse)
                #expect(train.pulse(atOrAfter: MediaTime(microseconds: time.microseconds + 1)) == pulse + 1)
            }
            #expect(train.pulse(at: .furthest) > 0 && train.time(ofPulse: .max) > .zero && train.time(ofPulse: .min) < .zero)
        }
    }

    @Test("all 225 polyrhythms meet at the start of each cycle, and only there if their counts share no divisor")
    func polyrhythms() throws {
        func divisor(_ one: Int, _ other: Int) -> Int { other == 0 ? one : divisor(other, one % other) }
        for second in 1...15 {
            for first in 1...15 {
                let train = try train(#"{"bpm":97.3,"polyrhythm":[\#(second),\#(first)]}"#)
                let bars = 3
                let ticks = ticks(train, bars: 0..<bars)
                let (own, other) = (ticks.filter(\.isPulse), ticks.filter { $0.voice == .second })
                #expect(own.count == bars * first && other.count == bars * second)
                let together = Set(own.map(\.time)).intersection(other.map(\.time))
                #expect(together.count == bars * divisor(first, second), "\(second):\(first)")
                for bar in 0..<bars { #expect(together.contains(train.time(ofPulse: bar * first))) }
            }
        }
    }

    @Test(
        "groups make up the bar, and their starts stand out",
        arguments: [
            [3, 2], [2, 3], [3, 2, 2], [2, 2, 3], [2, 3, 2], [2, 2, 2, 3], [3, 3, 3], [2, 2, 3, 2, 2], [3, 3, 2, 3],
            [3, 2, 2, 3, 3], [2, 3, 2, 3, 3], [3, 3, 3, 3, 3], [2, 3, 2, 3, 2, 3],
        ])
    func groups(_ groups: [Int]) throws {
        let train = try train(#"{"bpm":120,"unit":8,"groups":\#(groups)}"#)
        let length = groups.reduce(0, +)
        let bar = ticks(train, bars: 2..<3)
        #expect(bar.count == length && train.rhythm.pulses == length)
        var start = 0
        for (index, group) in groups.enumerated() {
            #expect(bar[start].voice == (index == 0 ? .strong : .normal))
            #expect(bar[start + 1..<start + group].allSatisfy { $0.voice == .soft })
            start += group
        }
        // An eighth at 120 quarters a minute.
        #expect(train.time(ofPulse: 1) == MediaTime(seconds: 0.25))
        #expect(train.bar(ofPulse: 2 * length) == 3 && train.place(ofPulse: 2 * length + 1) == 1)
    }

    @Test("swing moves every second part; alternate sixteenths have a voice of their own")
    func parts() throws {
        let swung = try train(#"{"bpm":60,"subdivision":2,"swing":66}"#).ticks(in: .zero..<MediaTime(seconds: 2))
        #expect(swung.map(\.time.seconds) == [0, 0.66, 1, 1.66])
        let sixteenths = try train(#"{"bpm":60,"subdivision":4,"swing":60,"alternate":true}"#)
            .ticks(in: .zero..<MediaTime(seconds: 1))
        #expect(sixteenths.map(\.time.seconds) == [0, 0.3, 0.5, 0.8])
        #expect(sixteenths.map(\.voice) == [.strong, .alternate, .soft, .alternate])
        let triplets = try train(#"{"bpm":60,"subdivision":3,"swing":70}"#).ticks(in: .zero..<MediaTime(seconds: 1))
        #expect(triplets.map(\.time.microseconds) == [0, 333_333, 666_667])
        let silent = try train(#"{"bpm":60,"groups":[2],"accents":["silent","soft"],"subdivision":2}"#)
        #expect(ticks(silent, bars: 0..<1).map(\.time.seconds) == [1, 1.5])
    }

    @Test("silent bars are exactly silent, however far")
    func gap() throws {
        let train = try train(#"{"bpm":120,"groups":[3],"gap":{"on":2,"off":1,"picture":false}}"#)
        for bar in 0..<300 {
            #expect(ticks(train, bars: bar..<bar + 1).count == (bar % 3 == 2 ? 0 : 3))
        }
        let shown = try self.train(#"{"bpm":120,"groups":[3],"gap":{"on":2,"off":1}}"#)
        #expect(ticks(shown, bars: 2..<3).map(\.isHeard) == [false, false, false])
        #expect(ticks(shown, bars: 3..<4).map(\.isHeard) == [true, true, true])
    }

    @Test("a tempo rises exactly every so many pulses, up to its end")
    func ramp() throws {
        var train = try train(#"{"bpm":100,"groups":[3],"ramp":{"step":5,"every":8,"to":112}}"#)
        var tempos: [Double] = []
        var pulses = 0
        while let next = train.next {
            #expect(next.pulse == 8)
            pulses += next.pulse
            train = next.train
            tempos.append(train.rhythm.tempo.beatsPerMinute)
            #expect(train.firstPulse == pulses % 3 && train.firstBar == 1 + pulses / 3)
        }
        #expect(tempos == [105, 110, 112])
        let falling = try self.train(#"{"bpm":100,"ramp":{"step":-10,"every":4,"to":85}}"#)
        #expect(falling.next?.train.rhythm.tempo.beatsPerMinute == 90)
        #expect(try self.train(#"{"bpm":100,"ramp":{"step":5,"every":8,"to":90}}"#).next == nil)
    }

    @Test("however a stretch is split, each click comes once")
    func split() throws {
        let train = try train(#"{"bpm":171.7,"subdivision":4,"swing":58,"polyrhythm":[7,5]}"#)
        var random = SeededGenerator(seed: 7)
        let end = MediaTime(seconds: 20)
        let all = train.ticks(in: .zero..<end)
        var (parts, from) = ([ClickTick](), MediaTime.zero)
        while from < end {
            let to = min(end, from + MediaTime(microseconds: .random(in: 1...700_000, using: &random)))
            parts += train.ticks(in: from..<to)
            from = to
        }
        #expect(parts == all && all.count > 100)
    }
}

@Suite("A rhythm as JSON")
struct RhythmJSONTests {
    @Test("what is written is read again")
    func roundTrip() throws {
        let text = """
            {"bpm":87.5,"groups":[2,2,3],"unit":8,"subdivision":2,"swing":62,"alternate":true,"accents":["soft","silent","strong",\
            "normal","soft","soft","soft"],"polyrhythm":null,"gap":{"on":3,"off":1,"picture":false},\
            "ramp":{"step":-2,"every":16,"to":60}}
            """
        let rhythm = try JSONDecoder().decode(Rhythm.self, from: Data(text.utf8))
        #expect(try JSONDecoder().decode(Rhythm.self, from: try JSONEncoder().encode(rhythm)) == rhythm)
        #expect(rhythm.accents[1] == .silent && rhythm.gap?.isShown == false && rhythm.ramp?.step == -2)
        #expect(try JSONDecoder().decode(Rhythm.self, from: Data("{}".utf8)) == Rhythm())
    }

    @Test(
        "a wrong field is named, and nothing is changed",
        arguments: [
            ("bpm", #"{"bpm":29.9}"#), ("bpm", #"{"bpm":"fast"}"#), ("groups", #"{"groups":[]}"#), ("groups", #"{"groups":[0]}"#),
            ("groups", #"{"groups":[32,1]}"#), ("groups", #"{"groups":[9223372036854775807,1]}"#), ("unit", #"{"unit":16}"#),
            ("subdivision", #"{"subdivision":5}"#), ("swing", #"{"swing":80}"#), ("accents", #"{"accents":["loud"]}"#),
            ("accents", #"{"groups":[3],"accents":["soft","soft"]}"#), ("polyrhythm", #"{"polyrhythm":[3]}"#),
            ("polyrhythm", #"{"polyrhythm":[16,2]}"#), ("gap", #"{"gap":{"on":0,"off":1}}"#), ("gap", #"{"gap":5}"#),
            ("ramp", #"{"ramp":{"step":3,"to":120}}"#), ("ramp", #"{"ramp":{"every":5,"to":120}}"#), ("ramp", #"{"ramp":{}}"#),
        ])
    func wrong(_ field: String, _ text: String) {
        let problem = #expect(throws: RhythmProblem.self) { try JSONDecoder().decode(Rhythm.self, from: Data(text.utf8)) }
        #expect(problem?.field == field)
    }
}
