import Foundation
import Glibc
import Music
import Session
import Text
import Yardstick

@testable import API
@testable import App
@testable import Workers

/// Gives every parser of workers' answers the answers that a compromised worker could send. A trap ends the test's process; broken
/// rules are findings.
struct AnswerCampaign {
    /// Numbers that make arithmetic overflow, conversions trap or memory run out.
    static let numbers: [UInt64] = [
        0, 1, 2, 0xFF, 0x100, 0xFFFF, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF, 1 << 25, 1 << 32, 1 << 48, 1 << 52, 1 << 62, 1 << 63,
        UInt64(Int64.max), .max, .max - 7, (-1.0).bitPattern, 1e300.bitPattern, (-1e300).bitPattern, Double.infinity.bitPattern,
        Double.nan.bitPattern, 1e14.bitPattern, Double.leastNonzeroMagnitude.bitPattern,
    ]

    private(set) var findings: [String] = []
    /// The number of altered answers that were accepted, of each kind.
    private(set) var taken: [String: Int] = [:]
    private var random: SeededGenerator

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    // Probes.

    private static func probe() -> TrackProbe {
        var tags = Tags()
        (tags.title, tags.artist, tags.album, tags.date) = ("Svefn-g-englar", "Sigur Rós", "Ágætis byrjun", "1999")
        (tags.year, tags.track, tags.disc, tags.trackGain, tags.compilation) = (1999, 2, 1, -7.5, false)
        return TrackProbe(
            identity: ContentIdentity(high: 1, low: 2), description: TrackDescription(codec: "mp3", container: "mp3", tags: tags),
            duration: 612.5, sampleRate: 44_100, channels: 2, bitRate: 320_000, hasCover: true)
    }

    mutating func look(_ number: Int) {
        var bytes = ProbeAnswer.probe(Self.probe()).bytes
        alter(&bytes, words: 0..<bytes.count / 8)
        guard let answer = ProbeAnswer(bytes[...]) else { return }
        taken["look", default: 0] += 1
        guard case .probe(let probe) = answer else { return }
        if answer.bytes != bytes { findings.append("look \(number): what was read is not what was written") }
        if let duration = probe.duration, MediaTime(checking: duration) == nil {
            findings.append("look \(number): a duration of \(duration) s")
        }
    }

    // Reports.

    mutating func report(_ number: Int) {
        let reports: [WorkerReport] = [
            .ready, .missing("Landlock"), .progress(0), .progress(0.42), .note("#ff8800"), .outOfMemory, .failed("no audio in it"),
            .done,
        ]
        var bytes = reports.filter { _ in Bool.random(using: &random) }.flatMap(\.line)
        for _ in 0..<Int.random(in: 0...3, using: &random) where !bytes.isEmpty {
            let place = Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: bytes[place] = .random(in: 0...255, using: &random)
            case 1: bytes.insert(contentsOf: [UInt8](repeating: 0x39, count: .random(in: 1...600, using: &random)), at: place)
            case 2: bytes.remove(at: place)
            default: bytes.insert(contentsOf: bytes[..<place], at: place)
            }
        }
        let whole = heard([bytes[...]])
        let split = Int.random(in: 0...bytes.count, using: &random)
        if heard([bytes[..<split], bytes[split...]]) != whole {
            findings.append("report \(number): a split at \(split) reads differently")
        }
        if whole != nil { taken["report", default: 0] += 1 }
    }

    private func heard(_ pieces: [ArraySlice<UInt8>]) -> [WorkerReport]? {
        var reader = ReportReader()
        do {
            return try pieces.flatMap { try reader.read($0) }
        } catch {
            return nil
        }
    }

    // Analysis files.

    /// Alters a valid analysis file, corrects its checksums, and uses it in every way that the server does.
    mutating func analysis(_ number: Int, _ file: [UInt8]) throws {
        var bytes = file
        // The header and the table are words of four bytes; all sections but the frames and the waveform are at the end.
        let head = AnalysisLayout.firstSection
        switch Int.random(in: 0..<3, using: &random) {
        case 0: alter(&bytes, words: 1..<head / 8)
        case 1: alter(&bytes, words: max(head, bytes.count - 2048) / 8..<bytes.count / 8)
        default: alter(&bytes, words: head / 8..<bytes.count / 8)
        }
        guard bytes.count >= head else { return }
        Self.seal(&bytes)
        let path = FileManager.default.temporaryDirectory.path + "/answer-\(UUID().uuidString)"
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        let descriptor = open(path, O_RDONLY)
        defer { close(descriptor) }
        unlink(path)
        let analysis: TrackAnalysis
        do throws(AnalysisFileError) {
            analysis = try TrackAnalysis(descriptor: descriptor)
        } catch {
            return
        }
        taken["analysis", default: 0] += 1
        use(analysis)
    }

    /// Corrects the length and the checksum in a header, so that the rest is read.
    private static func seal(_ bytes: inout [UInt8]) {
        func put(_ value: some FixedWidthInteger, at offset: Int) {
            for byte in 0..<value.bitWidth / 8 { bytes[offset + byte] = UInt8(truncatingIfNeeded: value >> (byte * 8)) }
        }
        bytes.replaceSubrange(0..<AnalysisLayout.magic.count, with: AnalysisLayout.magic)
        put(AnalysisLayout.version, at: AnalysisLayout.Header.version)
        put(UInt64(bytes.count), at: AnalysisLayout.Header.fileLength)
        put(UInt32(0), at: AnalysisLayout.Header.checksum)
        put(Checksum.of(Array(bytes[..<AnalysisLayout.firstSection]).span), at: AnalysisLayout.Header.checksum)
    }

    private mutating func use(_ analysis: TrackAnalysis) {
        _ = try? analysis.verify()  // The checksum of altered bytes is wrong; the check must only read to the end.
        _ = JSON.bytes(TrackReport(file: "", analysis: analysis, seconds: 1))
        let steps: [GridCorrection.Step] = [
            .half, .double, .shift(milliseconds: -2000), .downbeat(at: .zero), .meter(7),
            .tempo(bpm: 399, anchoredAt: MediaTime(seconds: 9)),
        ]
        // A grid over a year of silence is valid and long.
        let isShort = analysis.duration < MediaTime(seconds: 3600)
        let grid = analysis.grid(GridCorrection(steps: steps.filter { _ in isShort && Bool.random(using: &random) }))
        show(StoredScore(analysis, grid: grid), QueuedPiece(1, duration: analysis.duration, sound: analysis.sound))
        let seconds = min(analysis.duration.seconds, 60)
        let pixels = WaveformPixels(
            of: analysis.waveform, samplesPerPixel: max(1, Int(seconds * Double(analysis.sampleRate) / 500)), part: 0...seconds)
        _ = pixels.binary(.two, .eightBits)
        _ = pixels.json(.sixteenBits)
        var options = WaveformPicture.Options()
        (options.width, options.height, options.end) = (160, 100, seconds)
        _ = WaveformPicture(of: analysis.waveform, options).png
        _ = WaveformPicture(of: analysis.waveform, options).svg
    }

    /// A room plays the track, and a client receives all its streams.
    private mutating func show(_ score: any Score, _ track: QueuedPiece) {
        var now = ServerTime(microseconds: 1_000_000_000)
        var state = RoomState(seed: 1)
        let commands: [RoomCommand] = [
            .set(
                {
                    var change = SettingsChange()
                    (change.crossfade, change.skipsSilence) = (12, true)
                    return change
                }()),
            .playPieces([track, track, track], start: 0, position: MediaTime(seconds: .random(in: 0...5, using: &random))),
        ]
        for command in commands {
            do throws(Refusal) { state = try state.after(command, at: now) } catch { findings.append("a room refused \(command)") }
        }
        var feeds = [
            Feed.Key(content: .frames(FrameForm(rate: 60, bands: 24, isText: false)), timing: .ahead(MediaTime(seconds: 2))),
            Feed.Key(content: .frames(FrameForm(rate: 30, bands: 8, isText: true)), timing: .live, back: .zero),
            Feed.Key(content: .beats, timing: .ahead(MediaTime(seconds: 10))),
        ].map { Feed($0, at: now) }
        for _ in 0..<6 {
            for course in state.courses(through: now.later(RoomState.horizon)).prefix(4) {
                _ = GridMessage.bytes(score, on: course, track: 1, at: max(now, course.from), sent: now)
                _ = GridMessage.validUntil(score, on: course, at: now)
            }
            for index in feeds.indices {
                _ = feeds[index].next(state, { _ in score }, at: now)
                _ = feeds[index].wake(state, { _ in score }, after: now)
            }
            now = now.later(MediaTime(seconds: .random(in: 0...3, using: &random)))
            state = state.advanced(to: now)
        }
    }

    /// Replaces some words of eight or four bytes, or single bytes; sometimes removes or adds bytes.
    private mutating func alter(_ bytes: inout [UInt8], words: Range<Int>) {
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            guard let word = words.randomElement(using: &random), word * 8 + 8 <= bytes.count else { continue }
            let value = Self.numbers.randomElement(using: &random) ?? 0
            switch Int.random(in: 0..<12, using: &random) {
            case 0: bytes.removeLast(Int.random(in: 0...min(64, bytes.count - 1), using: &random))
            case 1: bytes += random.bytes(Int.random(in: 1...64, using: &random))
            case 2, 3: bytes[word * 8 + Int.random(in: 0..<8, using: &random)] = .random(in: 0...255, using: &random)
            case 4, 5:
                let half = Int.random(in: 0...1, using: &random) * 4
                for byte in 0..<4 { bytes[word * 8 + half + byte] = UInt8(truncatingIfNeeded: value >> (byte * 8)) }
            default: for byte in 0..<8 { bytes[word * 8 + byte] = UInt8(truncatingIfNeeded: value >> (byte * 8)) }
            }
        }
    }
}
