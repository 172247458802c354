import Music
import Session
import System
import Testing
import Yardstick

@testable import Live

@Suite("Sound that clients send")
struct SentSoundTests {
    private let clock = HandClock()
    private let inputs: Inputs
    private let format: SampleFormat

    init() throws {
        inputs = Inputs([], clock)
        format = try #require(SampleFormat(rate: 48_000, channels: 1))
    }

    private func open(_ label: String = "Microphone of Anna\u{2019}s phone", by client: String? = "a") throws -> Inputs.Sending {
        try #require(inputs.open(label, by: client, as: format))
    }

    /// 10 ms of full scale, or of silence.
    private func block(_ isLoud: Bool, captured: UInt64) -> SentSound.Block {
        SentSound.Block(captured: captured, bytes: Array(repeating: [0, isLoud ? 0x40 : 0], count: 480).flatMap { $0 })
    }

    /// The positions at which the loudness first rises.
    private func rise(of input: LiveInput) -> Double? {
        let frames = input.score.frames
        return input.score.withFrames(frames) { bytes in
            (0..<frames.count).first { bytes[$0 * SpectrumFrame.byteCount + SpectrumFrame.loudness] > 100 }
                .map { Double(frames.lowerBound + $0) / 60 }
        }
    }

    @Test("it lies where it was captured, however late and unevenly it came", arguments: [0, 20, 90, 400])
    func placed(late: Int) throws {
        let start = clock.now
        let sending = try open()
        let input = try #require(inputs.input(sending.name))
        var numbers = SeededGenerator(seed: UInt64(late) + 7)
        var held: [SentSound.Block] = []
        for step in 0..<300 {
            let captured = clock.now
            held.append(block((150..<155).contains(step), captured: captured))
            clock.advance(by: .milliseconds(10))
            // Some come at once after a pause.
            if Int.random(in: 0..<4, using: &numbers) > 0 || step > 290 {
                let due = held.prefix { $0.captured + UInt64(late) * 1_000 <= clock.now }
                for block in due { try sending.send(block) }
                held.removeFirst(due.count)
            }
            input.hear()
        }
        let heard = try #require(rise(of: input))
        let meant = Double(start + 1_500_000 - start) / 1e6
        #expect(heard - meant > -0.002 && heard - meant < 0.025, "\(heard - meant)")
    }

    @Test("a clock that is off by 500 ppm leads to no gap and no drift", arguments: [500, -500])
    func drifting(ppm: Int) throws {
        let sending = try open()
        let input = try #require(inputs.input(sending.name))
        let start = clock.now
        for step in 0..<6_000 {
            clock.advance(by: .microseconds(10_000 + ppm / 100))
            try sending.send(block(step == 5_900, captured: clock.now - 30_000))
            input.hear()
            if step > 10 { #expect(input.status.state != .absent) }
        }
        let heard = try #require(rise(of: input))
        let meant = (5_901 * (10_000 + Double(ppm) / 100) - 30_000) / 1e6
        #expect(start > 0 && abs(heard - meant) < 0.03, "\(heard - meant)")
    }

    @Test("sound of the future or of long ago is refused, and more than time has passed")
    func refused() throws {
        let sending = try open()
        clock.advance(by: .seconds(10))
        for captured in [clock.now + 60_000, clock.now - 2_100_000, 0, .max] {
            #expect(throws: SentSound.Refusal.wrongTime) { try sending.send(block(true, captured: captured)) }
        }
        #expect(throws: SentSound.Refusal.tooMuch) {
            for _ in 0..<300 { try sending.send(block(true, captured: clock.now)) }
        }
        try #require(inputs.input(sending.name)).hear()
    }

    @Test("a name is made of the client's, and another one if that is taken")
    func names() throws {
        #expect(try open().name == "microphone-of-anna-s-phone")
        #expect(try open(by: "b").name == "microphone-of-anna-s-phone-2")
        #expect(try open("\u{1F3B8}\u{E9}", by: "c").name == "microphone")
        #expect(try open(String(repeating: "x", count: 80), by: "d").name.count <= LiveSource.longestName)
        #expect(inputs.all.map(\.name).count == 4)
    }

    @Test("who comes back goes on with the same input, and the connection before counts no more")
    func back() throws {
        let first = try open()
        let source = inputs.input(first.name)?.source
        let second = try open()
        #expect(second.name == first.name && inputs.input(second.name)?.source == source)
        first.end()
        try first.send(block(true, captured: clock.now))
        try second.send(block(false, captured: clock.now))
        clock.advance(by: .milliseconds(20))
        let input = try #require(inputs.input(second.name))
        input.hear()
        #expect(rise(of: input) == nil)
        // Another rate is another sound.
        let other = try #require(SampleFormat(rate: 44_100, channels: 1))
        #expect(inputs.open("Microphone of Anna\u{2019}s phone", by: "a", as: other)?.name == first.name)
        #expect(inputs.input(first.name)?.source != source || inputs.all.count == 1)
    }

    @Test("so many are heard at a time, and one that is gone makes room")
    func most() throws {
        let all = try (0..<Inputs.mostSent).map { try open(by: "\($0)") }
        #expect(inputs.open("More", by: "more", as: format) == nil)
        all[3].end()
        let more = try open("More", by: "more")
        #expect(inputs.all.count == Inputs.mostSent && inputs.input(all[3].name) == nil && inputs.input(more.name) != nil)
    }
}
