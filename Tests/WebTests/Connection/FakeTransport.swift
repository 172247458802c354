import System

@testable import Web

/// A transport without a socket: it takes what is written until told otherwise.
final class FakeTransport: Transport {
    var written: [UInt8] = []
    /// The bytes that may still be written before the kernel's buffer counts as full.
    var room = Int.max
    var isFinished = false

    let socket: Int32 = -1
    var hasBytesInside: Bool { false }
    var holdsOutput: Bool { false }

    var text: String { String(decoding: written, as: UTF8.self) }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Transfer { .waits(.readable) }

    func write(_ bytes: UnsafeRawBufferPointer, hasMore: Bool) -> Transfer {
        let count = min(bytes.count, room)
        written += bytes[..<count]
        room -= count
        return count == 0 ? .waits(.writable) : .moved(count)
    }

    func write(_ head: UnsafeRawBufferPointer, _ body: UnsafeRawBufferPointer) -> Transfer {
        (Array(head) + Array(body)).withUnsafeBytes { write($0, hasMore: false) }
    }

    func write(_ file: OpenFile, _ range: Range<Int>) -> Transfer {
        guard let bytes = file.read(range) else { return .failed }
        return bytes.withUnsafeBytes { write($0, hasMore: false) }
    }

    func push() -> Transfer { .moved(0) }

    func finish() {
        isFinished = true
    }
}

/// Lends the bench of a loop that does not run, so that the test alone drives it.
func withBench(_ build: (inout Site) -> Void = { _ in }, _ body: (Workbench) throws -> Void) throws {
    var site = Site(
        routes: Routes(), files: nil, hosts: HostPolicy(), origins: OriginPolicy(), log: Log(descriptor: -1, clock: MachineClock()),
        clock: MachineClock())
    build(&site)
    let (work, quotas) = (WorkQueue(), Quotas(site.limits))
    let listener = try Listener.open(1, on: "127.0.0.1", port: 0)[0]
    let entrances = [Entrance([listener])]
    let shard = try Shard(index: 0, entrances: entrances, site: site, work: work, quotas: quotas)
    try withExtendedLifetime(shard) {
        try body(Workbench(shard: shard, entrances: entrances, site: site, work: work, quotas: quotas))
    }
}
