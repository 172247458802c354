import Demo
import Testing

struct SongTests {
    @Test("beats come one after the other and count the bars", arguments: DemoSong.all.indices)
    func beats(index: Int) {
        let song = DemoSong.all[index]
        #expect(zip(song.beats, song.beats.dropFirst()).allSatisfy { $0.seconds < $1.seconds })
        #expect(song.beats.enumerated().allSatisfy { $1.position == $0 % song.meter + 1 })
    }
}
