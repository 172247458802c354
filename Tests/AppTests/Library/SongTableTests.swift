import Catalog
import Foundation
import Music
import Testing
import Text

@testable import Library

@Suite("Songs as tables") struct SongTableTests {
    private func read(_ text: String) throws -> [SongImport.Entry] { try SongTable.read(Array(text.utf8)).songs }

    @Test("a row in the words of a musician is a song")
    func known() throws {
        let songs = try read(
            """
            Title;BPM;groups;unit;swing;accents;polyrhythm;gap;ramp;kit;notes;alternate\r
            Unsquare Dance;"120,5";2+2+3;8;66;strong soft normal soft normal soft silent;;2 on 1 off without picture;by -2 every 16 to 90,5;hat;"one\r
            two";TRUE\r
            \r
            '=SUM(A1);;;;;;3 over 2;;;;'-;\r
            """)
        let rhythms = try songs.map { try $0.applied(to: Song.Sheet(title: "")).rhythm }
        #expect(songs.map(\.title) == ["Unsquare Dance", "=SUM(A1)"])
        var rhythm = Rhythm()
        rhythm.tempo = ClickTempo(tenths: 1205)
        rhythm.setBar([2, 2, 3], unit: .eighth)
        let fits = rhythm.setAccents([.strong, .soft, .normal, .soft, .normal, .soft, .silent])
        rhythm.swing = 66
        rhythm.alternates = true
        rhythm.gap = Rhythm.Gap(heard: 2, silent: 1, isShown: false)
        rhythm.ramp = Rhythm.Ramp(step: -2, every: 16, end: ClickTempo(tenths: 905))
        #expect(fits)
        #expect(rhythms[0] == rhythm)
        #expect(songs[0].change.notes == "one\ntwo" && songs[0].change.kit == "hat")
        #expect(rhythms[1].polyrhythm == Rhythm.Polyrhythm(second: 3, first: 2))
        #expect(songs[1].change.notes == "-" && songs[1].change.kit == nil && rhythms[1].tempo.tenths == 1200)
    }

    @Test("a column that is not there says nothing")
    func partial() throws {
        let song = try #require(try read("title\nOne\n").first)
        var change = Song.Change()
        change.title = "One"
        #expect(song.change == change)
        #expect(try read("title,artist\nOne\n").first?.change.artist == "")
    }

    @Test(
        "the first mistake is told in one line with its row and its column",
        arguments: [
            ("", "The file is empty"), ("title,tempo\n", "Row 1: no column is called \"tempo\""),
            ("bpm,notes\n", "Row 1: title is missing"), ("title,Title\n", "Row 1: title is there twice"),
            ("title,bpm\nA,120\nB,20\n", "Row 3: bpm must be a number from 30 to 240"),
            ("title,bpm\nA,nan", "Row 2: bpm must be a number from 30 to 240"),
            ("title,bpm\nA,fast", "Row 2: bpm must be a number from 30 to 240"),
            ("title,bpm\n\"two\nlines\",100\n", "Row 2: title must be one line, without control characters"),
            ("title,bpm\n ,100\n", "Row 2: title must have from 1 to 200 characters"),
            ("title\nA\n\n\u{1B}[2J\n", "Row 4: title must be one line, without control characters"),
            ("title\nA,B\n", "Row 2: it has 2 cells, and the first row has 1"),
            ("title,groups\nA,2+0\n", "Row 2: groups must be \(RhythmChange.groupsText)"),
            ("title,groups\nA,99999999999999999999\n", "Row 2: groups must be the pulses of each group, such as 4 or 2+2+3"),
            ("title,accents\nA,strong weak normal normal\n", "Row 2: accents must be \(RhythmChange.accentsText)"),
            ("title,polyrhythm\nA,3:2\n", "Row 2: polyrhythm must be written like 3 over 2"),
            ("title,gap\nA,17 on 1 off\n", "Row 2: gap must be \(RhythmChange.gapText)"),
            ("title,ramp\nA,faster\n", "Row 2: ramp must be written like by 2 every 8 to 160"),
            ("title,kit\nA,../../etc\n", "Row 2: kit must be the name of a kit, such as wood or own/mine"),
            ("title,piece\nA,7\n", "Row 2: piece must be the identity of a recording"),
            ("title,followsTrack\nA,maybe\n", "Row 2: followsTrack must be true or false"),
            ("title\n\"A", "Row 2 opens a quote that is never closed"),
            (
                "\u{1B}\u{202E}\(String(repeating: "x", count: 99))\n",
                "Row 1: no column is called \"\u{FFFD}\u{FFFD}\(String(repeating: "x", count: 38))\""
            ),
        ])
    func refused(text: String, sentence: String) {
        do {
            _ = try SongTable.read(Array(text.utf8))
            Issue.record("\(text) was read")
        } catch {
            #expect(error.sentence == sentence && error.sentence.isOneLine)
        }
    }

    @Test("a song is read as it was written, whatever its texts and its rhythm", arguments: 0..<200)
    func roundTrip(seed: Int) async throws {
        var random = SeededGenerator(seed: UInt64(seed))
        func text(_ pieces: [String], _ count: ClosedRange<Int>) -> String {
            (0..<Int.random(in: count, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
        }
        let marks = ["=", "+", "-", "@", "'", "\"", ",", ";", "é", "🥁", "x"]
        var sheet = Song.Sheet(title: text(marks, 1...8))
        sheet.artist = text(marks, 0...8)
        sheet.notes = text(marks + ["\n", "\t", " "], 0...20)
        sheet.kit = ["wood", "own/mine-2"].randomElement(using: &random) ?? ""
        sheet.rhythm = Self.rhythm(&random)
        if Bool.random(using: &random) {
            sheet.recording = ContentIdentity(high: random.next(), low: random.next())
            sheet.followsTrack = .random(using: &random)
        }
        let folder = try TemporaryFolder()
        let catalog = try CatalogFile(in: folder.path, at: 1)
        _ = try await catalog.catalog.addSong(sheet, at: 1)
        let table = SongTable.csv(try await catalog.reader.songBook().songs)
        let entry = try #require(try SongTable.read(table).songs.first, "seed \(seed)")
        #expect(try entry.applied(to: Song.Sheet(title: entry.title)) == sheet, "seed \(seed)")
    }

    private static func rhythm(_ random: inout SeededGenerator) -> Rhythm {
        var rhythm = Rhythm()
        rhythm.tempo = ClickTempo(tenths: .random(in: 300...2400, using: &random))
        let groups = (0..<Int.random(in: 1...4, using: &random)).map { _ in Int.random(in: 1...8, using: &random) }
        rhythm.setBar(groups, unit: Bool.random(using: &random) ? .quarter : .eighth)
        if Int.random(in: 0..<4, using: &random) == 0 {
            rhythm.setPolyrhythm(
                Rhythm.Polyrhythm(second: .random(in: 1...15, using: &random), first: .random(in: 1...15, using: &random)))
        }
        let accents = rhythm.accents.map { _ in Rhythm.Accent.allCases.randomElement(using: &random) ?? .soft }
        _ = rhythm.setAccents(accents)
        rhythm.subdivision = .random(in: 1...4, using: &random)
        rhythm.swing = .random(in: 50...75, using: &random)
        rhythm.alternates = .random(using: &random)
        if Bool.random(using: &random) {
            rhythm.gap = Rhythm.Gap(
                heard: .random(in: 1...16, using: &random), silent: .random(in: 1...16, using: &random),
                isShown: .random(using: &random))
        }
        if Bool.random(using: &random) {
            rhythm.ramp = Rhythm.Ramp(
                step: Rhythm.Ramp.steps.randomElement(using: &random) ?? 1,
                every: Rhythm.Ramp.distances.randomElement(using: &random) ?? 4,
                end: ClickTempo(tenths: .random(in: 300...2400, using: &random)))
        }
        return rhythm
    }

    @Test(
        "line ends of notes are those of one system",
        arguments: [("a\r\nb\rc\nd", "a\nb\nc\nd"), ("\r\r\n\n", "\n\n\n"), ("", ""), ("a\t", "a\t")])
    func lineEnds(text: String, notes: String) throws {
        #expect(try SongText.notes(text) == notes)
    }
}

@Suite("Songs that follow a track") struct RhythmOfBeatsTests {
    private func grid(_ beatsPerMinute: Double, meter: Int) -> BeatGrid {
        let beats = (0..<9).map { Beat(time: MediaTime(microseconds: Int64($0) * Int64(60_000_000 / beatsPerMinute)), position: 1) }
        return BeatGrid(beats: beats, meter: meter, confidence: 1)
    }

    @Test(
        "have its tempo to a tenth, within the metronome's range, and its bar",
        arguments: [
            (120.0, 4, 1200, [4]), (96.04, 3, 960, [3]), (96.06, 7, 961, [7]), (300, 4, 1500, [4]), (20, 0, 400, [4]),
            (999, 99, 1249, [4]),
        ])
    func known(tempo: Double, meter: Int, tenths: Int, groups: [Int]) throws {
        let rhythm = try #require(Rhythm(following: grid(tempo, meter: meter)))
        #expect((rhythm.tempo.tenths, rhythm.groups, rhythm.unit) == (tenths, groups, .quarter))
    }

    @Test("have none without beats")
    func none() {
        #expect(Rhythm(following: .none) == nil)
    }
}
