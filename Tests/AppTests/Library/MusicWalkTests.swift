import CLinux
import Catalog
import Foundation
import Glibc
import Testing

@testable import Library

@Suite("Music walk") struct MusicWalkTests {
    private func walk(_ root: String, from start: String = "", isDeep: Bool = true) throws -> (
        paths: [String], unread: [FolderWalk.Unread]
    ) {
        var paths: [String] = []
        let unread = try MusicWalk(root: root).run(from: Array(start.utf8), isDeep: isDeep) { files in
            paths += files.map { String(decoding: $0.path, as: UTF8.self) }
        }
        return (paths, unread)
    }

    private func make(_ folder: TemporaryFolder, _ files: String...) throws {
        for file in files {
            let parent = URL(fileURLWithPath: folder.path + "/" + file).deletingLastPathComponent().path
            try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
            try folder.write(file, to: file)
        }
    }

    @Test("music is found by its ending, in the order of its path")
    func finds() throws {
        let folder = try TemporaryFolder()
        try make(
            folder, "b.mp3", "a.FLAC", "notes.txt", "noending", ".hidden.mp3", ".mp3", "x/2.ogg", "x/1.Opus", "x/y/z.m4a",
            ".git/a.mp3", "@eaDir/a.mp3", "#recycle/a.mp3", "lost+found/a.mp3", "folder.mp3/song.wav", "a.mp3.part")
        #expect(mkfifo(folder.path + "/pipe.mp3", 0o600) == 0)
        let found = try walk(folder.path)
        #expect(found.paths == ["a.FLAC", "b.mp3", "folder.mp3/song.wav", "x/1.Opus", "x/2.ogg", "x/y/z.m4a"])
        #expect(found.unread.isEmpty)
        #expect(try walk(folder.path, from: "x").paths == ["x/1.Opus", "x/2.ogg", "x/y/z.m4a"])
        #expect(try walk(folder.path, from: "x", isDeep: false).paths == ["x/1.Opus", "x/2.ogg"])
    }

    @Test("a file is delivered with its size, its time and its inode")
    func file() throws {
        let folder = try TemporaryFolder()
        try make(folder, "song.mp3")
        utimensat(AT_FDCWD, folder.path + "/song.mp3", [timespec(), timespec(tv_sec: 12, tv_nsec: 345)], 0)
        var status = stat()
        stat(folder.path + "/song.mp3", &status)
        var files: [SourceFile] = []
        _ = try MusicWalk(root: folder.path).run { files += $0 }
        #expect(
            files == [
                SourceFile(
                    path: Array("song.mp3".utf8),
                    stamp: FileStamp(size: 8, modified: 12_000_000_345, inode: Int64(bitPattern: UInt64(status.st_ino))),
                    hasCoverBeside: false)
            ])
    }

    @Test("a cover above the folders of discs is theirs, also when only one of them is scanned")
    func discs() throws {
        let folder = try TemporaryFolder()
        try make(
            folder, "A/cover.jpg", "A/CD1/1.mp3", "A/Disc 2 - Live/1.mp3", "A/Bonus/1.mp3", "B/me.jpg", "B/CD1/1.mp3", "CD1/1.mp3")
        for start in ["", "A", "A/CD1"] {
            var found: [String: Bool] = [:]
            _ = try MusicWalk(root: folder.path).run(from: Array(start.utf8)) { files in
                for file in files { found[String(decoding: file.path, as: UTF8.self)] = file.hasCoverBeside }
            }
            let all = [
                "A/CD1/1.mp3": true, "A/Disc 2 - Live/1.mp3": true, "A/Bonus/1.mp3": false, "B/CD1/1.mp3": false,
                "CD1/1.mp3": false,
            ]
            #expect(found == all.filter { $0.key.hasPrefix(start) })
        }
    }

    @Test("links are followed, also in circles and twice to one folder, and no folder is visited twice")
    func links() throws {
        let folder = try TemporaryFolder()
        let outside = try TemporaryFolder()
        try make(folder, "z/song.mp3")
        try make(outside, "more/else.mp3")
        for (link, target) in [
            ("a", "z"), ("z/up", ".."), ("loop", "loop"), ("out", outside.path), ("z/out", outside.path), ("m.mp3", "z/song.mp3"),
        ] { try FileManager.default.createSymbolicLink(atPath: "\(folder.path)/\(link)", withDestinationPath: target) }
        let found = try walk(folder.path)
        #expect(found.paths == ["m.mp3", "z/song.mp3", "out/more/else.mp3"])
        #expect(found.unread == [.init(path: Array("loop".utf8), code: ELOOP)])
    }

    @Test("a broken link is reported, since its target may be on a disk that is not mounted")
    func dangling() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/disk", withDestinationPath: "/nowhere/at/all")
        #expect(try walk(folder.path).unread == [.init(path: Array("disk".utf8), code: ENOENT)])
        #expect(try walk(folder.path + "/none").unread == [.init(path: [], code: ENOENT)])
        #expect(try walk(folder.path, from: "gone").unread == [.init(path: Array("gone".utf8), code: ENOENT)])
    }

    @Test("any bytes are a valid name: line feeds, invalid UTF-8, 255 of them")
    func strangeNames() throws {
        let folder = try TemporaryFolder()
        let names: [[UInt8]] = [
            Array("a\nb.mp3".utf8), [0xFF, 0xFE] + Array(".mp3".utf8), [UInt8](repeating: 0x61, count: 251) + Array(".mp3".utf8),
        ]
        for name in names {
            let path = Array(folder.path.utf8) + [0x2F] + name + [0]
            let raw = path.withUnsafeBytes { open($0.baseAddress!.assumingMemoryBound(to: CChar.self), O_CREAT | O_WRONLY, 0o600) }
            #expect(raw >= 0)
            close(raw)
        }
        var paths: Set<[UInt8]> = []
        _ = try MusicWalk(root: folder.path).run { paths.formUnion($0.map(\.path)) }
        #expect(paths == Set(names))
    }

    @Test("folders deeper than any path can reach are reported", arguments: [(1, 120), (250, 20)])
    func deep(length: Int, count: Int) throws {
        let folder = try TemporaryFolder()
        try make(folder, "song.mp3")
        let name = String(repeating: "d", count: length)
        var levels = [open(folder.path, O_RDONLY | O_DIRECTORY)]
        for level in 0..<count {
            #expect(mkdirat(levels[level], name, 0o700) == 0)
            levels.append(openat(levels[level], name, O_RDONLY | O_DIRECTORY))
        }
        let found = try walk(folder.path)
        #expect(found.paths == ["song.mp3"] && found.unread.map(\.code) == [ENAMETOOLONG])
        for level in levels.dropLast().reversed() { unlinkat(level, name, AT_REMOVEDIR) }
        for level in levels { close(level) }
    }

    @Test("the consumer can stop the walk")
    func stops() throws {
        struct Enough: Error {}
        let folder = try TemporaryFolder()
        try make(folder, "a.mp3", "b.mp3")
        #expect(throws: Enough.self) { try MusicWalk(root: folder.path).run { _ in throw Enough() } }
    }

    @Test("a root is readable, missing, empty or not a folder")
    func roots() throws {
        let folder = try TemporaryFolder()
        try make(folder, "full/a.mp3", "empty/.nomedia")
        let full = RootState(of: folder.path + "/full")
        #expect(full.condition == .readable && !full.isEmpty && full.device != 0)
        #expect(RootState(of: folder.path + "/empty").isEmpty)
        #expect(RootState(of: folder.path + "/none").condition == .missing)
        #expect(RootState(of: folder.path + "/full/a.mp3").condition == .notAFolder)
    }
}
