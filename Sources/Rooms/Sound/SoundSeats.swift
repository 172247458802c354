import Synchronization

/// Limits the decoders of all rooms: each is a process.
final class SoundSeats: Sendable {
    /// The right to run one decoder, released when nobody holds it.
    final class Seat: Sendable {
        private let seats: SoundSeats

        fileprivate init(_ seats: SoundSeats) {
            self.seats = seats
        }

        deinit {
            seats.counts.withLock { $0.taken -= 1 }
        }
    }

    /// Most decoders: more than a house listens to. A room needs one, and two while tracks overlap.
    static let most = 48

    private let counts = Mutex((taken: 0, ever: 0))
    private let most: Int

    init(most: Int = most) {
        self.most = most
    }

    /// The number in use now, and the number ever taken.
    var now: (taken: Int, ever: Int) { counts.withLock { $0 } }

    /// Nil if all are taken.
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
