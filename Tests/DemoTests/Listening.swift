import Analysis
import Decode
import Demo
import Foundation
import Glibc
import Music
import Signal
import Testing

/// The analysis of a song's file, as of any music file.
struct Listening {
    let bytes: [UInt8]
    let tags: Tags
    let format: StreamFormat
    let seconds: Double
    let grid: BeatGrid

    init(_ song: DemoSong) throws {
        bytes = song.wave()
        let path = FileManager.default.temporaryDirectory.path + "/downbeat-demo-\(UUID().uuidString).wav"
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        try FileManager.default.removeItem(atPath: path)
        var reader = try MonoReader(AudioDecoder(descriptor: descriptor, nameHint: song.fileName), rate: 44_100)
        var tracker = BeatTracker()
        var count = 0
        while try reader.next() {
            count += reader.block.count
            let row = reader.mono.rows[0]
            tracker.push(row.span)
        }
        tags = reader.decoder.tags
        format = reader.decoder.format
        seconds = Double(count) / Double(format.sampleRate)
        grid = tracker.finish()
    }

    /// Interleaved stereo samples after the header; full scale is 32768.
    var samples: [Int] {
        let start = bytes.count - Int((seconds * 44_100).rounded()) * 4
        return stride(from: start, to: bytes.count, by: 2).map {
            Int(Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8))
        }
    }
}
