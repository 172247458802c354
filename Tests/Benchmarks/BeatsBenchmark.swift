import Analysis
import Foundation
import Music
import Yardstick

/// Scores the beat tracker against known beats, for a folder of sound files, each with a NAME.beats file beside it, or for
/// synthesized music.
enum BeatsBenchmark {
    /// A track's true beats, each with its position in the bar, and the grid found.
    private struct Track {
        let name: String
        let truth: [(time: Double, place: Int)]
        let grid: BeatGrid
    }

    private static let titles = ["track", "F", "F25", "CMLt", "AMLt", "dbF", "Acc1", "Acc2", "MAE", "bias"]

    static func run(_ options: BenchmarkOptions) throws {
        let tracks = try options.files.isEmpty ? made() : options.files.flatMap(read)
        var table = Table(titles)
        var scores: [BeatScore] = []
        for track in tracks where track.truth.count > 1 {
            let found = track.grid.beats.map(\.time.seconds)
            let score = BeatScore(
                truth: track.truth.map(\.time), trueDownbeats: track.truth.filter { $0.place == 1 }.map(\.time), found: found,
                foundDownbeats: track.grid.downbeats.map(\.seconds))
            scores.append(score)
            table.add([track.name] + cells([score]))
        }
        table.add(["mean of \(scores.count)"] + cells(scores))
        print(table)
        for track in tracks where track.truth.count <= 1 {
            print("\(track.name): no beats in truth, \(track.grid.beats.count) found")
        }
    }

    /// The mean of every column, over the tracks that have a value in it.
    private static func cells(_ scores: [BeatScore]) -> [String] {
        let columns: [(BeatScore) -> Double?] = [
            \.f, \.f25, \.cmlt, \.amlt, \.downbeatF, \.accuracy1, \.accuracy2, \.error, \.bias,
        ]
        return columns.enumerated().map { index, column in
            let values = scores.compactMap(column)
            guard !values.isEmpty else { return "-" }
            let mean = values.reduce(0, +) / Double(values.count)
            let text = Table.number(abs(mean), digits: index < 7 ? 3 : 1)
            return mean < 0 ? "-" + text : text
        }
    }

    private static func made() -> [Track] {
        let seconds = 40.0
        let songs = Groove.styles.map { groove in
            let beats = groove.beats(seconds: seconds)
            return Track(
                name: groove.name, truth: beats.enumerated().map { ($1, $0 % groove.beatsPerBar + 1) },
                grid: grid(of: groove.samples(seconds: seconds)))
        }
        let count = Int(seconds) * MonoFile.sampleRate
        var bytes = SeededBytes(seed: 7)
        let noise = bytes.bytes(count).map { Float($0) / 512 - 0.25 }
        let drone = (0..<count).map { 0.3 * Float($0 % 401) / 401 - 0.15 }
        let still = [("silence", [Float](repeating: 0, count: count)), ("noise", noise), ("drone", drone)]
        return songs + still.map { Track(name: $0, truth: [], grid: grid(of: $1)) }
    }

    private static func grid(of sound: [Float]) -> BeatGrid {
        var tracker = BeatTracker()
        tracker.push(sound.span)
        return tracker.finish()
    }

    private static func read(folder: String) throws -> [Track] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        return try names.filter { $0.hasSuffix(".beats") }.compactMap { name in
            let stem = String(name.dropLast(6))
            guard let sound = names.first(where: { $0.hasPrefix(stem + ".") && $0 != name }) else { return nil }
            let text = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
            let truth = text.split(separator: "\n").compactMap { line -> (time: Double, place: Int)? in
                let words = line.split(whereSeparator: \.isWhitespace)
                guard let time = words.first.flatMap({ Double($0) }) else { return nil }
                return (time, words.count > 1 ? Int(words[1]) ?? 0 : 0)
            }
            return Track(name: stem, truth: truth, grid: try grid(ofFile: "\(folder)/\(sound)"))
        }
    }

    private static func grid(ofFile path: String) throws -> BeatGrid {
        var tracker = BeatTracker()
        try MonoFile.read(path) { tracker.push($0.span) }
        return tracker.finish()
    }
}
