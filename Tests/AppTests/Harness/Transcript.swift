import Foundation
import Glibc

/// The output of a child process and how it ended, for threads that wait for them.
final class Transcript: @unchecked Sendable {  // everything mutable is touched only while the condition is locked
    enum Ending: Sendable, Equatable {
        case code(Int32)
        case signal(Int32)
    }

    private let condition = NSCondition()
    private var texts: [[UInt8]]
    private var isClosed: [Bool]
    private var ending: Ending?

    init(streams: Int) {
        texts = Array(repeating: [], count: streams)
        isClosed = Array(repeating: false, count: streams)
    }

    func append(_ bytes: some Collection<UInt8>, to stream: Int) {
        change { texts[stream] += bytes }
    }

    func close(_ stream: Int) {
        change { isClosed[stream] = true }
    }

    func end(_ ending: Ending) {
        change { self.ending = ending }
    }

    func text(_ stream: Int) -> String {
        condition.withLock { String(decoding: texts[stream], as: UTF8.self) }
    }

    var hasEnded: Bool { condition.withLock { ending != nil } }

    /// Waits until the process has exited and all its output is read; nil on a timeout.
    func waitForEnd(within seconds: TimeInterval) -> Ending? {
        wait(within: seconds) { ending != nil && !isClosed.contains(false) ? .some(ending) : nil } ?? nil
    }

    /// Waits for the piece of output after the first `count` pieces, up to its separator; nil if the stream ends or time runs out
    /// first.
    func piece(_ stream: Int, after count: Int, separator: UInt8, within seconds: TimeInterval) -> [UInt8]? {
        wait(within: seconds) { () -> [UInt8]?? in
            if let piece = Self.piece(of: texts[stream], after: count, separator) { return .some(piece) }
            return isClosed[stream] ? .some(nil) : nil
        } ?? nil
    }

    /// A browser tells megabytes, and each of its messages is looked for in all of them.
    private static func piece(of text: [UInt8], after count: Int, _ separator: UInt8) -> [UInt8]? {
        text.withUnsafeBytes { bytes in
            var start = bytes.startIndex
            for left in stride(from: count, through: 0, by: -1) {
                guard let base = bytes.baseAddress, let found = memchr(base + start, Int32(separator), bytes.count - start) else {
                    return nil
                }
                let end = UnsafeRawPointer(found) - base
                if left == 0 { return Array(bytes[start..<end]) }
                start = end + 1
            }
            return nil
        }
    }

    private func change(_ act: () -> Void) {
        condition.withLock(act)
        condition.broadcast()
    }

    private func wait<Value>(within seconds: TimeInterval, _ condition: () -> Value?) -> Value? {
        let deadline = Date(timeIntervalSinceNow: seconds)
        self.condition.lock()
        defer { self.condition.unlock() }
        while true {
            if let value = condition() { return value }
            guard self.condition.wait(until: deadline) else { return condition() }
        }
    }
}
