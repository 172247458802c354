import Analysis
import Decode
import Foundation
import Music
import Signal
import System

/// The worker's part of `--live`: plays the input to the live beat tracker, and writes a line of JSON for each forecast. Those of a
/// pipe are written as it comes.
enum LiveBeatsTask {
    /// The arguments are the file's name and the delay in seconds.
    static func run(_ bench: WorkerBench) throws {
        guard let output = bench.output else { throw WorkMissing() }
        var reader = try MonoReader(try decoder(bench), rate: BandSpectrum.sampleRate)
        var tracker = LiveBeatTracker(delay: bench.arguments.last.flatMap { Double($0) } ?? 0)
        var lines = ForecastLines(output, areAwaited: bench.stream != nil)
        while try reader.next() {
            let samples = reader.mono.rows[0]
            try lines.add(tracker.push(samples.span))
            if let progress = reader.decoder.progress { bench.report(progress: progress) }
        }
        try lines.add([tracker.finish()])
        try lines.write()
    }

    private static func decoder(_ bench: WorkerBench) throws -> AudioDecoder {
        if let stream = bench.stream { return try AudioDecoder(stream: stream) }
        guard let input = bench.input else { throw WorkMissing() }
        return try AudioDecoder(descriptor: input.descriptor, nameHint: bench.arguments.first ?? "")
    }
}

/// Lines of JSON, one for each forecast.
private struct ForecastLines {
    /// The fewest bytes that are written at a time to a file, but for the last.
    private static let fewest = 64 << 10

    private let output: Int32
    /// Whether somebody waits for each line at the other end of a pipe.
    private let areAwaited: Bool
    private let encoder = JSONEncoder()
    private var lines: [UInt8] = []

    init(_ output: Int32, areAwaited: Bool) {
        self.output = output
        self.areAwaited = areAwaited
        encoder.outputFormatting = .sortedKeys
    }

    mutating func add(_ forecasts: [BeatForecast]) throws {
        for forecast in forecasts { lines += try encoder.encode(Line(forecast)) + [UInt8(ascii: "\n")] }
        if areAwaited || lines.count >= Self.fewest { try write() }
    }

    /// Writes the lines that are left.
    mutating func write() throws {
        if let error = Descriptor.write(lines, to: output) { throw error }
        lines.removeAll(keepingCapacity: true)
    }

    /// What is said at one moment, in seconds. A missing value is null.
    private struct Line: Encodable {
        let at: Double
        let beats: [Double]
        let downbeats: [Double]
        let through: Double
        let bpm: Double?
        let confidence: Double
        let doubtful: Bool

        private enum Key: String, CodingKey {
            case at, beats, downbeats, through, bpm, confidence, doubtful
        }

        init(_ forecast: BeatForecast) {
            at = forecast.heard.seconds
            beats = forecast.beats.map(\.time.seconds)
            downbeats = forecast.beats.filter(\.isDownbeat).map(\.time.seconds)
            through = forecast.through.seconds
            // As of a whole track.
            doubtful = BeatGrid(beats: forecast.beats, meter: 0, confidence: forecast.confidence).isDoubtful
            bpm = doubtful ? nil : forecast.tempo.map { ($0 * 1000).rounded() / 1000 }
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
            try object.encode(doubtful, forKey: .doubtful)
        }
    }
}
