import Foundation
import Glibc
package import Music

/// Analyses with given frames and beats, without music.
package enum MadeAnalysis {
    private static let samplesPerSecond = 48_000

    /// The frames one after the other, as in the analysis file.
    package static func track(frames: [UInt8], duration: MediaTime, grid: BeatGrid = .none) throws -> TrackAnalysis {
        var file = [UInt8](repeating: 0, count: AnalysisLayout.firstSection)
        var sections = 0
        func put(_ value: some FixedWidthInteger, at offset: Int) {
            for byte in 0..<value.bitWidth / 8 { file[offset + byte] = UInt8(truncatingIfNeeded: value >> (byte * 8)) }
        }
        func add(_ section: AnalysisLayout.Section, items: Int, _ bytes: [UInt8]) {
            file += [UInt8](repeating: 0, count: -file.count & (AnalysisLayout.alignment - 1))
            let entry = AnalysisLayout.headerLength + sections * AnalysisLayout.entryLength
            for (place, letter) in section.rawValue.utf8.enumerated() { file[entry + place] = letter }
            put(UInt64(file.count), at: entry + AnalysisLayout.Entry.offset)
            put(UInt64(bytes.count), at: entry + AnalysisLayout.Entry.length)
            put(UInt64(items), at: entry + AnalysisLayout.Entry.items)
            file += bytes
            sections += 1
        }
        let words = { (values: [UInt64]) in values.flatMap { value in (0..<8).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }
        }
        add(.frames, items: frames.count / SpectrumFrame.byteCount, frames)
        // One empty waveform level: its samples per point, its count, and its offset.
        add(.pyramid, items: 1, words([1, 256, 0, 32]))
        add(
            .grid, items: grid.beats.count,
            words([UInt64(grid.confidence.bitPattern) | UInt64(grid.meter) << 32])
                + words(grid.beats.map { UInt64(bitPattern: $0.time.microseconds) }) + grid.beats.map(\.position))
        add(.loudness, items: 1, words([0, 0, 0, 0, 0]))
        add(.colours, items: 0, [])
        add(.tags, items: 1, Array(#"{"codec":"","container":"","tags":{}}"#.utf8))
        add(.keys, items: 0, [])
        add(.parts, items: 0, [])

        typealias Field = AnalysisLayout.Header
        file.replaceSubrange(0..<AnalysisLayout.magic.count, with: AnalysisLayout.magic)
        put(AnalysisLayout.version, at: Field.version)
        put(UInt64(file.count), at: Field.fileLength)
        put(UInt32(sections), at: Field.sectionCount)
        put(UInt32(samplesPerSecond), at: Field.sampleRate)
        put(UInt32(1), at: Field.channels)
        put(UInt64(duration.microseconds * Int64(samplesPerSecond) / 1_000_000), at: Field.sampleCount)
        put(Checksum.of(Array(file[..<AnalysisLayout.firstSection]).span), at: Field.checksum)
        let descriptor = try Self.file(holding: file)
        defer { close(descriptor) }
        return try TrackAnalysis(descriptor: descriptor)
    }

    /// A file that is still being written: it contains all frames, but none of them is shown yet.
    package static func growing(_ analysis: TrackAnalysis) throws -> GrowingFrames {
        let frames = analysis.withFrames(0..<analysis.frameCount) { span in span.indices.map { span[$0] } }
        let descriptor = try Self.file(holding: [UInt8](repeating: 0, count: AnalysisLayout.firstSection) + frames)
        defer { close(descriptor) }
        return try GrowingFrames(descriptor: descriptor, frameCount: 0)
    }

    /// Random frames from the seed, for the whole length of the track.
    package static func track(seconds: Double, grid: BeatGrid = .none, seed: UInt64) throws -> TrackAnalysis {
        var numbers = SplitMix(seed: seed)
        let frames = Int(seconds * Double(SpectrumFrame.perSecond)) + 1
        let bytes = (0..<frames * SpectrumFrame.byteCount).map { _ in UInt8.random(in: 0...255, using: &numbers) }
        return try track(frames: bytes, duration: MediaTime(seconds: seconds), grid: grid)
    }

    /// An unnamed file with these bytes.
    private static func file(holding bytes: [UInt8]) throws -> Int32 {
        var template = Array((FileManager.default.temporaryDirectory.path + "/downbeat-XXXXXX").utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
        unlink(template)
        var done = 0
        while done < bytes.count {
            let written = bytes[done...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            guard written > 0 else { throw CocoaError(.fileWriteUnknown) }
            done += written
        }
        return descriptor
    }
}
