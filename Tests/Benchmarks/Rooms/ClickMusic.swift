import Foundation

/// A folder of tracks with a click on every beat: quick to make and to analyze, with a clear grid.
enum ClickMusic {
    private static let rate = 22_050
    /// Long enough that most runs contain one change of track.
    private static let seconds = 150
    private static let tempos = [120, 100]
    private static let clickFrames = 600

    static var count: Int { tempos.count }

    /// Makes the folder, if it is not there yet.
    static func make(in folder: String) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for tempo in tempos {
            let path = "\(folder)/\(tempo) beats a minute.wav"
            guard !FileManager.default.fileExists(atPath: path) else { continue }
            try Data(wave(tempo)).write(to: URL(fileURLWithPath: path), options: .atomic)
        }
        // Wait until the scan takes the files for settled, which it does when they are a second old.
        sleep(2)
    }

    /// One channel of 16 bits; the first of four clicks is higher.
    private static func wave(_ tempo: Int) -> [UInt8] {
        var samples = [Int16](repeating: 0, count: rate * seconds)
        for beat in 0..<(seconds * tempo / 60) {
            let start = beat * 60 * rate / tempo
            let frequency = beat.isMultiple(of: 4) ? 1600.0 : 1000.0
            for frame in 0..<min(clickFrames, samples.count - start) {
                let since = Double(frame) / Double(rate)
                samples[start + frame] = Int16(22_000 * sin(2 * .pi * frequency * since) * exp(-since / 0.006))
            }
        }
        let body = samples.withUnsafeBytes { Array($0) }
        let format = little(1, 2) + little(1, 2) + little(rate, 4) + little(rate * 2, 4) + little(2, 2) + little(16, 2)
        let head = Array("WAVEfmt ".utf8) + little(16, 4) + format + Array("data".utf8) + little(body.count, 4)
        return Array("RIFF".utf8) + little(head.count + body.count, 4) + head + body
    }

    private static func little(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
}
