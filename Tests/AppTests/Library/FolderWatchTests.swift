import Foundation
import Glibc
import Testing
import Waiting

@testable import Library

@Suite("Folder watch") struct FolderWatchTests {
    private func make(_ folder: String) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    /// Watches a folder with one subfolder while `body` runs. Changes are reported after the shortest quiet time.
    private func watching(
        quiet: Double = 0.02, longest: Double = 5, _ body: @escaping @Sendable (TemporaryFolder, Reports) throws -> Void
    ) async throws {
        try await blocking {
            let folder = try TemporaryFolder()
            try make(folder.path + "/album")
            let reports = Reports()
            let watch = try FolderWatch(root: folder.path, quiet: quiet, longest: longest) { reports.add($0) }
            #expect(try reports.next() == .ready(folders: 2))
            try body(folder, reports)
            watch.stop()
        }
    }

    @Test("a written, moved or deleted file is reported by its folder, a hidden one is not")
    func files() async throws {
        try await watching { folder, reports in
            try folder.write("x", to: ".hidden.mp3")
            try folder.write("x", to: "album/song.mp3")
            try reports.tell("album")
            rename(folder.path + "/album/song.mp3", folder.path + "/song.mp3")
            try reports.tell("", "album")
            unlink(folder.path + "/song.mp3")
            try reports.tell("")
        }
    }

    @Test("a new folder is reported with its subfolders, and watched from then on, also behind a link")
    func newFolders() async throws {
        try await watching { folder, reports in
            let outside = try TemporaryFolder()
            try make(outside.path + "/a/b")
            rename(outside.path + "/a", folder.path + "/a")
            try reports.tell("", "a", "a/b")
            try folder.write("x", to: "a/b/song.mp3")
            try reports.tell("a/b")
            symlink(outside.path, folder.path + "/link")
            try reports.tell("", "link")
            try outside.write("x", to: "song.mp3")
            try reports.tell("link")
            unlink(folder.path + "/link")
            symlink(outside.path, folder.path + "/other")
            try reports.tell("", "other")
            try outside.write("x", to: "else.mp3")
            try reports.tell("other")
            symlink("a", folder.path + "/again")
            try reports.tell("")
            try folder.write("x", to: "a/b/else.mp3")
            try reports.tell("a/b")
        }
    }

    @Test("a moved folder is reported by its new path, and not watched any more outside the root")
    func movedFolders() async throws {
        try await watching { folder, reports in
            try make(folder.path + "/album/disc")
            try reports.tell("album", "album/disc")
            rename(folder.path + "/album", folder.path + "/renamed")
            try reports.tell("", "renamed", "renamed/disc")
            try folder.write("x", to: "renamed/disc/song.mp3")
            try reports.tell("renamed/disc")
            let outside = try TemporaryFolder()
            rename(folder.path + "/renamed", outside.path + "/gone")
            try reports.tell("")
            try outside.write("x", to: "gone/disc/other.mp3")
            try folder.write("x", to: "last.mp3")
            try reports.tell("")
        }
    }

    @Test("changes are reported after the longest wait even if they do not stop")
    func longBurst() async throws {
        try await watching(quiet: 3600, longest: 0.02) { folder, reports in
            try folder.write("x", to: "song.mp3")
            try reports.tell("")
        }
    }

    @Test("a missing root is reported once")
    func rootGone() async throws {
        try await watching { folder, reports in
            let outside = try TemporaryFolder()
            rename(folder.path, outside.path + "/moved")
            guard case .incomplete(let reason) = try reports.next() else { throw NeverHappened("telling that the root went") }
            #expect(reason == "\(folder.path) is not watched for changes any more: it was moved, deleted or unmounted")
            try reports.tell("")
        }
    }

    @Test("an overflow of the kernel's queue is reported, and watching continues")
    func overflow() async throws {
        let most = try String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
        let count = try #require(Int(most.trimmingCharacters(in: .whitespacesAndNewlines)))
        try await watching { folder, reports in
            try reports.holding {
                try folder.write("x", to: "first")
                try reports.untilHeld()
                for index in 0...count / 2 {
                    let name = "\(folder.path)/\(index % 2)"
                    close(open(name, O_CREAT | O_WRONLY, 0o600))
                    unlink(name)
                }
            }
            try reports.tell("")
            var report = try reports.next()
            while case .changed = report { report = try reports.next() }
            #expect(report == .overflowed)
            try folder.write("x", to: "album/song.mp3")
            try reports.tell("album")
        }
    }

    @Test("the error for too few watches names the setting to raise")
    func reasons() {
        #expect(FolderWatcher.reason(ENOSPC, folders: 7).contains("raise fs.inotify.max_user_watches"))
    }

    @Test("changes are reported after a quiet time, but within the longest wait")
    func collecting() {
        var changes = ChangeCollector(quiet: 1, longest: 3)
        #expect(changes.due == nil && changes.take(at: 9_000_000) == nil)
        for second in 0...4 as ClosedRange<UInt64> { changes.note([1], at: second * 900_000) }
        #expect(changes.due == 3_000_000 && changes.take(at: 2_999_999) == nil)
        #expect(changes.take(at: 3_000_000) == .changed([[1]]) && changes.due == nil)
        changes.note([2], at: 5_000_000)
        changes.note([1], at: 5_500_000)
        #expect(changes.due == 6_500_000 && changes.take(at: 7_000_000) == .changed([[1], [2]]))
    }

    /// Passes reports from the watch's thread to the test's thread.
    private final class Reports: @unchecked Sendable {  // everything mutable is touched only while the condition is locked
        private let condition = NSCondition()
        private var reports: [SourceChange] = []
        private var mustWait = false
        private var isHeld = false
        /// The folders reported before: the burst of a slow writer may end in two reports.
        private var earlier: Set<[UInt8]> = []

        func add(_ report: SourceChange) {
            condition.withLock {
                reports.append(report)
                isHeld = mustWait
                condition.broadcast()
                while mustWait { condition.wait() }
            }
        }

        func next() throws -> SourceChange {
            try condition.withLock {
                let patience = Patience("a report")
                while reports.isEmpty { if !condition.wait(until: patience.end) { try patience.check() } }
                return reports.removeFirst()
            }
        }

        /// Waits until all of these folders were reported as changed, and no others.
        func tell(_ names: String..., sourceLocation: SourceLocation = #_sourceLocation) throws {
            let expected = Set(names.map { Array($0.utf8) })
            var missing = expected
            while !missing.isEmpty {
                let report = try next()
                guard case .changed(let folders) = report, earlier.union(expected).isSuperset(of: folders) else {
                    Issue.record("\(report) in the place of \(names)", sourceLocation: sourceLocation)
                    return
                }
                missing.subtract(folders)
            }
            earlier = expected
        }

        /// Blocks the watch's thread in its next report until `body` returns.
        func holding(_ body: () throws -> Void) rethrows {
            condition.withLock { mustWait = true }
            defer {
                condition.withLock {
                    mustWait = false
                    condition.broadcast()
                }
            }
            try body()
        }

        func untilHeld() throws {
            try condition.withLock {
                let patience = Patience("a report to hold")
                while !isHeld { if !condition.wait(until: patience.end) { try patience.check() } }
            }
        }
    }
}
