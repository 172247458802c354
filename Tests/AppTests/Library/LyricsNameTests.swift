import Testing

@testable import Library

@Suite("The names of lyrics beside music")
struct LyricsNameTests {
    private func names(_ music: String, _ folder: String...) -> [String] {
        LyricsName.all(of: Array(music.utf8), among: folder.map { Array($0.utf8) }).map { lyrics in
            String(decoding: lyrics.name, as: UTF8.self) + (lyrics.language.map { " \($0)" } ?? "")
        }
    }

    @Test("those without a language come first, then languages by their letters, and no other track's")
    func languages() {
        let folder = ["Song.en.lrc", "Song.lrc", "Song.de.LRC", "Song.pt-BR.lrc", "Song.flac", "Songs.lrc", "Other.lrc", "Song.de"]
        #expect(
            LyricsName.all(of: Array("Song.flac".utf8), among: folder.map { Array($0.utf8) }).map(\.language)
                == [nil, "de", "en", "pt-br"])
        #expect(names("Song.flac", "Song.live.lrc", "Song.mix.lrc", "Song.12.lrc", "Song..lrc") == [])
        #expect(names("Song.flac", "Song.LRC", "Song.lrc") == ["Song.lrc", "Song.LRC"])
        #expect(names("Song.flac", "Song.dj.lrc", "Song.dj.flac") == [])
        #expect(names("Song.dj.flac", "Song.dj.lrc", "Song.lrc") == ["Song.dj.lrc"])
        #expect(names("No extension", "No extension.lrc") == [] && names(".hidden", ".lrc") == [])
        #expect(names("S.mp3", "S.aa.lrc", "S.bb.lrc", "S.cc.lrc", "S.dd.lrc", "S.ee.lrc").count == 4)
    }
}
