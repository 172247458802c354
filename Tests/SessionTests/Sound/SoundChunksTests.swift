import Music
import Session
import Testing
import Yardstick

@Suite("The chunks of a course")
struct SoundChunksTests {
    /// The server's time: it has been up for 30 days.
    private let start: Int64 = 2_592_000_000_123

    private func timeline(_ anchor: Int64 = 0, at: Int64? = nil, generation: Int = 3) -> Timeline {
        Timeline(
            7, generation: Generation(generation), anchor: MediaTime(microseconds: anchor),
            anchorTime: ServerTime(microseconds: at ?? start), rate: .playing)
    }

    private func course(
        _ timeline: Timeline, from: Int64? = nil, until: Int64? = nil, fade: Course.Fade? = nil
    ) -> Course {
        Course(
            timeline: timeline, entry: 1, from: ServerTime(microseconds: from ?? start),
            until: until.map { ServerTime(microseconds: $0) }, fade: fade)
    }

    /// All chunks from a sample on, in order.
    private func chunks(_ cut: SoundChunks, from sample: Int = 0, most: Int = .max) -> [SoundChunk] {
        var chunks: [SoundChunk] = []
        var next = sample
        while chunks.count < most, let chunk = cut.chunk(from: next) {
            chunks.append(chunk)
            next = chunk.samples.upperBound
        }
        return chunks
    }

    @Test("samples and times convert both ways, also below zero")
    func samples() {
        #expect((0...6).map { SoundSample.time(of: $0).microseconds } == [0, 21, 42, 63, 83, 104, 125])
        for sample in Array(-1000...1000) + [1_727_999_999, 1_728_000_000] {
            let time = SoundSample.time(of: sample)
            #expect(SoundSample.first(from: time) == sample)
            #expect(SoundSample.first(from: MediaTime(microseconds: time.microseconds + 1)) == sample + 1)
        }
    }

    @Test("chunks of 50 ms are due to the microsecond for ten hours")
    func tenHours() throws {
        let cut = try #require(SoundChunks(course(timeline(1_234_567))))
        let first = try #require(cut.chunk(from: 0))
        #expect(first.samples.lowerBound == SoundSample.first(from: MediaTime(microseconds: 1_234_567)))
        for number in stride(from: 0, through: 10 * 3600 * 20, by: 997) {
            let chunk = try #require(cut.chunk(from: first.samples.lowerBound + number * 2400))
            #expect(chunk.due.microseconds == first.due.microseconds + Int64(number) * 50_000)
            #expect(chunk.samples.count == 2400)
        }
    }

    @Test("each sample of a course is in one chunk, from any start")
    func once() throws {
        var numbers = SeededGenerator(seed: 21)
        for _ in 0..<300 {
            let line = timeline(
                .random(in: 0...9_000_000, using: &numbers), at: start - .random(in: 0...5_000_000, using: &numbers))
            let until = start + .random(in: 1...3_000_000, using: &numbers)
            let course = course(line, until: until)
            let cut = try #require(SoundChunks(course))
            let all = chunks(cut)
            for (one, next) in zip(all, all.dropFirst()) { #expect(one.samples.upperBound == next.samples.lowerBound) }
            let sounding = { (sample: Int) in
                line.due(of: SoundSample.time(of: sample)).map { $0 >= course.from && $0.microseconds < until } ?? false
            }
            guard let first = all.first?.samples.lowerBound, let end = all.last?.samples.upperBound else { continue }
            #expect(sounding(first) && !sounding(first - 1) && sounding(end - 1) && !sounding(end))
            for chunk in all {
                #expect(chunk.due == line.due(of: SoundSample.time(of: chunk.samples.lowerBound)))
                #expect(chunk.samples.count <= SoundChunks.length)
            }
            // The boundaries are the same from any start.
            let middle = Int.random(in: first..<end, using: &numbers)
            let later = chunks(cut, from: middle)
            #expect(later.first?.samples.lowerBound == middle)
            #expect(Array(later.dropFirst()) == all.filter { $0.samples.lowerBound > middle })
        }
    }

    @Test("a late listener begins with the next whole chunk")
    func late() throws {
        let cut = try #require(SoundChunks(course(timeline(), until: start + 1_000_000)))
        #expect(cut.start(from: ServerTime(microseconds: start - 5)) == 0)
        #expect(cut.start(from: ServerTime(microseconds: start)) == 0)
        #expect(cut.start(from: ServerTime(microseconds: start + 1)) == 2400)
        #expect(cut.start(from: ServerTime(microseconds: start + 50_000)) == 2400)
        #expect(cut.start(from: ServerTime(microseconds: start + 50_001)) == 4800)
        #expect(cut.chunk(from: cut.start(from: ServerTime(microseconds: start + 2_000_000))) == nil)
    }

    @Test("a paused course has no chunks, and those of a count-in come before the track's first sample")
    func edges() throws {
        #expect(SoundChunks(course(timeline().paused(at: ServerTime(microseconds: start)))) == nil)
        let early = try #require(SoundChunks(course(timeline(-1_000_000), until: start + 2_000_000)))
        let first = try #require(early.chunk(from: .min / 2))
        #expect(first.samples == -48_000..<(-45_600) && first.due.microseconds == start)
        let track = try #require(early.chunk(from: 0))
        #expect(track.samples.lowerBound == 0 && track.due.microseconds == start + 1_000_000)
    }

    @Test("the track that fades out continues after its last sample until the end of the fade")
    func fade() throws {
        var numbers = SeededGenerator(seed: 22)
        for _ in 0..<100 {
            let old = timeline(
                .random(in: 0...90_000_000, using: &numbers), at: start - .random(in: 0...40_000_000, using: &numbers))
            let alone = try #require(SoundChunks(course(old, from: start - 500_000, until: start)))
            let new = timeline(.random(in: 0...90_000_000, using: &numbers), generation: 4)
            let until = start + .random(in: 1...2_000_000, using: &numbers)
            let fade = Course.Fade(timeline: old, until: ServerTime(microseconds: until))
            let cut = try #require(SoundChunks(course(new, until: start + 3_000_000, fade: fade)))
            var next = try #require(chunks(alone).last).samples.upperBound
            for chunk in chunks(cut) {
                guard let fading = chunk.fading else { break }
                #expect(fading.lowerBound == next && fading.count <= chunk.samples.count)
                let apart = try #require(old.due(of: SoundSample.time(of: fading.lowerBound))).microseconds - chunk.due.microseconds
                #expect(abs(apart) <= 21)
                next = fading.upperBound
            }
            let end = try #require(old.due(of: SoundSample.time(of: next)))
            #expect(end.microseconds >= until && end.microseconds <= until + 21)
        }
    }
}
