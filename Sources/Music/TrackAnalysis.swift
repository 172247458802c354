internal import Text

/// Everything found in one track, read from its analysis file. The large parts are read on demand.
///
/// The file may come from a compromised worker, so everything in it is checked before use.
package struct TrackAnalysis: FrameStore {
    /// The version of the analyzer of this program. Raise it when the same track would give a different result, so that older
    /// analyses are repeated.
    package static let newestAnalyzer = 6

    package let sampleRate: Int
    package let channels: Int
    /// Samples of each channel.
    package let sampleCount: Int
    /// Version of the analyzer; a track of an older version should be analyzed again.
    package let analyzer: Int
    package let frameCount: Int
    package var frames: Range<Int> { 0..<frameCount }
    /// The beats as they were found, also those that are in doubt: for measuring and for correcting them.
    package let foundGrid: BeatGrid
    package let loudness: Loudness
    /// Nil if the whole track is silent.
    package let sound: SoundBounds?
    /// The dominant colours of the cover, most important first.
    package let colours: [Colour]
    package let description: TrackDescription
    /// Nil if no key is likely enough.
    package let key: KeyReading?
    /// The parts of the song, the first from the start of the track; empty if they are not known.
    package let sections: [SongSection]
    package let waveform: WaveformView

    private let file: FileBytes
    private let frameSection: AnalysisTable.Entry
    private let table: AnalysisTable

    /// The byte range of the frames in the file, so that they can be served from it.
    package var frameBytes: Range<Int> { frameSection.offset..<frameSection.offset + frameSection.length }

    package var duration: MediaTime { MediaTime(seconds: Double(sampleCount) / Double(sampleRate)) }

    /// Whether some bytes could not be read and were replaced by zeros: the file is truncated or its disk fails. Repeat the
    /// analysis.
    package var isDamaged: Bool { file.isDamaged }

    /// The beats that count for the track: as people corrected them or, without a correction, those that are sure enough.
    package func grid(_ correction: GridCorrection? = nil) -> BeatGrid {
        guard let correction, !correction.steps.isEmpty else { return foundGrid.sure }
        return correction.applied(to: foundGrid, duration: duration)
    }

    /// Reads an open analysis file; the descriptor may be closed afterwards. Checks the header and every bound, but not the
    /// frames and the waveform, which `verify()` does.
    package init(descriptor: Int32) throws(AnalysisFileError) {
        try self.init(FileBytes(descriptor: descriptor))
    }

    package init(_ file: FileBytes) throws(AnalysisFileError) {
        let header = try AnalysisHeader(file)
        let table = try AnalysisTable(file, sections: header.sectionCount)
        self.file = file
        self.table = table
        sampleRate = header.sampleRate
        channels = header.channels
        sampleCount = header.sampleCount
        analyzer = header.analyzer
        frameSection = try table.entry(.frames)
        frameCount = frameSection.items
        guard frameSection.length == frameCount * SpectrumFrame.byteCount else { throw .section(.frames, "is not whole frames") }
        foundGrid = try Self.grid(file, table.entry(.grid))
        (loudness, sound) = try Self.loudness(file, table.entry(.loudness))
        colours = try Self.colours(file, table.entry(.colours))
        description = try Self.description(file, table.entry(.tags))
        key = try Self.key(file, table.entry(.keys))
        sections = try Self.sections(file, table.entry(.parts))
        waveform = try WaveformView(file, table.entry(.pyramid), sampleRate: sampleRate)
        guard !file.isDamaged else { throw .damaged("some of it cannot be read") }
    }

    /// Reads everything once and compares the checksums.
    package func verify() throws(AnalysisFileError) {
        for entry in table.entries where entry.checksum != file.checksum(entry.offset, entry.length) {
            throw .section(entry.section, "has a wrong checksum")
        }
        guard !file.isDamaged else { throw .damaged("some of it cannot be read") }
    }

    /// The bytes of frames `range`, each `SpectrumFrame.byteCount` long; the range must lie within `frameCount`.
    package func withFrames<Result>(_ range: Range<Int>, _ body: (Span<UInt8>) -> Result) -> Result {
        precondition(range.lowerBound >= 0 && range.upperBound <= frameCount)
        return file.withValues(
            of: UInt8.self, at: frameSection.offset + range.lowerBound * SpectrumFrame.byteCount,
            count: range.count * SpectrumFrame.byteCount, body)
    }

    /// The valid times of a track.
    private static var times: ClosedRange<MediaTime> {
        let longest = MediaTime(microseconds: AnalysisLayout.longest * 1_000_000)
        return .zero - longest...longest
    }

    private static func grid(_ file: FileBytes, _ entry: AnalysisTable.Entry) throws(AnalysisFileError) -> BeatGrid {
        // Confidence and meter, all times, all positions, and the confidence of the bars, which earlier revisions do not have.
        let positionsEnd = 8 + entry.items * 9
        let barsStart = (positionsEnd + 3) / 4 * 4
        guard entry.length == barsStart + 4 || entry.length == positionsEnd else {
            throw .section(.grid, "has the wrong length")
        }
        let confidence = Float(bitPattern: file.value(UInt32.self, at: entry.offset))
        let meter = file.value(UInt32.self, at: entry.offset + 4)
        let hasBars = entry.length > positionsEnd
        let barConfidence = hasBars ? Float(bitPattern: file.value(UInt32.self, at: entry.offset + barsStart)) : confidence
        guard (0...1).contains(confidence), (0...1).contains(barConfidence), meter < 256 else {
            throw .section(.grid, "is out of range")
        }
        let positions = entry.offset + 8 + entry.items * 8
        let beats = file.withValues(of: Int64.self, at: entry.offset + 8, count: entry.items) { times in
            file.withValues(of: UInt8.self, at: positions, count: entry.items) { positions in
                times.indices.map { Beat(time: MediaTime(microseconds: times[$0]), position: positions[$0]) }
            }
        }
        guard zip(beats, beats.dropFirst()).allSatisfy({ $0.time < $1.time }) else {
            throw .section(.grid, "runs backwards")
        }
        guard beats.allSatisfy({ times.contains($0.time) }) else { throw .section(.grid, "is out of range") }
        return BeatGrid(beats: beats, meter: Int(meter), confidence: confidence, barConfidence: barConfidence)
    }

    private static func loudness(
        _ file: FileBytes, _ entry: AnalysisTable.Entry
    ) throws(AnalysisFileError) -> (Loudness, SoundBounds?) {
        guard entry.length == 40 else { throw .section(.loudness, "has the wrong length") }
        let number = { Double(bitPattern: file.value(UInt64.self, at: entry.offset + 8 * $0)) }
        let time = { MediaTime(microseconds: file.value(Int64.self, at: entry.offset + 8 * $0)) }
        guard number(1).isFinite, !number(0).isInfinite, !number(2).isInfinite, times.contains(time(3)), times.contains(time(4))
        else {
            throw .section(.loudness, "is out of range")
        }
        let loudness = Loudness(
            integrated: number(0).isNaN ? nil : number(0), range: number(1), truePeak: number(2).isNaN ? nil : number(2))
        return (loudness, time(3) < .zero ? nil : SoundBounds(start: time(3), end: time(4)))
    }

    private static func colours(_ file: FileBytes, _ entry: AnalysisTable.Entry) throws(AnalysisFileError) -> [Colour] {
        guard entry.length == entry.items * 4 else { throw .section(.colours, "has the wrong length") }
        return file.withValues(of: UInt8.self, at: entry.offset, count: entry.length) { bytes in
            (0..<entry.items).map { Colour(red: bytes[$0 * 4], green: bytes[$0 * 4 + 1], blue: bytes[$0 * 4 + 2]) }
        }
    }

    private static func key(_ file: FileBytes, _ entry: AnalysisTable.Entry) throws(AnalysisFileError) -> KeyReading? {
        guard entry.items <= 1, entry.length == entry.items * AnalysisLayout.keyLength else {
            throw .section(.keys, "has the wrong length")
        }
        guard entry.items == 1 else { return nil }
        let confidence = Float(bitPattern: file.value(UInt32.self, at: entry.offset))
        let tonic = Int(file.value(UInt16.self, at: entry.offset + 4))
        let mode = file.value(UInt16.self, at: entry.offset + 6)
        guard (0...1).contains(confidence), MusicalKey.tonics.contains(tonic), mode <= 1 else {
            throw .section(.keys, "is out of range")
        }
        return KeyReading(key: MusicalKey(tonic: tonic, isMinor: mode == 1), confidence: confidence)
    }

    private static func sections(_ file: FileBytes, _ entry: AnalysisTable.Entry) throws(AnalysisFileError) -> [SongSection] {
        // All times, then all confidences, then all labels.
        guard entry.length == entry.items * 13 else { throw .section(.parts, "has the wrong length") }
        let (confidences, labels) = (entry.offset + entry.items * 8, entry.offset + entry.items * 12)
        let sections = file.withValues(of: Int64.self, at: entry.offset, count: entry.items) { times in
            times.indices.map { index in
                let label = file.value(UInt8.self, at: labels + index)
                // A label of a later program is a part like any other.
                return SongSection(
                    start: MediaTime(microseconds: times[index]), label: SongSection.Label(rawValue: label) ?? .part,
                    confidence: Float(bitPattern: file.value(UInt32.self, at: confidences + index * 4)))
            }
        }
        guard sections.allSatisfy({ (0...1).contains($0.confidence) }) else { throw .section(.parts, "is out of range") }
        guard zip(sections, sections.dropFirst()).allSatisfy({ $0.start < $1.start }) else {
            throw .section(.parts, "runs backwards")
        }
        guard sections.allSatisfy({ times.contains($0.start) }), sections.first.map({ $0.start == .zero }) ?? true else {
            throw .section(.parts, "is out of range")
        }
        return sections
    }

    private static func description(
        _ file: FileBytes, _ entry: AnalysisTable.Entry
    ) throws(AnalysisFileError) -> TrackDescription {
        guard entry.length <= JSON.longest else { throw .section(.tags, "is longer than \(JSON.longest) bytes") }
        let text = file.withValues(of: UInt8.self, at: entry.offset, count: entry.length) { bytes in
            unsafe bytes.withUnsafeBufferPointer { unsafe [UInt8]($0) }
        }
        do {
            return try JSON.read(TrackDescription.self, from: text)
        } catch {
            throw .section(.tags, "is not the JSON it should be")
        }
    }
}
