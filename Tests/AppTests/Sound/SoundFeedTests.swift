import Foundation
import Glibc
import Session
import Testing
import Waiting

@testable import Workers

/// Serialized, since each test counts the workers and descriptors of this process.
extension WorkerTests {
    @Suite("Sound of a track") struct Feeds {
        private let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
        }

        private func expectNothingLeft() async throws {
            try await eventually("the workers' end") {
                try ProcessEntry.workers(of: getpid()).isEmpty && descriptorsOfPools().isEmpty
            }
        }

        @Test("samples are the same from any start position", arguments: [8000, 44_100, 48_000, 96_000, 11_111])
        func exact(rate: Int) async throws {
            let path = try folder.write(SoundTrial.noise(rate: rate, seconds: 3), to: "a.wav")
            let whole = try await ListenedFeed(path).all(from: 0)
            #expect(abs(whole.count / 2 - 3 * 48_000) <= 1)
            var numbers = SeededGenerator(seed: 31)
            for _ in 0..<4 {
                let start = Int.random(in: 0..<3 * 48_000, using: &numbers)
                let rest = try await ListenedFeed(path, from: start).all(from: start)
                #expect(rest == Array(whole[(start * 2)...]), "from \(start)")
            }
            try await expectNothingLeft()
        }

        @Test("so they are in compressed files", .needs(.ffmpeg), arguments: ["a.mp3", "a.m4a", "a.opus"])
        func compressed(name: String) async throws {
            let path = "\(folder.path)/\(name)"
            try await MediaTrial.ffmpeg(["-f", "lavfi", "-i", "anoisesrc=r=44100:d=5:seed=7,aformat=s16:44100:stereo", path])
            let whole = try await ListenedFeed(path).all(from: 0)
            for start in [1, 77_777, 200_000] {
                let rest = try await ListenedFeed(path, from: start).all(from: start)
                #expect(rest == Array(whole[(start * 2)...]), "from \(start)")
            }
        }

        @Test("16-bit sound is unchanged, mono is on both sides, surround is mixed as in a stream")
        func channels() async throws {
            func value(_ index: Int, _ channel: Int) -> Int16 { Int16(truncatingIfNeeded: index &* 7919 &+ channel &* 104_729) }
            for channels in [1, 2] {
                let path = try folder.write(
                    SoundTrial.wave(rate: 48_000, channels: channels, count: 10_000, value), to: "\(channels).wav")
                let samples = try await ListenedFeed(path).all(from: 0)
                let expected = (0..<20_000).map { Float(value($0 / 2, $0 % 2 % channels)) / 32768 }
                #expect(samples == expected)
            }
            // Front left only: on the left with its weight in the mix, and nothing on the right.
            let path = try folder.write(
                SoundTrial.wave(rate: 48_000, channels: 6, count: 1000) { _, channel in channel == 0 ? 16_384 : 0 }, to: "6.wav")
            let samples = try await ListenedFeed(path).all(from: 0)
            let isPart = samples.count == 2000 && samples.indices.allSatisfy { $0 % 2 == 1 ? samples[$0] == 0 : samples[$0] > 0.1 }
            #expect(isPart)
        }

        @Test("a truncated or damaged file gives the samples that can be decoded, and then the end", .needs(.ffmpeg))
        func damaged() async throws {
            let path = "\(folder.path)/a.mp3"
            try await MediaTrial.ffmpeg(["-f", "lavfi", "-i", "sine=440:d=6", path])
            let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
            let short = try folder.write(Array(bytes.prefix(bytes.count / 2)), to: "short.mp3")
            let count = try await ListenedFeed(short).all(from: 0).count / 2
            #expect((2 * 48_000...4 * 48_000).contains(count))
            var noise = bytes
            var numbers = SeededGenerator(seed: 32)
            for index in bytes.count / 3..<bytes.count / 2 { noise[index] = .random(in: 0...255, using: &numbers) }
            let damaged = try folder.write(noise, to: "damaged.mp3")
            #expect(try await ListenedFeed(damaged).all(from: 0).count / 2 > 3 * 48_000)
        }

        @Test("an unusable file fails once, with its reason, and has no samples")
        func failures() async throws {
            let nonsense = try folder.write([UInt8](repeating: 7, count: 5000), to: "nonsense.wav")
            for (path, reason) in [
                (folder.path + "/none.wav", WorkerFailure.unreadable("cannot be opened (No such file or directory)")),
                (nonsense, nil),
            ] {
                let feed = try ListenedFeed(path)
                await #expect {
                    try await feed.samples(0..<100)
                } throws: { error in
                    guard let failure = error as? WorkerFailure else { return false }
                    if case .refused = failure, reason == nil { return true }
                    return failure == reason
                }
                let after = try await feed.samples(0..<100)
                #expect(after.isEmpty)
            }
            try await expectNothingLeft()
        }

        @Test("a worker that is killed midway is a failure after its last sample")
        func killed() async throws {
            let path = try folder.write(SoundTrial.noise(rate: 48_000, seconds: 10), to: "a.wav")
            let feed = try ListenedFeed(path)
            var heard = try await feed.samples(0..<48_000).count / 2
            let worker = try #require(try ProcessEntry.workers(of: getpid()).first?.id)
            kill(worker, SIGKILL)
            do {
                while true {
                    let samples = try await feed.samples(heard..<heard + 4800)
                    guard !samples.isEmpty else { throw NeverHappened("a failure") }
                    heard += samples.count / 2
                }
            } catch let failure as WorkerFailure {
                #expect(failure == .ranOutOfMemory)
            }
            // The samples that were read ahead when it was killed, and not the whole track.
            #expect(heard >= 48_000 && heard < 6 * 48_000)
            let after = try await feed.samples(heard..<heard + 100)
            #expect(after.isEmpty)
            try await expectNothingLeft()
        }

        @Test("feeds that are closed at any time leave no process and no descriptor behind")
        func leaks() async throws {
            let path = try folder.write(SoundTrial.noise(rate: 44_100, seconds: 10), to: "a.wav")
            var numbers = SeededGenerator(seed: 33)
            for number in 0..<60 {
                let feed = try ListenedFeed(path, from: .random(in: 0..<500_000, using: &numbers))
                if number % 3 == 0 { _ = try await feed.samples(480_000..<480_100) }
                if number % 5 == 0 { feed.feed.close() }
            }
            try await expectNothingLeft()
        }

        @Test("a worker that waits for a reader is sandboxed, and ends when its feed is closed")
        func walls() async throws {
            let path = try folder.write(SoundTrial.noise(rate: 48_000, seconds: 10), to: "a.wav")
            let feed = try ListenedFeed(path)
            _ = try await feed.samples(0..<100)
            let worker = try #require(try ProcessEntry.workers(of: getpid()).first?.id)
            let status = try String(contentsOfFile: "/proc/\(worker)/status", encoding: .utf8)
            #expect(status.contains("Seccomp:\t2") && status.contains("NoNewPrivs:\t1"))
            // Unlike analyses it has normal priority, since its sound is heard now.
            #expect(getpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(worker)) == 0)
            feed.feed.close()
            try await eventually("the worker's end") { ProcessEntry(worker) == nil }
        }
    }
}
