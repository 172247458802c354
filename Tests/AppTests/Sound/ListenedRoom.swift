import Music
import Session

@testable import Rooms
@testable import Workers

/// A room that is asked for its sound by a clock of the test's own.
final class ListenedRoom {
    private static let tick: Int64 = 50_000
    private static let lead: Int64 = 1_000_000

    private let bell = Doorbell()
    let sound: RoomSound
    private let files: [Piece: SoundFile]
    private(set) var chunks: [RoomSound.Chunk] = []
    private(set) var troubles: [RoomSound.Trouble] = []

    init(_ files: [Piece: SoundFile]) throws {
        sound = RoomSound(program: try Downbeat.program, news: bell.ring)
        self.files = files
    }

    private func ask(_ courses: [Course], at now: Int64, lead: Int64) -> RoomSound.Yield {
        let yield = sound.chunks(
            of: courses, now: ServerTime(microseconds: now), through: ServerTime(microseconds: now + lead)
        ) { files[$0] }
        chunks += yield.chunks
        troubles += yield.troubles
        return yield
    }

    /// Listens through a stretch of time, as a room does that is never late: at each tick it waits for what is due.
    func listen(to courses: [Course], _ time: Range<Int64>) async {
        for now in stride(from: time.lowerBound, to: time.upperBound, by: Int(Self.tick)) {
            let lead = min(Self.lead, time.upperBound - now)
            while ask(courses, at: now, lead: lead).isIncomplete { await bell.wait() }
        }
    }

    /// When each sample that is not silent was due, to the microsecond, with its value at the left.
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
