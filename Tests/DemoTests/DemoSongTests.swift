import Decode
import Demo
import Music
import Testing
import Yardstick

struct DemoSongTests {
    @Test("beats are in order and count the bars", arguments: DemoSong.all.indices)
    func beats(index: Int) {
        let song = DemoSong.all[index]
        #expect(zip(song.beats, song.beats.dropFirst()).allSatisfy { $0.seconds < $1.seconds })
        #expect(song.beats.enumerated().allSatisfy { $1.position == $0 % song.meter + 1 })
    }

    @Test("names are ASCII and unique")
    func names() {
        let names = DemoSong.all.map(\.fileName)
        #expect(names == ["first-light.wav", "slow-tide.wav", "undertow.wav", "quickening.wav"])
    }

    @Test("one song's tempo rises from 90 to 130 BPM without a jump")
    func ramp() throws {
        let song = try #require(DemoSong.all.last)
        let intervals = zip(song.beats, song.beats.dropFirst()).map { $1.seconds - $0.seconds }
        let first = try #require(intervals.first)
        let last = try #require(intervals.last)
        // The last interval's centre is half a beat from the end, where the tempo is a little below the ramp's end.
        #expect(abs(60 / first - 90) < 0.3)
        #expect(abs(60 / last - 130) < 0.3)
        #expect(zip(intervals, intervals.dropFirst()).allSatisfy { $1 < $0 && $1 > 0.98 * $0 })
    }

    @Test("a song is the same bytes each time")
    func same() {
        let song = DemoSong.all[0]
        let (first, second) = (song.wave(), song.wave())
        #expect(first == second)
    }

    @Test(
        "its file has sound and tags, and its audible beats are those of the song", arguments: DemoSong.all.indices)
    func heard(index: Int) throws {
        let song = DemoSong.all[index]
        let heard = try Listening(song)

        #expect(heard.format.sampleRate == 44_100)
        #expect(heard.format.channels == 2)
        #expect(heard.tags.title == song.title)
        #expect(heard.tags.artist == "Downbeat")
        #expect(heard.tags.album == "Demo")
        #expect(heard.tags.track == index + 1)
        #expect(60...90 ~= heard.seconds)

        let samples = heard.samples
        let peak = samples.map(abs).max() ?? 0
        #expect(15_000...29_000 ~= peak)
        let ends = samples.prefix(64) + samples.suffix(64)
        #expect(ends.allSatisfy { abs($0) < 8 })
        let audible = try #require(samples.firstIndex { abs($0) > 100 })
        let silent = try #require(samples.lastIndex { abs($0) > 100 })
        #expect(audible < 88_200 && samples.count - silent < 88_200)

        let score = BeatScore(
            truth: song.beats.map(\.seconds), trueDownbeats: song.beats.filter { $0.position == 1 }.map(\.seconds),
            found: heard.grid.beats.map(\.time.seconds), foundDownbeats: heard.grid.downbeats.map(\.seconds))
        #expect(score.f >= 0.97)
        #expect(try #require(score.error) < 5)
        #expect(try #require(score.downbeatF) >= 0.95)
        #expect(heard.grid.meter == song.meter)
        #expect(heard.grid.confidence > 0.8)
    }
}
