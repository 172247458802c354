import Music
import Testing
import Yardstick

@testable import Analysis

struct LiveBeatTrackerTests {
    private static let rate = 44_100

    private func forecasts(_ sound: [Float], delay: Double = 0, block: Int = 4096) -> [BeatForecast] {
        var tracker = LiveBeatTracker(delay: delay)
        var forecasts: [BeatForecast] = []
        for start in stride(from: 0, to: sound.count, by: block) {
            forecasts += tracker.push(sound.span.extracting(start..<min(sound.count, start + block)))
        }
        return forecasts
    }

    /// The beats that a screen draws: each as it was said a tenth of a second before.
    private func drawn(_ forecasts: [BeatForecast]) -> [Double] {
        let lead = 0.1
        var drawn: [Double] = []
        for (index, forecast) in forecasts.enumerated() {
            let until = index + 1 < forecasts.count ? forecasts[index + 1].heard.seconds : .infinity
            for beat in forecast.beats.map(\.time.seconds) where (forecast.heard.seconds..<until).contains(beat - lead) {
                if let last = drawn.last, beat - last < lead { continue }
                drawn.append(beat)
            }
        }
        return drawn
    }

    /// Clicks at 120 beats a minute over a quiet tone, but for a part without clicks.
    private func clicks(seconds: Double, without missing: Range<Double> = -2 ..< -1) -> [Float] {
        var sound = TestSignal.sine(220, amplitude: 0.05, seconds: seconds, rate: Self.rate)
        for time in stride(from: 0.5, to: seconds - 0.1, by: 0.5) where !missing.contains(time) {
            let start = Int(time * Double(Self.rate))
            for index in 0..<1000 {
                sound[start + index] += 0.6 * Float(1000 - index) / 1000 * (index / 20 % 2 == 0 ? 1 : -1)
            }
        }
        return sound
    }

    @Test("beats are said before they sound")
    func ahead() throws {
        let groove = try #require(Groove.styles.first { $0.name == "click" })
        let truth = groove.beats(seconds: 20).filter { $0 > 10 && $0 < 19.5 }
        let said = drawn(forecasts(groove.samples(seconds: 20))).filter { $0 > 10.1 && $0 < 19.5 }
        #expect(BeatScore.fMeasure(truth, said, within: 0.025) == 1, "\(said) for \(truth)")
    }

    @Test("the block size has no effect")
    func blocks() {
        let sound = clicks(seconds: 6)
        #expect(forecasts(sound, block: 1000) == forecasts(sound, block: sound.count))
    }

    @Test("beats that fit well, but may as well be tapped at another level, are in doubt while they come in as in the whole track")
    func doubt() {
        let claps = Groove("claps", beatsPerBar: 4, tempo: 84, (0..<16).map { Groove.Hit(.clap, Double($0) / 4, 0.6) })
        let sound = claps.samples(seconds: 12)
        var whole = BeatTracker()
        whole.push(sound.span)
        #expect(whole.finish().isDoubtful)
        let late = forecasts(sound).filter { $0.heard.seconds > 8 && !$0.beats.isEmpty }
        let doubtful = late.filter { BeatGrid(beats: $0.beats, meter: 0, confidence: $0.confidence).isDoubtful }
        #expect(doubtful.count > late.count / 2, "\(late.map(\.confidence))")
    }

    @Test("nothing is said of silence, noise and a tone")
    func nothing() {
        var numbers = SeededNumbers(seed: 21)
        let silence = TestSignal.silence(seconds: 10, rate: Self.rate)
        let noise = numbers.numbers(Self.rate * 10).map { $0 * 0.3 }
        let tone = TestSignal.sine(220, amplitude: 0.3, seconds: 10, rate: Self.rate)
        for sound in [silence, noise, tone] {
            #expect(forecasts(sound).allSatisfy { $0.beats.isEmpty && $0.tempo == nil })
        }
    }

    @Test("beats go on through a break of four seconds")
    func holds() {
        let said = drawn(forecasts(clicks(seconds: 20, without: 11.75..<15.75))).filter { $0 > 10 && $0 < 19 }
        let truth = stride(from: 10.5, to: 19, by: 0.5)
        #expect(BeatScore.fMeasure(Array(truth), said, within: 0.05) > 0.95, "\(said)")
    }

    @Test("where the music ends, nothing more is said after two seconds")
    func letsGo() {
        let after = forecasts(clicks(seconds: 12) + TestSignal.silence(seconds: 5, rate: Self.rate)).filter {
            $0.heard.seconds > 14
        }
        #expect(!after.isEmpty && after.allSatisfy { $0.beats.isEmpty })
    }

    @Test("silence before the music does not delay the first forecast")
    func quietStart() throws {
        func firstSaid(after silence: Double) throws -> Double {
            let sound = TestSignal.silence(seconds: silence, rate: Self.rate) + clicks(seconds: 6)
            return try #require(forecasts(sound).first { !$0.beats.isEmpty }).heard.seconds - silence
        }
        let usual = try firstSaid(after: 0)
        #expect(try firstSaid(after: 1) < usual + 0.3)
        #expect(try firstSaid(after: 3) < usual + 0.3)
    }

    @Test("when the sound has ended, no beat is said after it")
    func ends() {
        var tracker = LiveBeatTracker(delay: 1)
        let sound = clicks(seconds: 8)
        let last = tracker.push(sound.span).last
        let end = tracker.finish()
        #expect(last?.beats.contains { $0.time > end.heard } == true)
        #expect(!end.beats.isEmpty && end.beats.allSatisfy { $0.time <= end.heard })
        #expect(end.through == end.heard && end.heard == MediaTime(seconds: 8))
    }

    @Test("with a delay, the beats of that time are said again")
    func delay() {
        let forecast = forecasts(clicks(seconds: 12), delay: 2).last
        let past = forecast?.beats.filter { $0.time < forecast!.heard }.map(\.time.seconds) ?? []
        #expect(past.count >= 4)
    }
}
