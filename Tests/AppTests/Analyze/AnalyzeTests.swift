import Foundation
import Music
import Testing
import Waiting

@testable import App
@testable import Library

@Suite("downbeat analyze")
struct AnalyzeTests {
    @Test("prints the whole result as one line of JSON")
    func report() async throws {
        let folder = try TemporaryFolder()
        let track = ClickTrack()
        try folder.write(track.wave, to: "click.wav")
        let (ending, out, err) = try await Downbeat.run(["analyze", folder.path + "/click.wav"])
        #expect(ending == .code(0))
        #expect(err.isEmpty)
        #expect(out.hasSuffix("\n") && out.split(separator: "\n").count == 1)
        let report = try Report(out)
        #expect(report.file == folder.path + "/click.wav")
        #expect(report.duration == track.seconds)
        #expect(report.sampleRate == 44_100 && report.channels == 2 && report.codec == "pcm_s16le")
        #expect(abs(try #require(report.bpm) - 120) < 0.1)
        #expect(report.bpmRange?.count == 2)
        #expect(report.meter == 4)
        #expect(report.confidence > 0.5 && report.confidence <= 1)
        #expect(Set(report.downbeats).isSubset(of: report.beats))
        #expect(report.key == nil && report.keyConfidence == nil)
        #expect(report.colours.isEmpty && report.tags.title == nil)
        let sound = try #require(report.silence)
        #expect(abs(sound["start"]! - track.times[0]) < 0.01)
        #expect(abs(sound["end"]! - track.times.last!) < 0.06)
        #expect(report.seconds > 0)
    }

    @Test("finds the beats at the clicks in every codec", .needs(.ffmpeg), arguments: Encoding.all)
    func codecs(_ encoding: Encoding) async throws {
        let folder = try TemporaryFolder()
        let track = ClickTrack(first: 0.813, interval: 60.0 / 112, seconds: 20)
        try folder.write(track.wave, to: "click.wav")
        let encoded = folder.path + "/encoded." + encoding.fileExtension
        let made = try await ChildProcess.run(
            Tool.ffmpeg.found(), ["-v", "error", "-i", folder.path + "/click.wav"] + encoding.arguments + [encoded])
        try #require(made.ending == .code(0), "\(made.err)")
        let (ending, out, err) = try await Downbeat.run(["analyze", encoded])
        #expect(ending == .code(0), "\(err)")
        let report = try Report(out)
        #expect(abs(report.duration - track.seconds) < encoding.slack)
        let found = report.beats.filter { track.times[0] - 0.1 < $0 && $0 < track.times.last! + 0.1 }
        #expect(found.count == track.times.count)
        for (beat, click) in zip(found, track.times) { #expect(abs(beat - click) < 0.002, "\(beat) for \(click)") }
    }

    private struct LiveLine: Decodable {
        let at, through, confidence: Double
        let beats, downbeats: [Double]
        let bpm: Double?
        let doubtful: Bool

        init(_ text: some StringProtocol) throws {
            self = try JSONDecoder().decode(Self.self, from: Data(text.utf8))
        }
    }

    @Test("says the next beats of a pipe while its sound comes")
    func pipe() async throws {
        let folder = try TemporaryFolder()
        let pipe = folder.path + "/pipe"
        try #require(mkfifo(pipe, 0o600) == 0)
        let track = ClickTrack(seconds: 16)
        let wave = track.wave
        let listen = [#"exec "$0" analyze --live - < "$1""#, try Downbeat.program, pipe]
        let line = try await ChildProcess.running("/bin/sh", ["-c"] + listen) { child in
            let said = try await blocking { () throws -> [UInt8]? in
                let sound = try #require(FileHandle(forWritingAtPath: pipe))
                try sound.write(contentsOf: wave[..<(wave.count / 2)])
                // The rest does not come before this is said.
                let said = child.transcript.piece(0, after: 24, separator: 10, within: patience)
                try sound.write(contentsOf: wave[(wave.count / 2)...])
                try sound.close()
                return said
            }
            let ending = try await child.end()
            #expect(ending == .code(0), "\(child.transcript.text(1))")
            return try LiveLine(String(decoding: try #require(said), as: UTF8.self))
        }
        let coming = line.beats.filter { $0 > line.at }
        #expect(line.at < 8 && coming.count >= 3)
        for beat in coming { #expect(track.times.contains { abs($0 - beat) < 0.025 }, "\(beat)") }
    }

    @Test("prints what could be said while a file is heard")
    func live() async throws {
        let folder = try TemporaryFolder()
        let track = ClickTrack(seconds: 16)
        try folder.write(track.wave, to: "click.wav")
        let (ending, out, err) = try await Downbeat.run(["analyze", "--live", folder.path + "/click.wav"])
        #expect(ending == .code(0) && err.isEmpty, "\(err)")
        let lines = try out.split(separator: "\n").map { try LiveLine($0) }
        #expect(lines.count >= 60 && zip(lines, lines.dropFirst()).allSatisfy { $0.at < $1.at })
        let late = try #require(lines.last { $0.at < track.times.last! - 2 })
        let coming = late.beats.filter { $0 > late.at && $0 < track.times.last! }
        #expect(coming.count >= 3)
        for beat in coming { #expect(track.times.contains { abs($0 - beat) < 0.025 }, "\(beat)") }
        #expect(Set(late.downbeats).isSubset(of: late.beats) && late.bpm != nil && late.confidence >= 0.35)
        #expect(lines.first?.beats.isEmpty == true && lines.first?.bpm == nil)
        // The decimals of a line may be rounded up to the floor.
        for line in lines where abs(line.confidence - 0.45) > 0.001 {
            #expect(line.doubtful == (!line.beats.isEmpty && line.confidence < 0.45), "\(line)")
        }
        #expect(lines.allSatisfy { !$0.doubtful || $0.bpm == nil })
        let two = try await Downbeat.run(["analyze", "--live", "a.wav", "b.wav"])
        #expect(two.ending == .code(64) && two.err.contains("--live takes one file"))
        let both = try await Downbeat.run(["analyze", "--live", "--out", "a.downbeat", "a.wav"])
        #expect(both.ending == .code(64) && both.err.contains("--out"))
        let other = try await Downbeat.run(["analyze", "--waveform", "w.png", "a.wav"])
        #expect(other.ending == .code(64) && other.err.contains("end with .dat or .json"))
        let alone = try await Downbeat.run(["analyze", "--delay", "2", "a.wav"])
        #expect(alone.ending == .code(64) && alone.err.contains("--delay needs --live"))
    }

    @Test("reports each bad file in one line, analyzes the others, and ends with 1")
    func badFiles() async throws {
        let folder = try TemporaryFolder()
        try folder.write(ClickTrack(seconds: 8).wave, to: "good.wav")
        try folder.write("this is no music at all, whatever its name says", to: "text.mp3")
        try folder.write("", to: "empty.flac")
        try #require(mkfifo(folder.path + "/pipe.wav", 0o600) == 0)
        let names = ["text.mp3", "empty.flac", "missing.ogg", "pipe.wav", ".", "good.wav"].map { folder.path + "/" + $0 }
        let (ending, out, err) = try await Downbeat.run(["analyze"] + names)
        #expect(ending == .code(1))
        #expect(try Report(out).file == names[5])
        let complaints = err.split(separator: "\n")
        #expect(complaints.count == 5)
        for (name, complaint) in zip(names, complaints) { #expect(complaint.hasPrefix("downbeat: \(name): ")) }
    }

    @Test("gives the same analysis every time, with one job or four")
    func sameBytes() async throws {
        let folder = try TemporaryFolder()
        let names = (0..<4).map { "track\($0).wav" }
        for (index, name) in names.enumerated() {
            try folder.write(ClickTrack(interval: 0.4 + 0.05 * Double(index), seconds: 10).wave, to: name)
        }
        var results: [[Data]] = []
        for jobs in ["1", "4", "4"] {
            let target = folder.path + "/out\(results.count)"
            try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: false)
            let (ending, out, err) = try await Downbeat.run(
                ["analyze", "--jobs", jobs, "--out", target] + names.map { folder.path + "/" + $0 })
            #expect(ending == .code(0), "\(err)")
            let files = try out.split(separator: "\n").map { try Report(String($0)).file }
            #expect(files == names.map { folder.path + "/" + $0 }, "reports come in the order of the files")
            results.append(
                try names.map { try Data(contentsOf: URL(fileURLWithPath: "\(target)/\($0.dropLast(4)).downbeat")) })
        }
        #expect(results[0] == results[1] && results[1] == results[2])
    }

    @Test("reads the standard input")
    func standardInput() async throws {
        let folder = try TemporaryFolder()
        try folder.write(ClickTrack(seconds: 8).wave, to: "click.wav")
        let (ending, out, err) = try await ChildProcess.run(
            "/bin/sh", ["-c", #"cat "$1" | "$0" analyze -"#, try Downbeat.program, folder.path + "/click.wav"])
        #expect(ending == .code(0), "\(err)")
        let report = try Report(out)
        #expect(report.file == "-")
        #expect(report.duration == 8)
    }

    @Test("writes the requested files beside the report, all from one analysis")
    func outputs() async throws {
        let folder = try TemporaryFolder()
        let seconds = 12
        try folder.write(ClickTrack(seconds: Double(seconds)).wave, to: "click.wav")
        let path = { (name: String) in "\(folder.path)/\(name)" }
        let (ending, out, err) = try await Downbeat.run([
            "analyze", path("click.wav"), "--out", path("a.downbeat"), "--waveform", path("a.json"), "--beats",
            path("a.beats"), "--click", path("a.wav"),
        ])
        #expect(ending == .code(0), "\(err)")
        let report = try Report(out)

        let opened = try FileHandle(forReadingFrom: URL(fileURLWithPath: path("a.downbeat")))
        let analysis = try TrackAnalysis(descriptor: opened.fileDescriptor)
        try analysis.verify()
        #expect(analysis.foundGrid.beats.map(\.time.seconds) == report.beats)
        #expect(analysis.frameCount >= 720)

        let lines = try String(contentsOfFile: path("a.beats"), encoding: .utf8).split(separator: "\n")
        #expect(lines.map { Double($0.split(separator: "\t")[0])! } == report.beats)
        #expect(lines.filter { $0.hasSuffix("\t1") }.count == report.downbeats.count)

        let waveform = try JSONDecoder().decode(WaveformFile.self, from: Data(contentsOf: URL(fileURLWithPath: path("a.json"))))
        #expect(waveform.version == 2 && waveform.sampleRate == 44_100 && waveform.channels == 1)
        #expect(waveform.data.count == 2 * waveform.length)
        let samples = 44_100 * seconds
        #expect(waveform.length == (samples + waveform.samplesPerPixel - 1) / waveform.samplesPerPixel)

        let clicked = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path("a.wav"))))
        #expect(clicked.count == 44 + samples * 4)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 5, "nothing temporary is left")
    }

    @Test(
        "a result never takes the place of music",
        arguments: [["--click", "song.wav"], ["--beats", "other.ogg"], ["--out", "./song.wav"], ["--click", "other.ogg"]])
    func music(_ arguments: [String]) async throws {
        let folder = try TemporaryFolder()
        let song = ClickTrack(seconds: 2).wave
        try folder.write(song, to: "song.wav")
        try folder.write([1, 2, 3], to: "other.ogg")
        let paths = [arguments[0], "\(folder.path)/\(arguments[1])"]
        let (ending, _, err) = try await Downbeat.run(["analyze"] + paths + [folder.path + "/song.wav"])
        #expect(ending == .code(64) && err.contains("would replace the music in"), "\(err)")
        #expect(FileManager.default.contents(atPath: folder.path + "/song.wav") == Data(song))
        #expect(FileManager.default.contents(atPath: folder.path + "/other.ogg") == Data([1, 2, 3]))
    }

    @Test("in a folder, the click of a track lies beside the track itself")
    func clickBeside() async throws {
        let folder = try TemporaryFolder()
        try folder.write(ClickTrack(seconds: 2).wave, to: "song.wav")
        for _ in 0..<2 {
            #expect(try await Downbeat.run(["analyze", "--click", folder.path, folder.path + "/song.wav"]).ending == .code(0))
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["song.click.wav", "song.wav"])
    }

    @Test("a mistake in its options is one line and exit code 64", arguments: [[], ["--jobs", "0", "x"], ["--loud", "x"]])
    func mistakes(_ arguments: [String]) async throws {
        let (ending, out, err) = try await Downbeat.run(["analyze"] + arguments)
        #expect(ending == .code(64))
        #expect(out.isEmpty)
        #expect(err.hasPrefix("downbeat: ") && err.split(separator: "\n").count == 1)
    }

    @Test("its help names every option with its argument and its environment variable")
    func help() async throws {
        let (ending, out, _) = try await Downbeat.run(["analyze", "--help"])
        #expect(ending == .code(0))
        for rule in AnalyzeOptions.rules {
            #expect(out.contains("\n  \(rule.usage)  (\(rule.environmentName))\n"))
        }
    }
}

/// An encoding of the sound, with its options for ffmpeg.
struct Encoding: Sendable, CustomTestStringConvertible {
    let fileExtension: String
    let arguments: [String]
    /// The tolerance of the length in seconds: not all formats store how much of the last packet is sound.
    let slack: Double

    init(_ fileExtension: String, _ arguments: [String], slack: Double = 0.001) {
        self.fileExtension = fileExtension
        self.arguments = arguments
        self.slack = slack
    }

    var testDescription: String { "\(fileExtension) \(arguments.joined(separator: " "))" }

    static let all = [
        Encoding("wav", ["-c:a", "pcm_s24le"]), Encoding("aiff", ["-c:a", "pcm_s16be"]), Encoding("flac", []),
        Encoding("mp3", ["-b:a", "192k"]), Encoding("mp3", ["-q:a", "4", "-ar", "48000"]),
        Encoding("ogg", ["-c:a", "libvorbis"]), Encoding("opus", ["-c:a", "libopus"]),
        Encoding("m4a", ["-c:a", "aac", "-b:a", "160k"]), Encoding("m4a", ["-c:a", "alac"]),
        Encoding("wv", ["-c:a", "wavpack"]), Encoding("wma", ["-c:a", "wmav2", "-b:a", "160k"], slack: 0.1),
        Encoding("tta", []), Encoding("mka", ["-c:a", "flac"]), Encoding("webm", ["-c:a", "libopus"], slack: 0.03),
        Encoding("ac3", ["-b:a", "192k"], slack: 0.1), Encoding("au", []), Encoding("caf", ["-c:a", "pcm_f32le"]),
    ]
}

/// The fields of the line of JSON that the tests check.
struct Report: Decodable {
    let file: String
    let duration: Double
    let sampleRate: Int
    let channels: Int
    let codec: String
    let bpm: Double?
    let bpmRange: [Double]?
    let meter: Int?
    let confidence: Double
    let beats: [Double]
    let downbeats: [Double]
    let key: String?
    let keyConfidence: Double?
    let silence: [String: Double]?
    let colours: [String]
    let tags: Tags
    let seconds: Double

    init(_ line: String) throws {
        self = try JSONDecoder().decode(Report.self, from: Data(line.utf8))
    }
}

private struct WaveformFile: Decodable {
    let version: Int
    let channels: Int
    let sampleRate: Int
    let samplesPerPixel: Int
    let length: Int
    let data: [Int]

    private enum CodingKeys: String, CodingKey {
        case version, channels, length, data
        case sampleRate = "sample_rate"
        case samplesPerPixel = "samples_per_pixel"
    }
}
