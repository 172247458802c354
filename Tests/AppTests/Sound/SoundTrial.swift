import Foundation
import Session

@testable import Workers

/// Tracks for the tests of sound, and readers of their samples.
enum SoundTrial {
    /// A 16-bit WAV file; `sample` gives the value at an index in a channel.
    static func wave(rate: Int, channels: Int = 2, count: Int, _ sample: (Int, Int) -> Int16) -> [UInt8] {
        func number(_ value: Int, _ width: Int) -> [UInt8] { (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        var samples: [Int16] = []
        samples.reserveCapacity(count * channels)
        for index in 0..<count {
            for channel in 0..<channels { samples.append(sample(index, channel).littleEndian) }
        }
        let bytes = samples.withUnsafeBytes { Array($0) }
        let format =
            number(1, 2) + number(channels, 2) + number(rate, 4) + number(rate * channels * 2, 4) + number(channels * 2, 2)
            + number(16, 2)
        let rest = Array("WAVEfmt ".utf8) + number(16, 4) + format + Array("data".utf8) + number(bytes.count, 4) + bytes
        return Array("RIFF".utf8) + number(rest.count, 4) + rest
    }

    /// Noise; the same seed gives the same samples.
    static func noise(rate: Int, channels: Int = 2, seconds: Double, seed: UInt64 = 1) -> [UInt8] {
        var numbers = SeededGenerator(seed: seed)
        return wave(rate: rate, channels: channels, count: Int(Double(rate) * seconds)) { _, _ in
            .random(in: -20_000...20_000, using: &numbers)
        }
    }

    /// Silence at 48 kHz with single samples of half full scale in it.
    static func clicks(at clicks: [Int], seconds: Double) -> [UInt8] {
        let loud = Set(clicks)
        return wave(rate: SoundSample.perSecond, count: Int(seconds * 48_000)) { index, _ in loud.contains(index) ? 16_384 : 0 }
    }

    static func reader(_ path: String) -> @Sendable () throws(WorkerFailure) -> WorkerFile {
        { () throws(WorkerFailure) in try WorkerFile(reading: path) }
    }
}

/// Waits for notifications.
struct Doorbell: Sendable {
    private let rings: AsyncStream<Void>
    private let bell: AsyncStream<Void>.Continuation

    init() {
        (rings, bell) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    @Sendable func ring() {
        bell.yield()
    }

    func wait() async {
        for await _ in rings { return }
    }
}

/// A feed with a waiter for its notifications.
struct ListenedFeed {
    private let bell = Doorbell()
    let feed: SoundFeed

    init(_ path: String, from start: Int = 0) throws {
        feed = SoundFeed(
            from: start, name: path, program: try Downbeat.worker, news: bell.ring, open: SoundTrial.reader(path))
    }

    /// The samples of a range; fewer at the end, none after it.
    func samples(_ range: Range<Int>) async throws -> [Float] {
        while true {
            switch try feed.samples(range) {
            case .samples(let samples): return samples
            case .end: return []
            case .notYet: await bell.wait()
            }
        }
    }

    /// All samples from an index on.
    func all(from start: Int) async throws -> [Float] {
        var all: [Float] = []
        while true {
            let next = start + all.count / 2
            let more = try await samples(next..<next + 24_000)
            guard !more.isEmpty else { return all }
            all += more
        }
    }
}
