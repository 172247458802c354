import Glibc
import System

@testable import Web

/// Behaves like encryption: it reads ahead, holds output that the kernel did not take, and may wait to write before it reads and to
/// read before it writes.
final class LayeredTransport: Transport {
    private let plain: PlainSocket
    private var inside: ArraySlice<UInt8> = []
    private var held: ArraySlice<UInt8> = []
    private var reads = 0
    private var isFinishing = false
    /// The number of writes that it takes before it needs a read.
    private var writesLeft: Int

    var socket: Int32 { plain.socket }
    var hasBytesInside: Bool { !inside.isEmpty }
    var holdsOutput: Bool { !held.isEmpty }

    init(_ descriptor: consuming Descriptor, writesBeforeRead: Int = .max) {
        plain = PlainSocket(descriptor)
        writesLeft = writesBeforeRead
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Transfer {
        if inside.isEmpty {
            reads += 1
            if reads % 3 == 1 { return .waits(.writable) }
            var record = [UInt8](repeating: 0, count: 16 << 10)
            let transfer = record.withUnsafeMutableBytes { plain.read(into: $0) }
            guard case .moved(let count) = transfer else { return transfer }
            inside = record[..<count]
            if writesLeft == 0 { writesLeft = .max }
        }
        let portion = inside.prefix(min(buffer.count, 999))
        buffer.copyBytes(from: portion)
        inside = inside.dropFirst(portion.count)
        return .moved(portion.count)
    }

    func write(_ bytes: UnsafeRawBufferPointer, hasMore: Bool) -> Transfer {
        guard writesLeft > 0 else { return .waits(.readable) }
        if holdsOutput, push() != .moved(0) || holdsOutput { return .waits(.writable) }
        writesLeft -= 1
        held = Array(bytes.prefix(16 << 10))[...]
        let taken = held.count
        if pushOnce() == .failed { return .failed }
        return .moved(taken)
    }

    func write(_ head: UnsafeRawBufferPointer, _ body: UnsafeRawBufferPointer) -> Transfer {
        (Array(head) + Array(body)).withUnsafeBytes { write($0, hasMore: false) }
    }

    func write(_ file: OpenFile, _ range: Range<Int>) -> Transfer {
        guard let bytes = file.read(range.prefix(16 << 10)) else { return .failed }
        return bytes.withUnsafeBytes { write($0, hasMore: false) }
    }

    func push() -> Transfer {
        while holdsOutput {
            let transfer = pushOnce()
            guard case .moved = transfer else { return transfer }
        }
        if isFinishing { plain.finish() }
        return .moved(0)
    }

    func finish() {
        isFinishing = true
        if !holdsOutput { plain.finish() }
    }

    /// Never passes on everything at once, so that there is always output left to push.
    private func pushOnce() -> Transfer {
        let part = held.prefix(max(1, held.count / 2))
        let transfer = part.withUnsafeBytes { plain.write($0, hasMore: false) }
        if case .moved(let count) = transfer { held = held.dropFirst(count) }
        return transfer
    }
}
