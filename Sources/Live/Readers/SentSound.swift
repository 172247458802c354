package import Music
import Synchronization
package import System

/// Sound that a client sends, in blocks that say when they were captured: the microphone of a browser, a tab, a script.
package final class SentSound: InputReader, Sendable {
    /// A block of raw samples, as it came.
    package struct Block: Sendable {
        /// When its first sample was captured, by our clock.
        let captured: UInt64
        let bytes: [UInt8]

        package init(captured: UInt64, bytes: [UInt8]) { (self.captured, self.bytes) = (captured, bytes) }
    }

    package enum Refusal: Error {
        /// Its time lies in the future, or long ago.
        case wrongTime
        /// More came than time passed.
        case tooMuch
    }

    private struct State {
        var blocks: [Block] = []
        /// Bytes of the first block that are read.
        var read = 0
        var waiting = 0
        /// Who sends it, a number of its own for each time that somebody begins; nil if nobody does.
        var sender: Int?
        var lastSender = 0
        /// When the last sender left.
        var leftAt: UInt64
    }

    /// Seconds; more is not kept: it is not read.
    private static let mostWaiting = 2
    /// Clocks of clients are estimates.
    private static let mostAhead: UInt64 = 50_000
    private static let mostBehind: UInt64 = 2_000_000

    let format: SampleFormat
    private let clock: any HouseClock
    private let state: Mutex<State>

    init(_ format: SampleFormat, _ clock: any HouseClock) {
        (self.format, self.clock) = (format, clock)
        state = Mutex(State(leftAt: clock.now))
    }

    /// Begins to send, in place of whoever did; the number says later who it is.
    func begin() -> Int {
        state.withLock { state in
            state.lastSender += 1
            state.sender = state.lastSender
            return state.lastSender
        }
    }

    func leave(_ sender: Int) {
        let now = clock.now
        state.withLock { state in
            guard state.sender == sender else { return }
            (state.sender, state.leftAt) = (nil, now)
        }
    }

    /// How long nobody has sent; nil while somebody does.
    var lonelyFor: Duration? {
        let now = clock.now
        return state.withLock { $0.sender == nil ? .microseconds(now - $0.leftAt) : nil }
    }

    func take(_ block: Block, from sender: Int) throws(Refusal) {
        let now = clock.now
        guard block.captured <= now + Self.mostAhead, block.captured + Self.mostBehind >= now else { throw .wrongTime }
        let most = Self.mostWaiting * format.rate * format.unit
        let isTaken = state.withLock { state in
            guard state.sender == sender else { return true }
            guard state.waiting + block.bytes.count <= most else { return false }
            state.blocks.append(block)
            state.waiting += block.bytes.count
            return true
        }
        guard isTaken else { throw .tooMuch }
    }

    package var waiting: Int { state.withLock { $0.waiting } }
    package var trouble: String? { nil }

    /// Since when the next sample is over.
    package var age: MediaTime? {
        let now = clock.now
        return state.withLock { state in
            state.blocks.first.map { block in
                let captured = block.captured + UInt64(state.read / format.unit * 1_000_000 / format.rate)
                return MediaTime(microseconds: Int64(now) - Int64(captured))
            }
        }
    }

    package func read(_ most: Int) -> Reading {
        state.withLock { state in
            guard let block = state.blocks.first else { return state.sender == nil ? .noWriter : .nothing }
            // A block at a time: the next has a time of its own.
            let count = min(max(most, format.unit) / format.unit * format.unit, block.bytes.count - state.read)
            let bytes = Array(block.bytes[state.read..<state.read + count])
            state.read += count
            state.waiting -= count
            if state.read == block.bytes.count {
                state.blocks.removeFirst()
                state.read = 0
            }
            return .bytes(bytes)
        }
    }
}
