import Clicks
import Music
import Session
import Testing
import Yardstick

@testable import Rooms

/// Reads the sound of a metronome.
enum ClickTrial {
    /// When sound begins after at least 20 ms of silence, in microseconds.
    static func onsets(_ chunks: [SoundPart]) -> [Double] {
        var onsets: [Double] = []
        var silent = 960
        for chunk in chunks {
            for index in stride(from: 0, to: chunk.samples.count, by: 2) {
                if chunk.samples[index] == 0 {
                    silent += 1
                } else {
                    if silent >= 960 {
                        onsets.append(
                            Double(chunk.due.microseconds) + Double(index / 2) * 1_000_000 / Double(SoundSample.perSecond))
                    }
                    silent = 0
                }
            }
        }
        return onsets
    }
}

@Suite("The metronome in the sound of a room") struct RoomClicksTests {
    private static let start: Int64 = 2_592_000_000_123
    /// One sample, in microseconds.
    private static let sample = 1_000_000 / 48_000.0

    private func train(_ tenths: Int, kit: String = "beep", _ change: (inout Rhythm) -> Void = { _ in }) -> ClickTrain {
        var rhythm = Rhythm()
        rhythm.tempo = ClickTempo(tenths: tenths)
        change(&rhythm)
        return ClickTrain(rhythm, kit: kit)
    }

    private func course(_ train: ClickTrain, _ generation: Int, from: Int64 = start, until: Int64? = nil) -> Course {
        let timeline = Timeline(
            .click(train), generation: Generation(generation), anchor: .zero, anchorTime: ServerTime(microseconds: from),
            rate: .playing)
        return Course(
            timeline: timeline, entry: 0, from: timeline.anchorTime, until: until.map { ServerTime(microseconds: $0) })
    }

    /// The chunks of courses, asked for in steps as a room does.
    private func listen(
        to courses: [Course], _ seconds: Double, step: Int64 = 100_000,
        kit: @escaping @Sendable (String) -> ClickKit? = ClickKit.builtIn(_:)
    ) throws -> [SoundPart] {
        let sound = RoomSound(program: try Downbeat.worker, kit: kit)
        var chunks: [SoundPart] = []
        for now in stride(from: Self.start, to: Self.start + Int64(seconds * 1_000_000), by: Int(step)) {
            chunks +=
                sound.chunks(
                    of: courses, now: ServerTime(microseconds: now), through: ServerTime(microseconds: now + step - 1)
                ) { _ in nil }.chunks
        }
        return chunks
    }

    @Test("over a minute at 137.3 each click begins within one sample of its time, and there is nothing but clicks")
    func minute() throws {
        let train = train(1373)
        let chunks = try listen(to: [course(train, 256)], 60)
        let onsets = ClickTrial.onsets(chunks)
        // 137 whole beats after the first one begin within the minute.
        #expect(onsets.count == 138)
        for (pulse, onset) in onsets.enumerated() {
            // Computed from its number, not from the one before.
            let due = Double(Self.start) + Double(pulse) * 60_000_000 / 137.3
            #expect(abs(onset - due) <= Self.sample + 0.5, "pulse \(pulse)")
        }
        #expect(chunks.allSatisfy { $0.music.isEmpty && $0.samples.count == 4_800 })
        for (one, next) in zip(chunks, chunks.dropFirst()) {
            #expect(abs(next.due.microseconds - one.due.microseconds - 50_000) <= 1)
        }
    }

    @Test("each click is on its time across a change of tempo, and the one before rings on")
    func change() throws {
        let first = train(1373)
        let boundary = Self.start + first.time(ofPulse: 9).microseconds
        var faster = first.rhythm
        faster.tempo = ClickTempo(tenths: 1_801)
        let second = first.changed(to: faster, kit: "beep", at: 9)
        let courses = [course(first, 256, until: boundary), course(second, 257, from: boundary)]
        let onsets = ClickTrial.onsets(try listen(to: courses, 10))
        let due =
            (0..<9).map { Self.start + first.time(ofPulse: $0).microseconds }
            + (0..<40).map { boundary + second.time(ofPulse: $0).microseconds }
        #expect(onsets.count == due.filter { $0 < Self.start + 10_000_000 }.count)
        for (onset, due) in zip(onsets, due) { #expect(abs(onset - Double(due)) <= Self.sample + 0.5) }

        // A kit whose clicks last a second: both are heard at once after the change.
        let long = ClickKit(
            name: "own/long", label: "long",
            sounds: Dictionary(
                uniqueKeysWithValues: ClickTick.Voice.allCases.map {
                    ($0, ClickSound([Float](repeating: 0.125, count: 48_000)))
                }))
        let rings = try listen(to: courses, 10) { _ in long }
        let after = try #require(rings.first { $0.due.microseconds == boundary })
        // The clicks of the second before, at 137.3, and the new one.
        #expect(after.samples[0] == 3 * 4_096)
        #expect(rings.contains { $0.samples.contains(4 * 4_096) })
    }

    @Test("the sound does not depend on how it is asked for")
    func steps() throws {
        var rhythm = train(2400, kit: "drums").rhythm
        (rhythm.subdivision, rhythm.swing) = (4, 66)
        let courses = [course(ClickTrain(rhythm, kit: "drums"), 256)]
        let whole = try listen(to: courses, 4, step: 4_000_000)
        #expect(whole.count == 80)
        for step in [50_000, 77_777, 333_333] as [Int64] {
            #expect(Array(try listen(to: courses, 4, step: step).prefix(80)) == whole, "\(step)")
        }
        // And it is that of all clicks mixed at once.
        var direct = [Float](repeating: 0, count: 2 * 4 * 48_000)
        let strokes = RoomClicks().strokes(of: courses[0], in: .zero..<MediaTime(seconds: 4))
        ClickMixer.add(strokes, of: ClickKit.builtIn("drums") ?? .wood, to: &direct)
        #expect(whole.flatMap(\.samples) == SoundMixer.sixteenBits(direct))
    }

    @Test("where both voices of a polyrhythm meet, nothing clips", arguments: ClickKit.builtIn.map(\.name))
    func headroom(_ kit: String) throws {
        let train = train(2400, kit: kit) {
            $0.setPolyrhythm(Rhythm.Polyrhythm(second: 3, first: 2))
            _ = $0.setAccents([.strong, .strong])
        }
        let most = try listen(to: [course(train, 256)], 3).flatMap(\.samples).map { abs(Int($0)) }.max()
        #expect(try #require(most) < 32_767)
    }

    @Test("silent bars are silent, and the volume is that of the metronome")
    func volume() throws {
        let train = train(1200) { $0.gap = Rhythm.Gap(heard: 1, silent: 1) }
        let clicks = RoomClicks(volume: 0.25)
        let strokes = clicks.strokes(of: course(train, 256), in: .zero..<MediaTime(seconds: 8))
        #expect(strokes.map(\.sample) == [0, 24_000, 48_000, 72_000, 192_000, 216_000, 240_000, 264_000])
        #expect(strokes.allSatisfy { $0.gain == 0.25 })
        #expect(strokes.map(\.voice).prefix(4) == [.strong, .normal, .normal, .normal])
    }

    /// A course of a track with a beat every half second from 1 s on, in threes.
    private func music(from position: Double, over rate: Double?) -> (RoomClicks, Course) {
        let beats = (0..<6).map { Beat(time: MediaTime(seconds: 1 + Double($0) / 2), position: UInt8($0 % 3 + 1)) }
        var clicks = RoomClicks()
        clicks.over = rate.map { RoomClicks.Over(rate: $0, volume: 0.5) }
        clicks.countInVolume = 0.75
        clicks.grids[1] = BeatGrid(beats: beats, meter: 3, confidence: 1)
        let timeline = Timeline(
            1, generation: Generation(256), anchor: MediaTime(seconds: position), anchorTime: ServerTime(microseconds: Self.start),
            rate: .playing)
        return (clicks, Course(timeline: timeline, entry: 1, from: timeline.anchorTime, until: nil))
    }

    @Test("over music there are clicks on all beats, on every second one from the downbeat, or also between them")
    func rates() {
        func heard(_ rate: Double) -> [String] {
            let (clicks, course) = music(from: 0, over: rate)
            return clicks.strokes(of: course, in: .zero..<MediaTime(seconds: 9)).map { "\(Double($0.sample) / 48_000) \($0.voice)" }
        }
        #expect(heard(1) == ["1.0 strong", "1.5 normal", "2.0 normal", "2.5 strong", "3.0 normal", "3.5 normal"])
        #expect(heard(0.5) == ["1.0 strong", "2.0 normal", "2.5 strong", "3.5 normal"])
        #expect(
            heard(2) == [
                "1.0 strong", "1.25 soft", "1.5 normal", "1.75 soft", "2.0 normal", "2.25 soft", "2.5 strong", "2.75 soft",
                "3.0 normal",
                "3.25 soft", "3.5 normal",
            ])
    }

    @Test("beats that are microseconds apart neither click each time nor count in")
    func crowded() {
        var (clicks, course) = music(from: -1.5, over: 2)
        let beats = (0..<5_000).map { Beat(time: MediaTime(microseconds: $0), position: 0) }
        clicks.grids[1] = BeatGrid(beats: beats, meter: 0, confidence: 1)
        #expect(clicks.strokes(of: course, in: MediaTime(seconds: -9)..<MediaTime(seconds: 9)).count == 1)
        course = music(from: 0, over: 2).1
        #expect(clicks.strokes(of: course, in: .zero..<MediaTime(seconds: 9)).count == 1)
    }

    @Test("a count-in clicks before the track in its bars, before anything is decoded")
    func countIn() throws {
        let (clicks, course) = music(from: -1.5, over: nil)
        let strokes = clicks.strokes(of: course, in: MediaTime(seconds: -9)..<MediaTime(seconds: 9))
        #expect(strokes.map { "\(Double($0.sample) / 48_000) \($0.voice)" } == ["-1.5 normal", "-1.0 normal", "-0.5 strong"])
        #expect(strokes.allSatisfy { $0.gain == 0.75 })
        let sound = RoomSound(program: try Downbeat.worker)
        let yield = sound.chunks(
            of: [course], clicks, now: ServerTime(microseconds: Self.start),
            through: ServerTime(microseconds: Self.start + 1_800_000)
        ) { _ in nil }
        #expect(yield.chunks.count == 30 && yield.chunks.allSatisfy { $0.music.allSatisfy { $0 == 0 } && $0.music.count == 4_800 })
        #expect(ClickTrial.onsets(yield.chunks).map { (($0 - Double(Self.start)) / 1000).rounded() } == [0, 500, 1_000])
    }
}
