import Synchronization

/// How many decoders there are in all rooms: each is a process.
final class SoundSeats: Sendable {
    /// One decoder's; free again when nobody holds it.
    final class Seat: Sendable {
        private let seats: SoundSeats

        fileprivate init(_ seats: SoundSeats) {
            self.seats = seats
        }

        deinit {
            seats.counts.withLock { $0.taken -= 1 }
        }
    }

    /// More than a house listens in: a room needs one, and two while tracks overlap.
    static let most = 48

    private let counts = Mutex((taken: 0, ever: 0))
    private let most: Int

    init(most: Int = most) {
        self.most = most
    }

    /// Those in use now, and all there ever were.
    var now: (taken: Int, ever: Int) { counts.withLock { $0 } }

    /// Nil where all are taken.
    func take() -> Seat? {
        let isFree = counts.withLock { counts in
            guard counts.taken < most else { return false }
            counts.taken += 1
            counts.ever += 1
            return true
        }
        return isFree ? Seat(self) : nil
    }
}
