package import System

/// Where the bytes of an input come from. Nothing here waits: it is asked ten times a second.
package protocol InputReader: AnyObject {
    /// What came, `most` bytes at most.
    func read(_ most: Int) -> Reading
    /// Bytes that wait to be read.
    var waiting: Int { get }
    /// Why nobody writes, as far as is known.
    var trouble: String? { get }
    /// Lets go of what it uses: nobody reads any more.
    func end()
}

extension InputReader {
    package func end() {}
}

extension NamedPipe: InputReader {
    package var trouble: String? { isThere ? nil : "there is no named pipe; mkfifo makes one" }
}

/// When to try again what failed: after one second, and after twice as long each time, up to half a minute.
struct Retries {
    private static let first: UInt64 = 1_000_000
    private static let longest: UInt64 = 30_000_000
    /// What went well for so long begins anew.
    private static let well: UInt64 = 10_000_000

    private var pause = first
    private var next: UInt64 = 0
    private var began: UInt64 = 0

    func isDue(at now: UInt64) -> Bool { now >= next }

    mutating func begin(at now: UInt64) { began = now }

    mutating func fail(at now: UInt64) {
        if now - min(now, began) >= Self.well { pause = Self.first }
        next = now + pause
        pause = min(pause * 2, Self.longest)
    }
}
