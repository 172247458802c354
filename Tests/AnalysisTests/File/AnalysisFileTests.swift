import Foundation
import Glibc
import Music
import Signal
import Testing

@testable import Analysis

@Suite("The analysis file", .serialized)
struct AnalysisFileTests {
    @Test("returns the stored values")
    func roundTrip() throws {
        let file = try ScratchFile()
        let track = Self.track()
        let frames = (0..<100 * SpectrumFrame.byteCount).map { UInt8(truncatingIfNeeded: $0 &* 37) }
        try Self.write(track, frames, to: file)
        let analysis = try TrackAnalysis(descriptor: file.descriptor)
        try analysis.verify()
        #expect(analysis.sampleRate == 44_100 && analysis.channels == 2 && analysis.sampleCount == 123_456)
        #expect(analysis.analyzer == TrackAnalysis.newestAnalyzer)
        #expect(analysis.foundGrid == track.grid)
        #expect(analysis.key == track.key && analysis.sections == track.sections)
        #expect(analysis.loudness == track.loudness)
        #expect(analysis.sound == track.sound)
        #expect(analysis.colours == track.colours)
        #expect(analysis.description == track.description)
        #expect(analysis.frameCount == 100)
        let read = analysis.withFrames(3..<5) { span in span.indices.map { span[$0] } }
        #expect(read == Array(frames[3 * SpectrumFrame.byteCount..<5 * SpectrumFrame.byteCount]))
        #expect(analysis.waveform.levels.map(\.samplesPerPoint) == track.waveform.levels.map(\.samplesPerPoint))
        for (level, written) in zip(analysis.waveform.levels, track.waveform.levels) {
            let numbers = analysis.waveform.withPoints(of: level) { span in span.indices.map { span[$0] } }
            #expect(numbers == written.points.flatMap { [$0.lowest, $0.highest, $0.rms] })
        }
    }

    @Test("has no values where the analysis found none")
    func emptyTrack() throws {
        let file = try ScratchFile()
        var track = Self.track()
        track.grid = .none
        track.loudness = Loudness(integrated: nil, range: 0, truePeak: nil)
        track.sound = nil
        track.colours = []
        track.key = nil
        track.sections = []
        try Self.write(track, [], to: file)
        let analysis = try TrackAnalysis(descriptor: file.descriptor)
        #expect(analysis.key == nil && analysis.sections.isEmpty)
        #expect(analysis.foundGrid == .none && analysis.sound == nil && analysis.colours.isEmpty && analysis.frameCount == 0)
        #expect(analysis.loudness == track.loudness)
    }

    @Test("is the same whether frames are added one by one or all at once")
    func splits() throws {
        let frames = (0..<3000 * SpectrumFrame.byteCount).map { UInt8(truncatingIfNeeded: $0 &* 11) }
        let (whole, single) = (try ScratchFile(), try ScratchFile())
        try Self.write(Self.track(), frames, to: whole)
        var writer = AnalysisFileWriter(descriptor: single.descriptor)
        for frame in 0..<3000 {
            let bytes = Array(frames[frame * SpectrumFrame.byteCount..<(frame + 1) * SpectrumFrame.byteCount])
            try writer.append(frames: bytes.span)
        }
        try writer.finish(Self.track())
        #expect(whole.bytes() == single.bytes())
    }

    @Test("every section is aligned and at the offset in the table, in order")
    func alignment() throws {
        let file = try ScratchFile()
        try Self.write(Self.track(), Array(repeating: 1, count: SpectrumFrame.byteCount), to: file)
        let bytes = file.bytes()
        let number = { (place: Int) in (0..<8).reduce(0) { $0 | Int(bytes[place + $1]) << ($1 * 8) } }
        var end = AnalysisLayout.firstSection
        for index in 0..<AnalysisLayout.Section.allCases.count {
            let entry = AnalysisLayout.headerLength + index * AnalysisLayout.entryLength
            let offset = number(entry + AnalysisLayout.Entry.offset)
            #expect(offset % AnalysisLayout.alignment == 0 && offset >= end && offset < end + AnalysisLayout.alignment)
            end = offset + number(entry + AnalysisLayout.Entry.length)
        }
        #expect(bytes.count >= end && bytes.count < end + AnalysisLayout.alignment)
    }

    @Test("any changed byte is found by the checksum of the header or of a section")
    func damage() throws {
        let file = try ScratchFile()
        try Self.write(Self.track(), Array(repeating: 7, count: 4 * SpectrumFrame.byteCount), to: file)
        let bytes = file.bytes()
        var unnoticed: [Int] = []
        for place in bytes.indices {
            var damaged = bytes
            damaged[place] ^= 0x55
            let other = try ScratchFile(damaged)
            do {
                try TrackAnalysis(descriptor: other.descriptor).verify()
                unnoticed.append(place)
            } catch {
                #expect(!error.description.isEmpty)
            }
        }
        // Only the padding between sections belongs to none of them.
        #expect(unnoticed.allSatisfy { bytes[$0] == 0 && $0 >= AnalysisLayout.firstSection })
        #expect(unnoticed.count < AnalysisLayout.alignment * AnalysisLayout.Section.allCases.count)
    }

    @Test("wrong numbers with a correct checksum are an error and never a crash")
    func lies() throws {
        let file = try ScratchFile()
        try Self.write(Self.track(), Array(repeating: 7, count: 4 * SpectrumFrame.byteCount), to: file)
        let bytes = file.bytes()
        let seed: UInt64 = 20
        var random = SeededNumbers(seed: seed)
        for round in 0..<2000 {
            var lying = bytes
            for _ in 0...random.integer(in: 0...2) {
                let place = random.integer(in: 0...(round % 2 == 0 ? AnalysisLayout.firstSection : lying.count) - 1)
                lying[place] = [0, 1, 0x7f, 0xff][random.integer(in: 0...3)]
            }
            if round % 5 == 0 { lying.removeLast(random.integer(in: 0...lying.count - 1)) }
            Self.seal(&lying)
            guard !lying.isEmpty else { continue }
            let other = try ScratchFile(lying)
            do {
                let analysis = try TrackAnalysis(descriptor: other.descriptor)
                _ = analysis.withFrames(0..<analysis.frameCount) { $0.count }
                for level in analysis.waveform.levels { _ = analysis.waveform.withPoints(of: level) { $0.count } }
            } catch {
                #expect(!error.description.isEmpty, "seed \(seed), round \(round)")
            }
        }
    }

    @Test("a file that is truncated while open gives zeros and reports it")
    func cut() throws {
        let file = try ScratchFile()
        try Self.write(Self.track(), Array(repeating: 7, count: 4000 * SpectrumFrame.byteCount), to: file)
        let analysis = try TrackAnalysis(descriptor: file.descriptor)
        try analysis.verify()
        #expect(!analysis.isDamaged)
        try #require(ftruncate(file.descriptor, off_t(AnalysisLayout.firstSection + 1000 * SpectrumFrame.byteCount)) == 0)
        let frames = analysis.withFrames(0..<4000) { span in span.indices.map { span[$0] } }
        #expect(frames[0] == 7 && frames.last == 0 && frames.count == 4000 * SpectrumFrame.byteCount)
        #expect(analysis.isDamaged)
        let numbers = analysis.waveform.withPoints(of: analysis.waveform.levels[0]) { span in span.indices.map { span[$0] } }
        #expect(numbers.count == 303 && numbers.allSatisfy { $0 == 0 })
        #expect(throws: AnalysisFileError.self) { try analysis.verify() }
    }

    @Test("a waveform that is read in parts equals the whole")
    func windows() throws {
        let file = try ScratchFile()
        var random = SeededNumbers(seed: 8)
        let points = (0..<40_000).map { _ in
            let (one, two) = (Int16(random.integer(in: -32_768...32_767)), Int16(random.integer(in: -32_768...32_767)))
            return Waveform.Point(lowest: min(one, two), highest: max(one, two), rms: 1)
        }
        var track = Self.track()
        track.waveform = Waveform(sampleRate: 44_100, levels: [Waveform.Level(samplesPerPoint: 256, points: points)])
        try Self.write(track, [], to: file)
        let waveform = try TrackAnalysis(descriptor: file.descriptor).waveform
        var window = PointWindow(waveform, waveform.levels[0])
        #expect(window.count == points.count)
        for round in 0..<200 {
            let first = random.integer(in: 0...points.count - 1)
            let part = first..<random.integer(in: first + 1...min(points.count, first + (round % 2 == 0 ? 50_000 : 50)))
            let (lowest, highest) = window.extremes(of: part)
            #expect(lowest == points[part].map(\.lowest).min() && highest == points[part].map(\.highest).max(), "\(part)")
        }
    }

    @Test("a track longer than a year, and times beyond that, are refused before they are used")
    func farOut() throws {
        let file = try ScratchFile()
        try Self.write(Self.track(), Array(repeating: 7, count: 4 * SpectrumFrame.byteCount), to: file)
        let analysis = try TrackAnalysis(descriptor: file.descriptor)
        #expect(analysis.foundGrid.beats.count == 33)

        var long = file.bytes()
        long[AnalysisLayout.Header.sampleCount + 6] = 1
        Self.seal(&long)
        let longer = try ScratchFile(long)
        #expect(throws: AnalysisFileError.self) { try TrackAnalysis(descriptor: longer.descriptor) }

        // The first beat is 8 bytes into the grid, after its confidence.
        var early = file.bytes()
        let confidence: [UInt8] = [0, 0, 0x40, 0x3f, 4, 0, 0, 0]
        let grid = try #require((0..<early.count - 8).first { Array(early[$0..<$0 + 8]) == confidence })
        early.replaceSubrange(grid + 8..<grid + 16, with: [0, 0, 0, 0, 0, 0, 0, 0x80])
        Self.seal(&early)
        let earlier = try ScratchFile(early)
        #expect(throws: AnalysisFileError.self) { try TrackAnalysis(descriptor: earlier.descriptor) }
    }

    @Test("keys and sections out of range are refused, and an unknown label is a plain part")
    func strangeForms() throws {
        let file = try ScratchFile()
        try Self.write(Self.track(), [], to: file)
        let bytes = file.bytes()
        // F sharp minor with its confidence, and the labels after the last confidence.
        let key = try #require(Self.place(of: [0, 0, 0x20, 0x3f, 6, 0, 1, 0], in: bytes))
        let labels = try #require(Self.place(of: [0, 0, 0x80, 0x3e, 1, 3, 0], in: bytes)) + 4
        func analysis(_ value: UInt8, at place: Int) throws -> TrackAnalysis {
            var altered = bytes
            altered[place] = value
            Self.seal(&altered)
            let other = try ScratchFile(altered)
            return try withExtendedLifetime(other) { try TrackAnalysis(descriptor: other.descriptor) }
        }
        for (value, place) in [(12, key + 4), (1, key + 5), (2, key + 6), (0xff, key + 3), (0xff, labels - 1)] {
            #expect(throws: AnalysisFileError.self) { try analysis(UInt8(value), at: place) }
        }
        #expect(try analysis(11, at: key + 4).key?.key == MusicalKey("B minor"))
        #expect(try analysis(200, at: labels).sections.map(\.label) == [.part, .drop, .part])
    }

    private static func place(of pattern: [UInt8], in bytes: [UInt8]) -> Int? {
        (0...bytes.count - pattern.count).first { Array(bytes[$0..<$0 + pattern.count]) == pattern }
    }

    @Test("what is no analysis is refused in words", arguments: [[], Array("DOWNBEAT".utf8), Array(repeating: 65, count: 500)])
    func noAnalysis(bytes: [UInt8]) throws {
        let file = try ScratchFile(bytes)
        #expect(throws: AnalysisFileError.self) { try TrackAnalysis(descriptor: file.descriptor) }
    }

    /// Corrects length and checksum of the header.
    private static func seal(_ bytes: inout [UInt8]) {
        guard bytes.count >= AnalysisLayout.firstSection else { return }
        for byte in 0..<8 { bytes[AnalysisLayout.Header.fileLength + byte] = UInt8(truncatingIfNeeded: bytes.count >> (byte * 8)) }
        for byte in 0..<4 { bytes[AnalysisLayout.Header.checksum + byte] = 0 }
        let header = Array(bytes[..<AnalysisLayout.firstSection])
        let checksum = Checksum.of(header.span)
        for byte in 0..<4 { bytes[AnalysisLayout.Header.checksum + byte] = UInt8(truncatingIfNeeded: checksum >> (byte * 8)) }
    }

    private static func write(_ track: AnalyzedTrack, _ frames: [UInt8], to file: ScratchFile) throws {
        var writer = AnalysisFileWriter(descriptor: file.descriptor)
        try writer.append(frames: frames.span)
        try writer.finish(track)
    }

    private static func track() -> AnalyzedTrack {
        let beats = (0..<33).map { Beat(time: MediaTime(microseconds: 500_000 + 476_190 * Int64($0)), position: UInt8($0 % 4 + 1)) }
        let points = (0..<101).map { Waveform.Point(lowest: -Int16($0), highest: Int16($0 * 2), rms: Int16($0)) }
        var tags = Tags()
        tags.title = "Jóga \"live\""
        tags.trackGain = -6.5
        return AnalyzedTrack(
            sampleRate: 44_100, channels: 2, sampleCount: 123_456,
            grid: BeatGrid(beats: beats, meter: 4, confidence: 0.75),
            key: KeyReading(key: MusicalKey(tonic: 6, isMinor: true), confidence: 0.625),
            sections: [
                SongSection(start: .zero, label: .intro, confidence: 1),
                SongSection(start: beats[8].time, label: .drop, confidence: 0.5),
                SongSection(start: beats[24].time, label: .part, confidence: 0.25),
            ],
            loudness: Loudness(integrated: -14.25, range: 6.5, truePeak: -0.125),
            sound: SoundBounds(start: MediaTime(seconds: 0.25), end: MediaTime(seconds: 2.5)),
            waveform: Waveform(
                sampleRate: 44_100,
                levels: [
                    Waveform.Level(samplesPerPoint: 256, points: points),
                    Waveform.Level(samplesPerPoint: 512, points: Array(points.prefix(51))),
                ]),
            colours: [Colour(red: 1, green: 2, blue: 3), Colour(red: 250, green: 251, blue: 252)],
            description: TrackDescription(codec: "mp3", container: "mp3", damage: "2 packets are damaged", tags: tags))
    }
}

/// An unnamed file that exists as long as its test.
final class ScratchFile {
    let descriptor: Int32

    init(_ bytes: [UInt8] = []) throws {
        var template = Array((FileManager.default.temporaryDirectory.path + "/downbeat-XXXXXX").utf8CString)
        descriptor = mkstemp(&template)
        try #require(descriptor >= 0)
        unlink(template)
        try #require(pwrite(descriptor, bytes, bytes.count, 0) == bytes.count)
    }

    deinit {
        close(descriptor)
    }

    func bytes() -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: Int(lseek(descriptor, 0, SEEK_END)))
        let count = pread(descriptor, &bytes, bytes.count, 0)
        return Array(bytes.prefix(count))
    }
}
