import FoundationEssentials
import Glibc
import Music

/// Writes an analysis file from front to back: frames as they come, everything else at the end, the header last.
///
/// The memory it takes does not grow with the track.
struct AnalysisFileWriter: ~Copyable {
    private struct Entry {
        var section: AnalysisLayout.Section
        var checksum: UInt32
        var offset: Int
        var length: Int
        var items: Int
    }

    /// Size of the write buffer.
    private static let bufferLength = 64 << 10

    private let descriptor: Int32
    private var buffer: [UInt8] = []
    /// File offset of the buffer's first byte.
    private var flushed = 0
    private var entries: [Entry] = []
    private var sectionStart = 0
    private var sectionChecksum = Checksum()

    /// Borrows an empty file that is open for writing.
    init(descriptor: Int32) {
        self.descriptor = descriptor
        buffer.reserveCapacity(Self.bufferLength * 2)
        buffer.append(contentsOf: repeatElement(0, count: AnalysisLayout.firstSection))
        sectionStart = AnalysisLayout.firstSection
    }

    /// Adds whole spectrum frames, which are the first section.
    mutating func append(frames: Span<UInt8>) throws(AnalysisWriteError) {
        try append(frames)
    }

    /// Frames added so far; valid until `finish`.
    var frameCount: Int { (position - sectionStart) / SpectrumFrame.byteCount }

    /// Writes the buffered frames to the file, so that others can read them while the analysis continues. Returns how many frames
    /// the file has.
    mutating func showFrames() throws(AnalysisWriteError) -> Int {
        try spill()
        return (flushed - AnalysisLayout.firstSection) / SpectrumFrame.byteCount
    }

    /// Writes the remaining sections and then the header, which makes the file readable.
    mutating func finish(_ track: AnalyzedTrack) throws(AnalysisWriteError) {
        let frames = (position - sectionStart) / SpectrumFrame.byteCount
        try endSection(.frames, items: frames)
        try write(track.waveform)
        try write(track.grid)
        try write(track.loudness, track.sound)
        try write(track.colours)
        try write(track.description)
        try write(track.key)
        try write(track.sections)
        try flush()
        try writeHeader(track)
    }

    private mutating func write(_ waveform: Waveform) throws(AnalysisWriteError) {
        var offset = 8 + waveform.levels.count * 24
        append(UInt32(waveform.levels.count))
        append(UInt32(0))
        for level in waveform.levels {
            append(UInt32(level.samplesPerPoint))
            append(UInt32(0))
            append(UInt64(level.pointCount))
            append(UInt64(offset))
            offset += (level.pointCount * WaveformView.numbersPerPoint * 2 + 7) / 8 * 8
        }
        try spill()
        for level in waveform.levels {
            for point in level.points {
                append(UInt16(bitPattern: point.lowest))
                append(UInt16(bitPattern: point.highest))
                append(UInt16(bitPattern: point.rms))
                if buffer.count >= Self.bufferLength { try spill() }
            }
            pad(to: 8)
        }
        try endSection(.pyramid, items: waveform.levels.count)
    }

    private mutating func write(_ grid: BeatGrid) throws(AnalysisWriteError) {
        append(grid.confidence.bitPattern)
        append(UInt32(grid.meter))
        for beat in grid.beats { append(UInt64(bitPattern: beat.time.microseconds)) }
        for beat in grid.beats { append(beat.position) }
        pad(to: 4)
        append(grid.barConfidence.bitPattern)
        try endSection(.grid, items: grid.beats.count)
    }

    private mutating func write(_ loudness: Loudness, _ sound: SoundBounds?) throws(AnalysisWriteError) {
        append((loudness.integrated ?? .nan).bitPattern)
        append(loudness.range.bitPattern)
        append((loudness.truePeak ?? .nan).bitPattern)
        append(UInt64(bitPattern: sound?.start.microseconds ?? -1))
        append(UInt64(bitPattern: sound?.end.microseconds ?? -1))
        try endSection(.loudness, items: 1)
    }

    private mutating func write(_ colours: [Colour]) throws(AnalysisWriteError) {
        for colour in colours { buffer += [colour.red, colour.green, colour.blue, 255] }
        try endSection(.colours, items: colours.count)
    }

    private mutating func write(_ description: TrackDescription) throws(AnalysisWriteError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            buffer += try encoder.encode(description)
        } catch {
            throw .unwritable("the tags: \(error)")
        }
        try endSection(.tags, items: 1)
    }

    private mutating func write(_ reading: KeyReading?) throws(AnalysisWriteError) {
        if let reading {
            append(reading.confidence.bitPattern)
            append(UInt16(reading.key.tonic))
            append(UInt16(reading.key.isMinor ? 1 : 0))
        }
        try endSection(.keys, items: reading == nil ? 0 : 1)
    }

    private mutating func write(_ sections: [SongSection]) throws(AnalysisWriteError) {
        for section in sections { append(UInt64(bitPattern: section.start.microseconds)) }
        for section in sections { append(section.confidence.bitPattern) }
        for section in sections { append(section.label.rawValue) }
        try endSection(.parts, items: sections.count)
    }

    private func writeHeader(_ track: AnalyzedTrack) throws(AnalysisWriteError) {
        typealias Field = AnalysisLayout.Header
        var header = [UInt8](repeating: 0, count: AnalysisLayout.firstSection)
        func put(_ value: some FixedWidthInteger, at offset: Int) {
            for byte in 0..<value.bitWidth / 8 { header[offset + byte] = UInt8(truncatingIfNeeded: value >> (byte * 8)) }
        }
        header.replaceSubrange(0..<AnalysisLayout.magic.count, with: AnalysisLayout.magic)
        put(AnalysisLayout.version, at: Field.version)
        put(UInt32(TrackAnalysis.newestAnalyzer), at: Field.analyzer)
        put(UInt64(flushed), at: Field.fileLength)
        put(UInt32(entries.count), at: Field.sectionCount)
        put(UInt32(track.sampleRate), at: Field.sampleRate)
        put(UInt32(track.channels), at: Field.channels)
        put(UInt64(track.sampleCount), at: Field.sampleCount)
        for (index, entry) in entries.enumerated() {
            let start = AnalysisLayout.headerLength + index * AnalysisLayout.entryLength
            for (place, letter) in entry.section.rawValue.utf8.enumerated() { header[start + place] = letter }
            put(entry.checksum, at: start + AnalysisLayout.Entry.checksum)
            put(UInt64(entry.offset), at: start + AnalysisLayout.Entry.offset)
            put(UInt64(entry.length), at: start + AnalysisLayout.Entry.length)
            put(UInt64(entry.items), at: start + AnalysisLayout.Entry.items)
        }
        put(Checksum.of(header.span), at: Field.checksum)
        try Self.write(header, to: descriptor, at: 0)
    }

    private var position: Int { flushed + buffer.count }

    private mutating func append(_ value: some FixedWidthInteger) {
        for byte in 0..<value.bitWidth / 8 { buffer.append(UInt8(truncatingIfNeeded: value >> (byte * 8))) }
    }

    private mutating func append(_ bytes: Span<UInt8>) throws(AnalysisWriteError) {
        unsafe bytes.withUnsafeBufferPointer { unsafe buffer.append(contentsOf: $0) }
        if buffer.count >= Self.bufferLength { try spill() }
    }

    private mutating func pad(to alignment: Int) {
        while position % alignment != 0 { buffer.append(0) }
    }

    /// Adds the buffer to the section's checksum and writes it. The buffer holds only bytes of the current section, after the
    /// space reserved for the header.
    private mutating func spill() throws(AnalysisWriteError) {
        let room = max(0, sectionStart - flushed)
        var checksum = sectionChecksum
        checksum.add(buffer.span.extracting(room..<buffer.count))
        sectionChecksum = checksum
        try flush()
    }

    private mutating func flush() throws(AnalysisWriteError) {
        try Self.write(buffer, to: descriptor, at: flushed)
        flushed += buffer.count
        buffer.removeAll(keepingCapacity: true)
    }

    private mutating func endSection(_ section: AnalysisLayout.Section, items: Int) throws(AnalysisWriteError) {
        try spill()
        entries.append(
            Entry(
                section: section, checksum: sectionChecksum.value, offset: sectionStart, length: position - sectionStart,
                items: items))
        pad(to: AnalysisLayout.alignment)
        try flush()
        sectionStart = position
        sectionChecksum = Checksum()
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32, at offset: Int) throws(AnalysisWriteError) {
        var done = 0
        while done < bytes.count {
            let written = unsafe bytes.withUnsafeBytes {
                unsafe pwrite(descriptor, $0.baseAddress! + done, $0.count - done, offset + done)
            }
            if written < 0 && errno == EINTR { continue }
            guard written > 0 else { throw errno == ENOSPC || errno == EDQUOT ? .diskFull : .system(errno) }
            done += written
        }
    }
}

/// Why an analysis could not be written.
package enum AnalysisWriteError: Error, Hashable, CustomStringConvertible {
    case diskFull
    case system(Int32)
    case unwritable(String)

    package var description: String {
        switch self {
        case .diskFull: "the disk is full; the analysis could not be written"
        case .system(let code): "the analysis could not be written (system error \(code))"
        case .unwritable(let what): "the analysis could not be written: \(what)"
        }
    }
}
