import Testing

@testable import Library

@Suite("Finding the tracks of a playlist file") struct TrackFinderTests {
    /// Two music folders: 1 is `/music`, 2 is `/more`.
    private let finder: TrackFinder = {
        var finder = TrackFinder(roots: [1: Array("/music".utf8), 2: Array("/more".utf8)])
        let paths = [
            (1, 1, "Abba/Gold/01.mp3"), (2, 1, "Abba/Arrival/01.mp3"), (3, 1, "Party/Song #1 100%.mp3"), (4, 2, "Björk/Jóga.flac"),
            (5, 2, "Abba/Gold/02.mp3"), (6, 1, "a%20b.mp3"), (7, 1, "odd\\name.mp3"), (8, 1, "Party/dup.mp3"),
            (9, 2, "Party/dup.mp3"), (10, 1, "top.mp3"),
        ]
        for (track, folder, path) in paths { finder.add(track: track, folder: folder, path: Array(path.utf8)) }
        finder.sort()
        return finder
    }()

    private func track(_ location: String, in folder: Int = 1, beside path: String = "Party/list.m3u") -> Int? {
        finder.track(at: location, in: folder, beside: Array(path.utf8))
    }

    @Test(
        "a path is found, whoever wrote it",
        arguments: [
            ("Song #1 100%.mp3", 3), ("./Song #1 100%.mp3", 3), ("../Abba/Gold/01.mp3", 1), ("..\\Abba\\Gold\\01.mp3", 1),
            ("/music/Abba/Arrival/01.mp3", 2), ("file:///music/Abba/Arrival/01.mp3", 2),
            ("file://host/music/Abba/Arrival/01.mp3", 2),
            ("D:\\Music\\ABBA\\gold\\01.MP3", 1), ("file:///C:/Users/x/Music/Abba/Gold/02.mp3", 5),
            ("\\\\nas\\music\\Abba\\Gold\\01.mp3", 1),
            ("/more/Bj%C3%B6rk/J%C3%B3ga.flac", 4), ("file:///more/Bj%C3%B6rk/J%C3%B3ga.flac", 4),
            ("/more/Bjo\u{308}rk/Jo\u{301}ga.flac", 4),
            ("../../more/Abba/Gold/02.mp3", 5), ("../a%20b.mp3", 6), ("../odd\\name.mp3", 7), ("Gold/02.mp3", 5), ("02.mp3", 5),
            ("/elsewhere/Party/dup.mp3", 8),
        ])
    func found(location: String, expected: Int) {
        #expect(track(location) == expected)
    }

    @Test(
        "what is not there, or may be several, is not guessed",
        arguments: [
            "http://example.org/Abba/Gold/01.mp3", "D:\\Music\\Other\\01.mp3", "01.mp3", "nothing.mp3", "", "/", "..", "://",
            "file://", "C:",
            "/music/Abba/Gold/03.mp3", "smb://nas/Abba/Gold/01.mp3",
        ])
    func missing(location: String) {
        #expect(track(location) == nil)
    }

    @Test(
        "an app's path is found whatever it calls the folder, in any case and either form of letters",
        arguments: [
            ("Abba/Gold/01.mp3", 1), ("music/Abba/Gold/01.mp3", 1), ("srv/nas/Abba/Gold/01.mp3", 1), ("abba/GOLD/01.MP3", 1),
            ("Gold/01.mp3", 1), ("more/Bjo\u{308}rk/Jo\u{301}ga.flac", 4), ("x/Bj\u{f6}rk/Jo\u{301}ga.flac", 4),
            ("music/top.mp3", 10),
            ("top.mp3", 10), ("Party/dup.mp3", 8), ("x/Party/dup.mp3", 8), ("more/Party/dup.mp3", 9), ("x, y/Abba/Gold/01.mp3", 1),
        ])
    func within(path: String, expected: Int) {
        #expect(finder.place(within: path)?.track == expected)
    }

    @Test(
        "a song that is not there is never taken for another of its name",
        arguments: ["Queen/Gold/01.mp3", "01.mp3", "x/top.mp3", "dup.mp3", "Abba/Gold", "Abba/Gold/01.mp3/x", "", "x"])
    func elsewhere(path: String) {
        #expect(finder.place(within: path) == nil)
    }

    @Test("a comma before what is found may divide two paths")
    func commas() {
        #expect(finder.place(within: "x, y/Abba/Gold/01.mp3", withAllCommas: true) == nil)
        #expect(finder.place(within: "gone.mp3,music/Abba/Gold/01.mp3", withAllCommas: true) == nil)
        #expect(finder.place(within: "x/Abba/Gold/01.mp3", withAllCommas: true)?.track == 1)
    }

    @Test("a name is the last part of a path")
    func names() {
        #expect(
            ["a/b.mp3", "C:\\x\\c d.mp3", "file:///x/e%20f.mp3", "http://x/y"].map(TrackFinder.name) == [
                "b.mp3", "c d.mp3", "e f.mp3", "http://x/y",
            ])
    }
}
