import Foundation
import Glibc
import Music
import Session
import System
import Testing
import Yardstick

@testable import Live

@Suite("Raw samples as a live source")
final class EarTests {
    private let clock = HandClock()
    private let path = FileManager.default.temporaryDirectory.path + "/downbeat-pipe-\(UUID().uuidString)"
    private let input: LiveInput
    /// Samples that were written, for the phase of the tone.
    private var written = 0

    init() throws {
        try #require(mkfifo(path, 0o600) == 0)
        input = try #require(LiveInput("desk", NamedPipe(at: path), clock))
    }

    deinit { unlink(path) }

    private func writer() throws -> Descriptor {
        let raw = open(path, O_WRONLY | O_NONBLOCK)
        try #require(raw >= 0)
        return Descriptor(owning: raw)
    }

    /// A sine of 220 Hz in both channels.
    private func tone(_ count: Int) -> [UInt8] {
        defer { written += count }
        return (written..<written + count).flatMap { index -> [UInt8] in
            let sample = Int16(8_000 * sin(2 * .pi * 220 * Double(index) / 44_100))
            let bits = UInt16(bitPattern: sample)
            return [UInt8(bits & 255), UInt8(bits >> 8), UInt8(bits & 255), UInt8(bits >> 8)]
        }
    }

    /// Clicks twice a second, each first of four an octave higher.
    private func clicks(_ count: Int) -> [UInt8] {
        defer { written += count }
        return (written..<written + count).flatMap { index -> [UInt8] in
            let (beat, age) = index.quotientAndRemainder(dividingBy: 22_050)
            let (pitch, seconds) = (beat % 4 == 0 ? 2_000.0 : 1_000.0, Double(age) / 44_100)
            let bits = UInt16(bitPattern: Int16(20_000 * sin(2 * .pi * pitch * seconds) * exp(-60 * seconds)))
            return [UInt8(bits & 255), UInt8(bits >> 8), UInt8(bits & 255), UInt8(bits >> 8)]
        }
    }

    private func pass(_ steps: Int, _ writer: borrowing Descriptor, _ sound: ((Int) -> [UInt8])? = nil) throws {
        for _ in 0..<steps {
            #expect(writer.write((sound ?? tone)(4_410)) == nil)
            clock.advance(by: .milliseconds(100))
            input.hear()
        }
    }

    private func pass(_ steps: Int) {
        for _ in 0..<steps {
            clock.advance(by: .milliseconds(100))
            input.hear()
        }
    }

    /// The loudest band of some frames, and how loud it is.
    private func loudest(at seconds: Double) -> (band: Int, level: UInt8) {
        let frame = Int(seconds * 60)
        return input.score.withFrames(frame..<frame + 1) { bytes in
            let bands = (0..<SpectrumFrame.bandCount).map { bytes[$0] }
            let level = bands.max() ?? 0
            return (bands.firstIndex(of: level) ?? 0, level)
        }
    }

    @Test("there is silence until somebody writes, and after the end, and the next writer is heard")
    func writers() throws {
        pass(10)
        do {
            let first = try writer()
            try pass(20, first)
            // Half a sample, which is lost.
            #expect(first.write([1, 2]) == nil)
        }
        pass(10)
        do {
            let second = try writer()
            try pass(20, second)
        }
        pass(10)
        #expect(input.score.frames.upperBound > 410 && input.score.frames.upperBound <= 421)
        for (seconds, isHeard) in [(0.5, false), (1.5, true), (2.8, true), (3.5, false), (4.5, true), (5.8, true), (6.5, false)] {
            let (band, level) = loudest(at: seconds)
            #expect(isHeard ? band == 18 && level > 180 : level == 0, "\(seconds) s: \(band), \(level)")
        }
    }

    @Test("a pipe that is made later, and one that takes its place, are heard")
    func madeAnew() throws {
        unlink(path)
        pass(15)
        for _ in 0..<2 {
            try #require(mkfifo(path, 0o600) == 0)
            pass(15)
            do {
                let next = try writer()
                try pass(10, next)
            }
            unlink(path)
            pass(15)
        }
        for (seconds, isHeard) in [(2.5, false), (3.5, true), (5.0, false), (7.5, true), (8.5, false)] {
            let (band, level) = loudest(at: seconds)
            #expect(isHeard ? band == 18 && level > 180 : level == 0, "\(seconds) s: \(band), \(level)")
        }
    }

    @Test("its sound is resampled without a jump, and is silent where it is forgotten")
    func sound() throws {
        let writer = try writer()
        try pass(250, writer)
        let samples = try #require(input.sound(23 * 48_000..<24 * 48_000))
        let left: [Float] = stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
        let rises = zip(left, left.dropFirst()).count { $0 < 0 && $1 >= 0 }
        #expect(abs(rises - 220) <= 1)
        let expected: Float = 8_000 / 32_768
        #expect(abs((left.max() ?? 0) - expected) < 0.001)
        #expect(zip(left, left.dropFirst()).allSatisfy { abs($1 - $0) < 0.0075 })
        #expect(input.sound(25 * 48_000..<25 * 48_000 + 1) == nil)
        let old = try #require(input.sound(48_000..<49_000))
        #expect(old.count == 2_000 && old.allSatisfy { $0 == 0 })
    }

    @Test("beats are said before they are heard, and what was heard of them stays")
    func beats() throws {
        pass(7)  // The sound begins at 0.7 s.
        let writer = try writer()
        var said: [MediaTime: Int] = [:]
        for _ in 0..<25 {
            try pass(10, writer, clicks)
            let score = input.score
            guard let known = score.knownBeats else { continue }
            let beats = score.beats(around: MediaTime.zero..<MediaTime.furthest)
            for (index, beat) in beats.grid.beats.enumerated() where beat.time < known.final {
                #expect(said.updateValue(beats.first + index, forKey: beat.time) ?? beats.first + index == beats.first + index)
            }
            for (time, _) in said where time < known.final { #expect(beats.grid.beats.contains { $0.time == time }, "\(time)") }
        }
        let score = input.score
        let (known, beats) = (try #require(score.knownBeats), score.beats(around: MediaTime.zero..<MediaTime.furthest))
        #expect(known.through - known.final > MediaTime(seconds: 3.5) && abs((beats.tempo ?? 0) - 120) < 0.5)
        let late = beats.grid.beats.filter { $0.time > MediaTime(seconds: 12) }
        #expect(late.count > 25 && (late.last?.time ?? .zero) > MediaTime(seconds: 27.5))
        for beat in late {
            let place = (beat.time.seconds - 0.7) / 0.5
            #expect(abs(place - place.rounded()) * 0.5 < 0.02, "\(beat.time)")
        }
    }

    @Test(
        "what is heard where it comes from has its beats when they are heard, said before, and is not played",
        arguments: [0, -0.04, 0.3])
    func heard(_ offset: Double) throws {
        let reader = FedReader()
        let offset = MediaTime(seconds: offset)
        let input = try #require(LiveInput("line", reader, mode: .heard(offset), clock))
        let start = ServerTime(microseconds: Int64(clock.now))
        var (known, due): (MediaTime?, [ServerTime]) = (nil, [])
        for _ in 0..<200 {
            reader.feed(clicks(4_410))
            clock.advance(by: .milliseconds(100))
            input.hear()
            let now = ServerTime(microseconds: Int64(clock.now))
            let score = input.score
            guard let final = score.knownBeats?.final else { continue }
            // What is final reaches beyond now.
            #expect(input.heardFrom.later(final) > now)
            for beat in score.beats(around: MediaTime.zero..<MediaTime.furthest).grid.beats
            where beat.time < final && beat.time >= known ?? .zero {
                due.append(input.heardFrom.later(beat.time))
            }
            known = final
        }
        let late = due.filter { $0 > start.later(MediaTime(seconds: 10)) }
        #expect(late.count >= 20)
        for moment in late {
            let place = (moment.since(start) - offset).seconds / 0.5
            #expect(abs(place - place.rounded()) * 0.5 < 0.02, "\(moment.since(start))")
        }
        // Frames are there before they are shown.
        let shown = ServerTime(microseconds: Int64(clock.now)).since(input.heardFrom)
        #expect(input.score.known.upperBound > shown)
        #expect(try #require(input.sound(0..<48_000)).allSatisfy { $0 == 0 })
        // Silence can be sent ahead.
        #expect(input.sound(100 * 48_000..<100 * 48_000 + 10) == [Float](repeating: 0, count: 20))
    }

    @Test("what is heard in the room is known 5 ms later, also when its writer began late or gives more than time has passed")
    func soon() throws {
        let reader = FedReader()
        let input = try #require(LiveInput("line", reader, mode: .heard(.zero), clock))
        // A quarter of a second that waited before anybody read it.
        reader.feed(tone(11_025))
        for step in 0..<800 {
            if step.isMultiple(of: 2) { reader.feed(tone(441)) }
            clock.advance(by: .milliseconds(5))
            input.hear()
            let now = ServerTime(microseconds: Int64(clock.now)).since(input.heardFrom) + LiveMode.heard(.zero).delay
            guard now > MediaTime(seconds: 1.5) else { continue }
            // A frame's time, two reads, and the filters.
            #expect(now - input.score.known.upperBound < MediaTime(seconds: 1.0 / 60 + 0.012))
            #expect(reader.waiting < 441 * 4)
        }
    }

    @Test("where nobody writes there are no beats")
    func silence() throws {
        pass(100)
        let beats = input.score.beats(around: MediaTime.zero..<MediaTime.furthest)
        #expect(input.score.knownBeats != nil && beats.grid.beats.isEmpty && beats.tempo == nil)
    }

    @Test("who writes faster waits, and a long sleep is left out")
    func bounds() throws {
        let writer = try writer()
        while Glibc.write(writer.raw, tone(1_000), 4_000) == 4_000 {}
        pass(1)
        #expect(input.score.frames.upperBound <= 7)
        clock.advance(by: .seconds(86_400))
        input.hear()
        pass(1)
        let frames = input.score.frames
        #expect(frames.lowerBound == 86_400 * 60 && frames.count <= 13)
    }

    @Test("what sounds, what is silent and what is not there are told apart")
    func status() throws {
        pass(10)
        #expect(input.status == InputStatus())
        let writer = try writer()
        try pass(10, writer)
        let sounding = input.status
        #expect(sounding.state == .sounding && sounding.quietSince == nil)
        #expect(abs((sounding.peak ?? 0) - 20 * log10(8_000 / 32_768)) < 0.1)
        try pass(9, writer) { [UInt8](repeating: 0, count: $0 * 4) }
        // A rest of the music.
        #expect(input.status.state == .sounding)
        try pass(5, writer) { [UInt8](repeating: 0, count: $0 * 4) }
        #expect(input.status.state == .silent && input.status.peak ?? 0 < (sounding.peak ?? 0) - 12)
        let quiet = try #require(input.status.quietSince)
        #expect(abs(quiet.seconds - 2.1) <= 0.11)
    }

    @Test("why a pipe has no writer is told")
    func trouble() {
        unlink(path)
        pass(15)
        #expect(input.status.state == .absent && input.status.trouble == "there is no named pipe; mkfifo makes one")
    }

    /// A tone of 220 Hz.
    private func level(_ index: Int, _ rate: Int) -> Double { 0.25 * sin(2 * .pi * 220 * Double(index) / Double(rate)) }

    @Test("each format gives the same sound", arguments: ["48000:16:1", "96000:24:2", "44100:32:4", "22050:f:2"])
    func formats(_ text: String) throws {
        let format = try #require(SampleFormat(text))
        let reader = FedReader()
        let input = try #require(LiveInput("desk", reader, as: format, clock))
        for step in 0..<20 {
            let tenth = format.rate / 10
            let samples = step * tenth..<(step + 1) * tenth
            reader.feed(samples.flatMap { (index: Int) -> [UInt8] in format.bytes(level(index, format.rate)) })
            clock.advance(by: .milliseconds(100))
            input.hear()
        }
        let samples = try #require(input.sound(48_000..<90_000))
        let expected = (48_000..<90_000).map { level($0, 48_000) }
        // Where it began to a part of a sample is not the law here: the filter waits for samples on both sides.
        let offsets = (-40...40).map { (offset: Int) -> Double in
            (1_000..<5_000).map { (index: Int) -> Double in abs(Double(samples[index * 2]) - expected[index + offset]) }.max() ?? 1
        }
        #expect(offsets.min() ?? 1 < 0.004, "\(text)")
        for index in stride(from: 0, to: samples.count, by: 2) { #expect(samples[index] == samples[index + 1]) }
    }
}
