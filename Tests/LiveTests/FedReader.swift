import Synchronization
import System

@testable import Live

/// Gives what a test feeds it.
final class FedReader: InputReader, Sendable {
    private let bytes = Mutex<[UInt8]>([])
    private let hasEnded = Mutex(false)

    func feed(_ more: [UInt8]) {
        bytes.withLock { $0 += more }
        hasEnded.withLock { $0 = false }
    }

    /// The writer ends, until it feeds again.
    func end() { hasEnded.withLock { $0 = true } }

    var waiting: Int { bytes.withLock { $0.count } }

    var trouble: String? { nil }

    func read(_ most: Int) -> Reading {
        bytes.withLock { bytes in
            guard !bytes.isEmpty else { return hasEnded.withLock { $0 } ? .noWriter : .nothing }
            let read = Array(bytes.prefix(most))
            bytes.removeFirst(read.count)
            return .bytes(read)
        }
    }
}

extension SampleFormat {
    /// A sample of all channels: the first two have this level, the others none.
    func bytes(_ level: Double) -> [UInt8] {
        (0..<channels).flatMap { channel -> [UInt8] in
            let level = channel < 2 ? level : 0
            let bits: UInt32 =
                switch kind {
                case .s16: UInt32(bitPattern: Int32((level * 0x1p15).rounded()))
                case .s24: UInt32(bitPattern: Int32((level * 0x1p23).rounded()))
                case .s32: UInt32(bitPattern: Int32((level * 0x1p31).rounded()))
                case .float: Float(level).bitPattern
                }
            return (0..<kind.bytes).map { UInt8(bits >> (8 * UInt32($0)) & 255) }
        }
    }
}
