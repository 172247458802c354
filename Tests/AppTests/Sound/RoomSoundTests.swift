import Foundation
import Glibc
import Music
import Session
import Synchronization
import Testing
import Waiting
import Yardstick

@testable import Rooms
@testable import Workers

/// Serialized, since each test counts the workers of this process.
extension WorkerTests {
    @Suite("Sound of a room") struct Rooms {
        /// The server's time: it has been up for 30 days.
        private static let start: Int64 = 2_592_000_000_123
        /// The tolerance for a click: one sample.
        private static let sample = 1_000_000 / 48_000.0

        private let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
        }

        private func file(
            _ bytes: [UInt8], _ name: String, gain: Double = 0, opening: @escaping @Sendable () -> Void = {}
        ) throws -> SoundFile {
            let path = try folder.write(bytes, to: name)
            return SoundFile(name: name, gain: gain) { () throws(WorkerFailure) in
                opening()
                return try WorkerFile(reading: path)
            }
        }

        private func timeline(_ track: Int, _ generation: Int, anchor: Int64 = 0, at: Int64 = start) -> Timeline {
            Timeline(
                Piece(track), generation: Generation(generation), anchor: MediaTime(microseconds: anchor),
                anchorTime: ServerTime(microseconds: at), rate: .playing)
        }

        private func course(_ timeline: Timeline, until: Int64? = nil, fade: (Timeline, Int64)? = nil) -> Course {
            Course(
                timeline: timeline, entry: 1, from: timeline.anchorTime,
                until: until.map { ServerTime(microseconds: $0) },
                fade: fade.map { Course.Fade(timeline: $0.0, until: ServerTime(microseconds: $0.1)) })
        }

        private func expectNobodyLeft() async throws {
            try await eventually("the workers' end") { try ProcessEntry.workers(of: getpid()).isEmpty }
        }

        @Test("each click is heard when its sample is due, from the beginning and from any position")
        func clicks() async throws {
            var numbers = SeededGenerator(seed: 41)
            let clicks = (0..<40).map { $0 * 9600 + Int.random(in: 0..<9600, using: &numbers) }
            let file = try file(SoundTrial.clicks(at: clicks, seconds: 8), "a.wav")
            let positions = [0] + (0..<4).map { _ in Int64.random(in: 0...6_000_000, using: &numbers) }
            for position in positions {
                let line = timeline(1, 3, anchor: position)
                let until = Self.start + 8_000_000 - position
                let room = try ListenedRoom([1: file])
                await room.listen(to: [course(line, until: until)], Self.start..<until)
                let expected = clicks.filter { SoundSample.time(of: $0).microseconds >= position }
                let heard = room.loud
                #expect(heard.map(\.value) == expected.map { _ in 16_384 }, "from \(position)")
                for (click, (due, _)) in zip(expected, heard) {
                    let wanted = try #require(line.due(of: SoundSample.time(of: click)))
                    #expect(abs(due - Double(wanted.microseconds)) <= 1, "sample \(click) from \(position)")
                }
                #expect(room.troubles.isEmpty)
            }
            try await expectNobodyLeft()
        }

        @Test("tracks follow each other without a gap, each sample once, also a repeated track")
        func gapless() async throws {
            let count = 3 * 48_000 + 777
            let wave = SoundTrial.wave(rate: 48_000, count: count) { index, _ in
                index == 0 || index == count - 1 ? 16_384 : index % 480 == 0 ? 100 : 0
            }
            let file = try file(wave, "a.wav")
            let first = timeline(1, 3)
            let boundary = try #require(first.due(of: SoundSample.time(of: count))).microseconds
            let second = timeline(1, 4, at: boundary)
            let end = boundary + 1_000_000
            let room = try ListenedRoom([1: file])
            let courses = [course(first, until: boundary), course(second, until: end)]
            await room.listen(to: courses, Self.start..<end)
            for (one, next) in zip(room.chunks, room.chunks.dropFirst()) {
                let gap = Double(next.due.microseconds - one.due.microseconds) - Double(one.samples.count / 2) * Self.sample
                #expect(abs(gap) <= 1)
            }
            #expect(room.chunks.map { $0.samples.count / 2 }.reduce(0, +) == count + 48_000)
            let loud = room.loud.filter { $0.value == 16_384 }.map(\.due)
            #expect(loud.count == 3)
            let last = try #require(loud.dropFirst().first)
            let next = try #require(loud.last)
            #expect(next == Double(boundary) && abs(next - last - Self.sample) <= 1)
        }

        @Test("during a crossfade the power is that of one track")
        func crossfade() async throws {
            func tone(_ frequency: Double, _ level: Double) -> [UInt8] {
                SoundTrial.wave(rate: 48_000, count: 6 * 48_000) { index, _ in
                    Int16((level * sin(2 * .pi * frequency * Double(index) / 48_000)).rounded())
                }
            }
            // The second track is twice as loud, and its gain is half.
            let files: [Piece: SoundFile] = [
                1: try file(tone(400, 10_000), "a.wav"), 2: try file(tone(600, 20_000), "b.wav", gain: -6.020_599_913),
            ]
            let first = timeline(1, 3)
            let second = timeline(2, 4, at: Self.start + 3_000_000)
            let room = try ListenedRoom(files)
            let courses = [
                course(first, until: Self.start + 3_000_000),
                course(second, until: Self.start + 8_000_000, fade: (first, Self.start + 5_000_000)),
            ]
            await room.listen(to: courses, Self.start..<Self.start + 8_000_000)
            let left = room.chunks.flatMap { chunk in
                stride(from: 0, to: chunk.samples.count, by: 2).map { Double(chunk.samples[$0]) }
            }
            #expect(left.count == 8 * 48_000)
            // Over whole periods of both, the power is that of one tone: half the square of 10,000.
            for moment in stride(from: 0.0, through: 7.95, by: 0.05) {
                let start = Int(moment * 48_000)
                let power = left[start..<start + 2400].reduce(0) { $0 + $1 * $1 } / 2400
                #expect(abs(power / 5e7 - 1) < 0.02, "at \(moment) s")
            }
        }

        @Test("over music each beat clicks when it is due, in the sound with clicks alone")
        func clicksOverMusic() async throws {
            let file = try file(SoundTrial.clicks(at: [], seconds: 4), "a.wav")
            let beats = (0..<8).map {
                Beat(time: MediaTime(microseconds: 123_456 + Int64($0) * 461_111), position: UInt8($0 % 4 + 1))
            }
            var clicks = RoomClicks(kit: "beep")
            clicks.over = RoomClicks.Over(rate: 1, volume: 0.5)
            clicks.grids[1] = BeatGrid(beats: beats, meter: 4, confidence: 1)
            let line = timeline(1, 3)
            let until = Self.start + 4_000_000
            let room = try ListenedRoom([1: file], clicks: clicks)
            await room.listen(to: [course(line, until: until)], Self.start..<until)
            let onsets = ClickTrial.onsets(room.chunks)
            #expect(onsets.count == 8)
            for (onset, beat) in zip(onsets, beats) {
                let due = try #require(line.due(of: beat.time))
                #expect(abs(onset - Double(due.microseconds)) <= Self.sample, "\(beat)")
            }
            #expect(room.chunks.allSatisfy { $0.music.count == $0.samples.count && $0.music.allSatisfy { $0 == 0 } })
            try await expectNobodyLeft()
        }

        @Test("chunks that are more than 50 ms late are left out")
        func late() async throws {
            let file = try file(SoundTrial.noise(rate: 44_100, seconds: 6), "a.wav")
            let room = try ListenedRoom([1: file])
            let courses = [course(timeline(1, 3), until: Self.start + 6_000_000)]
            await room.listen(to: courses, Self.start..<Self.start + 1_000_000)
            let count = room.chunks.count
            await room.listen(to: courses, Self.start + 3_020_000..<Self.start + 4_000_000)
            #expect(room.chunks[count].due.microseconds == Self.start + 3_000_000)
            // A new listener gets the finished chunks.
            #expect(room.sound.ahead.first?.due.microseconds == Self.start + 3_950_000)
        }

        @Test("a track without its file is silent, reported once, and the next one is heard")
        func gone() async throws {
            let files: [Piece: SoundFile] = [
                1: SoundFile(name: "none.wav", open: SoundTrial.reader(folder.path + "/none.wav")),
                2: try file(SoundTrial.clicks(at: [0, 40_000], seconds: 2), "b.wav"),
            ]
            let room = try ListenedRoom(files)
            let courses = [
                course(timeline(1, 3), until: Self.start + 1_000_000),
                course(timeline(2, 4, at: Self.start + 1_000_000), until: Self.start + 3_000_000),
            ]
            await room.listen(to: courses, Self.start..<Self.start + 3_000_000)
            let reason = WorkerFailure.unreadable("cannot be opened (No such file or directory)")
            #expect(room.troubles == [RoomSound.Trouble(piece: 1, reason: reason)])
            #expect(room.loud.map(\.due).first == Double(Self.start + 1_000_000))
            #expect(room.chunks.allSatisfy { $0.generation == Generation(4) })
        }

        @Test("after a pause the decoded sound is used, and nothing is decoded without listeners")
        func pause() async throws {
            let opened = Mutex(0)
            let file = try file(SoundTrial.noise(rate: 48_000, seconds: 12), "a.wav") { opened.withLock { $0 += 1 } }
            let room = try ListenedRoom([1: file])
            let playing = timeline(1, 3)
            let paused = playing.paused(at: ServerTime(microseconds: Self.start + 2_000_000))
            let resumed = paused.resumed(at: ServerTime(microseconds: Self.start + 9_000_000))
            await room.listen(to: [course(playing)], Self.start..<Self.start + 2_000_000)
            await room.listen(to: [course(paused)], Self.start + 2_000_000..<Self.start + 2_200_000)
            let count = room.chunks.count
            await room.listen(to: [course(resumed)], Self.start + 9_000_000..<Self.start + 10_000_000)
            #expect(room.chunks[count].due.microseconds == Self.start + 9_000_000)
            #expect(room.chunks[count].samples != room.chunks[0].samples)
            let times = opened.withLock { $0 }
            #expect(times == 1)
            let atWork = try ProcessEntry.workers(of: getpid()).count
            #expect(atWork == 1)
            room.sound.stop()
            #expect(room.sound.ahead.isEmpty)
            try await expectNobodyLeft()
        }

        @Test("a room without a free decoder is silent, reports it, and is heard when one is free")
        func crowded() async throws {
            let seats = SoundSeats(most: 1)
            let file = try file(SoundTrial.noise(rate: 48_000, seconds: 2), "a.wav")
            let courses = [course(timeline(1, 3))]
            let (now, soon) = (ServerTime(microseconds: Self.start), ServerTime(microseconds: Self.start + 100_000))
            let program = try Downbeat.worker
            let (first, second) = (RoomSound(program: program, seats: seats), RoomSound(program: program, seats: seats))
            #expect(!first.chunks(of: courses, now: now, through: soon) { _ in .file(file) }.isCrowded)
            #expect(second.chunks(of: courses, now: now, through: soon) { _ in .file(file) }.isCrowded && seats.now == (1, 1))
            first.stop()
            #expect(!second.chunks(of: courses, now: now, through: soon) { _ in .file(file) }.isCrowded && seats.now == (1, 2))
            second.stop()
            try await expectNobodyLeft()
        }

        @Test("at the end of the last track the room stops, and nothing is decoded again")
        func end() async throws {
            let opened = Mutex(0)
            let file = try file(SoundTrial.noise(rate: 48_000, seconds: 2), "a.wav") { opened.withLock { $0 += 1 } }
            let room = try ListenedRoom([1: file])
            let end = ServerTime(microseconds: Self.start + 2_000_000)
            let courses = [course(timeline(1, 3), until: end.microseconds), course(timeline(1, 3).paused(at: end))]
            await room.listen(to: courses, Self.start..<Self.start + 3_000_000)
            #expect(room.chunks.map { $0.samples.count / 2 }.reduce(0, +) == 96_000)
            let times = opened.withLock { $0 }
            #expect(times == 1)
        }

        @Test("if a decoder is killed the track becomes silent until its next start")
        func killed() async throws {
            let file = try file(SoundTrial.noise(rate: 48_000, seconds: 20), "a.wav")
            let room = try ListenedRoom([1: file])
            let line = timeline(1, 3)
            await room.listen(to: [course(line)], Self.start..<Self.start + 1_000_000)
            for worker in try ProcessEntry.workers(of: getpid()) { kill(worker.id, SIGKILL) }
            await room.listen(to: [course(line)], Self.start + 1_000_000..<Self.start + 12_000_000)
            #expect(room.troubles == [RoomSound.Trouble(piece: 1, reason: .ranOutOfMemory)])
            let count = room.chunks.count
            let renewed = line.sought(to: .zero, at: ServerTime(microseconds: Self.start + 13_000_000))
            await room.listen(to: [course(renewed)], Self.start + 13_000_000..<Self.start + 14_000_000)
            #expect(room.chunks[count].due.microseconds == Self.start + 13_000_000)
            room.sound.stop()
            try await expectNobodyLeft()
        }
    }
}
