import Music
import Session

@testable import Rooms
@testable import Workers

/// A room whose sound is read with the test's own clock.
final class ListenedRoom {
    private static let tick: Int64 = 50_000
    private static let lead: Int64 = 1_000_000

    private let bell = Doorbell()
    let sound: RoomSound
    private let files: [Piece: SoundFile]
    private let clicks: RoomClicks
    private(set) var chunks: [SoundPart] = []
    private(set) var troubles: [RoomSound.Trouble] = []

    init(_ files: [Piece: SoundFile], clicks: RoomClicks = RoomClicks()) throws {
        sound = RoomSound(program: try Downbeat.worker, news: bell.ring)
        self.clicks = clicks
        self.files = files
    }

    private func ask(_ courses: [Course], at now: Int64, lead: Int64) -> RoomSound.Yield {
        let yield = sound.chunks(
            of: courses, clicks, now: ServerTime(microseconds: now), through: ServerTime(microseconds: now + lead)
        ) { files[$0].map { .file($0) } }
        chunks += yield.chunks
        troubles += yield.troubles
        return yield
    }

    /// Reads the sound of a time range, as a room that is never late: at each tick it waits for the due chunks.
    func listen(to courses: [Course], _ time: Range<Int64>) async {
        for now in stride(from: time.lowerBound, to: time.upperBound, by: Int(Self.tick)) {
            let lead = min(Self.lead, time.upperBound - now)
            while ask(courses, at: now, lead: lead).isIncomplete { await bell.wait() }
        }
    }

    /// The due times of all samples that are not silent, in microseconds, with the left channel's value.
    var loud: [(due: Double, value: Int16)] {
        var loud: [(due: Double, value: Int16)] = []
        for chunk in chunks {
            for index in stride(from: 0, to: chunk.samples.count, by: 2) where chunk.samples[index] != 0 {
                let since = Double(index / 2) * 1_000_000 / 48_000
                loud.append((Double(chunk.due.microseconds) + since, chunk.samples[index]))
            }
        }
        return loud
    }
}
