import Analysis
import Decode
import Foundation
import Music
import Signal
import System

/// The worker's part of `--live`: plays the input track to the live beat tracker, and writes a line of JSON for each forecast.
enum LiveBeatsTask {
    /// The fewest bytes that are written at a time.
    private static let fewest = 64 << 10

    /// The arguments are the file's name and the delay in seconds.
    static func run(_ bench: WorkerBench) throws {
        guard let input = bench.input, let output = bench.output else { throw WorkMissing() }
        var decoder = try AudioDecoder(descriptor: input.descriptor, nameHint: bench.arguments.first ?? "")
        let format = decoder.format
        var resampler = try Resampler(from: format, to: BandSpectrum.sampleRate, mono: true)
        var tracker = LiveBeatTracker(delay: bench.arguments.last.flatMap { Double($0) } ?? 0)
        var block = SampleBlock(channels: format.channels)
        var beatSamples = SampleBlock(channels: 1)
        var lines: [UInt8] = []
        var written = 0
        var done = 0.0
        func hear(isLast: Bool = false) throws {
            let samples = beatSamples.rows[0]
            for forecast in tracker.push(samples.span) { lines += try line(forecast) }
            if isLast { lines += try line(tracker.finish()) }
            guard lines.count >= fewest || isLast else { return }
            try NewFile.write(lines, to: output, at: written)
            written += lines.count
            lines.removeAll(keepingCapacity: true)
        }
        while try decoder.next(into: &block) {
            beatSamples.removeAll()
            resampler.push(block, into: &beatSamples)
            try hear()
            done += Double(block.count) / Double(format.sampleRate)
            if let whole = format.estimatedDuration { bench.report(progress: done / whole) }
        }
        beatSamples.removeAll()
        resampler.finish(into: &beatSamples)
        try hear(isLast: true)
    }

    private static func line(_ forecast: BeatForecast) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return try encoder.encode(Line(forecast)) + [UInt8(ascii: "\n")]
    }

    /// What is said at one moment, in seconds. A missing value is null.
    private struct Line: Encodable {
        let at: Double
        let beats: [Double]
        let downbeats: [Double]
        let through: Double
        let bpm: Double?
        let confidence: Double

        private enum Key: String, CodingKey {
            case at, beats, downbeats, through, bpm, confidence
        }

        init(_ forecast: BeatForecast) {
            at = forecast.heard.seconds
            beats = forecast.beats.map(\.time.seconds)
            downbeats = forecast.beats.filter(\.isDownbeat).map(\.time.seconds)
            through = forecast.through.seconds
            bpm = forecast.tempo.map { ($0 * 1000).rounded() / 1000 }
            confidence = (Double(forecast.confidence) * 1000).rounded() / 1000
        }

        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: Key.self)
            try object.encode(at, forKey: .at)
            try object.encode(beats, forKey: .beats)
            try object.encode(downbeats, forKey: .downbeats)
            try object.encode(through, forKey: .through)
            try object.encode(bpm, forKey: .bpm)
            try object.encode(confidence, forKey: .confidence)
        }
    }
}
