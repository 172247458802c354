import CLinux
import Foundation
import Glibc
import Synchronization
import System
import Testing
import Waiting
import Yardstick

@testable import Library
@testable import Workers

@Suite("File cache") struct FileCacheTests {
    private func content(_ cache: FileCache, _ key: String) throws -> [UInt8]? {
        guard let file = try cache.open(key) else { return nil }
        return bytes(of: file)
    }

    private func bytes(of file: OpenFile) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: file.count)
        let count = pread(file.raw, &bytes, bytes.count, 0)
        return Array(bytes.prefix(max(0, count)))
    }

    private func names(_ path: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    }

    @Test("a file is found under its key, also after a restart, and half-written files are deleted")
    func keeps() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/cache"
        do {
            let cache = try FileCache(folder: path, budget: 100, clock: MachineClock())
            #expect(try cache.put("ab12.opus", [1, 2, 3]))
            #expect(try cache.put("zz", [4]))
            #expect(try cache.put("zz", [5, 6]))
            #expect(cache.byteCount == 5 && cache.count == 2)
        }
        try folder.write([9, 9], to: "cache/.new-7")
        try folder.write([9, 9], to: "cache/ab/NOT OURS")
        let cache = try FileCache(folder: path, budget: 100, clock: MachineClock())
        #expect(cache.byteCount == 5 && cache.contains("ab12.opus") && !cache.contains("ab13.opus"))
        #expect(try content(cache, "ab12.opus") == [1, 2, 3] && content(cache, "zz") == [5, 6] && content(cache, "none") == nil)
        #expect(try names(path) == ["ab", "other"] && names(path + "/ab") == ["NOT OURS", "ab12.opus"])
        cache.remove("ab12.opus")
        #expect(try cache.byteCount == 2 && content(cache, "ab12.opus") == nil)
    }

    @Test("a file without a name is moved in, one with a name is copied")
    func takesFiles() throws {
        let folder = try TemporaryFolder()
        let cache = try FileCache(folder: folder.path + "/cache", budget: 100, clock: MachineClock())
        let nameless = try WorkerFile(namelessIn: folder.path)
        #expect(write(nameless.raw, [1, 2, 3] as [UInt8], 3) == 3)
        #expect(try cache.put("nameless", nameless))
        var status = stat()
        #expect(fstat(nameless.raw, &status) == 0 && status.st_nlink == 1)
        let named = try folder.write([4, 5], to: "named")
        #expect(try cache.put("named", WorkerFile(reading: named)))
        try folder.write([6, 6], to: "named")
        let taken = try content(cache, "nameless")
        #expect(taken == [1, 2, 3])
        #expect(try content(cache, "named") == [4, 5])
    }

    @Test("an open file can be read to its end after its eviction")
    func evictedStaysReadable() throws {
        let folder = try TemporaryFolder()
        let cache = try FileCache(folder: folder.path, budget: 4, clock: MachineClock())
        try cache.put("a", [1, 2, 3])
        let held = try #require(try cache.open("a"))
        try cache.put("b", [4, 5, 6])
        #expect(!cache.contains("a") && bytes(of: held) == [1, 2, 3])
        #expect(try !cache.put("c", [7, 8], ifRoom: true) && cache.put("b", [7, 8], ifRoom: true))
        #expect(try !cache.put("d", [1, 2, 3, 4, 5]) && content(cache, "b") == [7, 8])
        #expect(try names(folder.path) == ["other"] && names(folder.path + "/other") == ["b"])
    }

    @Test("a file that was deleted by hand is not in the cache any more")
    func takenAway() throws {
        let folder = try TemporaryFolder()
        let cache = try FileCache(folder: folder.path, budget: 10, clock: MachineClock())
        try cache.put("ab", [1])
        unlink(folder.path + "/ab/ab")
        #expect(try content(cache, "ab") == nil && cache.count == 0 && cache.byteCount == 0)
    }

    @Test("a failed copy reports the kernel's reason and leaves nothing behind")
    func failing() throws {
        let folder = try TemporaryFolder()
        let cache = try FileCache(folder: folder.path, budget: 10, clock: MachineClock())
        // Page 0 of a process's memory is not mapped, so that reading there fails.
        let unreadable = try WorkerFile(reading: "/proc/self/mem")
        #expect(throws: SystemError.self) { try cache.put("ab", unreadable) }
        #expect(try names(folder.path).isEmpty && cache.count == 0)
    }

    @Test("any sequence of calls gives the same files as a simple LRU list")
    func model() throws {
        for seed in 0..<10 as Range<UInt64> {
            var numbers = SeededGenerator(seed: seed)
            let folder = try TemporaryFolder()
            let clock = HandClock()
            let budget = 40
            var cache = try FileCache(folder: folder.path, budget: budget, clock: clock)
            // Least recently used first.
            var model: [(key: String, bytes: [UInt8])] = []
            for step in 0..<60 {
                clock.advance(by: .seconds(FileCache.markInterval))
                let key = ["aa", "ab1", "ab2", "x", "0f.art", "y-1"].randomElement(using: &numbers) ?? "x"
                let place = model.firstIndex { $0.key == key }
                switch Int.random(in: 0..<8, using: &numbers) {
                case 0...3:
                    let bytes = (0..<Int.random(in: 0...45, using: &numbers)).map { UInt8($0 &+ step) }
                    let ifRoom = Bool.random(using: &numbers)
                    var wanted = model.filter { $0.key != key } + [(key, bytes)]
                    let isFull = wanted.reduce(0) { $0 + $1.bytes.count } > budget
                    let isKept = bytes.count <= budget && !(ifRoom && isFull)
                    #expect(try cache.put(key, bytes, ifRoom: ifRoom) == isKept, "seed \(seed)")
                    while wanted.reduce(0, { $0 + $1.bytes.count }) > budget { wanted.removeFirst() }
                    if isKept { model = wanted }
                case 4, 5:
                    #expect(try content(cache, key) == place.map { model[$0].bytes }, "seed \(seed)")
                    if let place { model.append(model.remove(at: place)) }
                case 6:
                    cache.remove(key)
                    if let place { model.remove(at: place) }
                default: cache = try FileCache(folder: folder.path, budget: budget, clock: clock)
                }
                #expect(cache.byteCount == model.reduce(0) { $0 + $1.bytes.count } && cache.count == model.count, "seed \(seed)")
                #expect(model.allSatisfy { cache.contains($0.key) }, "seed \(seed)")
            }
        }
    }

    @Test("with many threads no file is read half-written, and the budget holds in the end")
    func threads() async throws {
        let folder = try TemporaryFolder()
        let cache = try FileCache(folder: folder.path, budget: 50_000, clock: MachineClock())
        try await blocking {
            DispatchQueue.concurrentPerform(iterations: 8) { thread in
                for step in 0..<30 {
                    let key = "k\((thread &* 31 &+ step &* 7) % 9)"
                    do {
                        if step % 3 == 0 {
                            try cache.put(key, [UInt8](repeating: UInt8(step), count: 9000))
                        } else if let file = try cache.open(key) {
                            let bytes = bytes(of: file)
                            #expect(bytes.count == 9000 && Set(bytes).count == 1)
                        }
                    } catch { Issue.record(error) }
                }
            }
        }
        #expect(cache.byteCount <= 50_000 && cache.byteCount == cache.count * 9000)
        #expect(try names(folder.path) == ["other"] && names(folder.path + "/other").count == cache.count)
    }

    @Test("pinned files stay whatever comes, what is larger than the rest is refused, and unpinned ones go in their turn")
    func pinned() throws {
        let folder = try TemporaryFolder()
        let cache = try FileCache(folder: folder.path + "/cache", budget: 100, clock: MachineClock())
        cache.pin(["a", "b"])
        for key in ["a", "b"] { #expect(try cache.put(key, [UInt8](repeating: 1, count: 20))) }
        for number in 0..<50 {
            #expect(try cache.put("n\(number)", [UInt8](repeating: 2, count: 7 + number % 40)))
            #expect(cache.byteCount <= 100 && cache.contains("a") && cache.contains("b") && cache.contains("n\(number)"))
        }
        #expect(try !cache.put("large", [UInt8](repeating: 3, count: 61)))
        #expect(try cache.put("a", [UInt8](repeating: 4, count: 80)))
        #expect(cache.contains("a") && cache.byteCount <= 100)
        cache.pin([])
        #expect(try cache.put("last", [UInt8](repeating: 5, count: 100)))
        #expect(cache.count == 1)
    }
}
