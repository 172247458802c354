import CLinux
import Foundation
import Glibc
import Waiting

/// A folder of music on a real disk, and the changes that people and programs make to it between two scans.
struct RealFolder {
    struct Sound: Hashable {
        var music: Int
        var title: String
        let format: TinyMusic.Format
    }

    let root: String
    /// Folders with changes since this was last emptied.
    var touched: Set<String> = []
    /// Music that came back from the trash since this was last emptied.
    var restored: Set<Int> = []
    /// Music that was ever in several files.
    private(set) var copied: Set<Int> = []
    private var files: [String: Sound] = [:]
    private var folders = ["a", "b"]
    private var trash: [(path: String, name: String, sound: Sound)] = []
    /// A link within the root to a folder outside.
    private var link: String?
    /// Folders with a cover picture.
    private var covered: Set<String> = []
    /// Links within the root to the root.
    private var circles: [String] = []
    private let beside: String
    private static let outside = Sound(music: 0, title: "outside", format: .wav)
    private var lastMusic = 0
    private var lastName = 0

    /// Makes two empty folders below `folder`, and one piece of music outside the root.
    init(in folder: String) throws {
        root = folder + "/music"
        beside = folder + "/beside"
        for path in [root, root + "/a", root + "/b", beside, beside + "/linked"] { try Self.check(mkdir(path, 0o755)) }
        try Self.write(Self.outside, to: beside + "/linked/o.wav", inPlace: true)
    }

    /// All music that a scan should find, by its path within the root.
    var sounds: [String: Sound] {
        guard let link else { return files }
        return files.merging([link + "/o.wav": Self.outside]) { $1 }
    }

    /// Whether the folder of the music at a path within the root has a cover.
    func hasCover(beside path: String) -> Bool { covered.contains(Self.folder(of: path)) }

    /// Makes one random change, and describes it.
    mutating func step(_ random: inout SeededGenerator) throws -> String {
        let some = files.keys.sorted().shuffled(using: &random)
        guard some.count >= 3 else { return try create(&random) }
        let (one, two) = (some[0], some[1])
        let format = files[one]!.format
        switch Int.random(in: 0..<18, using: &random) {
        case 0, 1: return try create(&random)
        case 2, 3: return try move(one, to: freshPath(format, &random))
        case 4: return try format == files[two]!.format ? move(one, to: two) : touch(one)
        case 5: return try swap(one, two)
        case 6: return try touch(one)
        case 7, 8: return try rewrite(one, files[one]!.music, &random)
        case 9: return try rewrite(one, files[one]!.music, &random) + ", " + move(one, to: freshPath(format, &random))
        case 10:
            lastMusic += 1
            return try rewrite(one, lastMusic, &random)
        case 11: return try copy(one, to: freshPath(format, &random), &random)
        case 12: return try delete(one)
        case 13: return try restore(&random)
        case 14: return try makeOrRemoveFolder(&random)
        case 15: return try moveFolder(&random)
        case 16: return try changeCover(&random)
        default: return try changeLink(&random)
        }
    }

    // Files.

    private mutating func create(_ random: inout SeededGenerator) throws -> String {
        lastMusic += 1
        let format = TinyMusic.Format.allCases.randomElement(using: &random)!
        let path = freshPath(format, &random)
        try put(Sound(music: lastMusic, title: freshTitle(), format: format), at: path, inPlace: true)
        return "create \(path) with \(lastMusic)"
    }

    private mutating func move(_ path: String, to other: String) throws -> String {
        try Self.check(rename("\(root)/\(path)", "\(root)/\(other)"))
        files[other] = files.removeValue(forKey: path)
        touch(folderOf: path, other)
        return "move \(path) to \(other)"
    }

    private mutating func swap(_ one: String, _ two: String) throws -> String {
        guard files[one]!.format == files[two]!.format else { return "nothing" }
        let spare = beside + "/spare"
        try Self.check(rename("\(root)/\(one)", spare))
        try Self.check(rename("\(root)/\(two)", "\(root)/\(one)"))
        try Self.check(rename(spare, "\(root)/\(two)"))
        (files[one], files[two]) = (files[two], files[one])
        touch(folderOf: one, two)
        return "swap \(one) \(two)"
    }

    private mutating func touch(_ path: String) throws -> String {
        try Self.check(utimensat(AT_FDCWD, "\(root)/\(path)", nil, 0))
        touch(folderOf: path)
        return "touch \(path)"
    }

    /// Some programs write in place, others write a new file and rename it.
    private mutating func rewrite(_ path: String, _ music: Int, _ random: inout SeededGenerator) throws -> String {
        let sound = Sound(music: music, title: freshTitle(), format: files[path]!.format)
        let inPlace = Bool.random(using: &random)
        try put(sound, at: path, inPlace: inPlace)
        return "rewrite \(path) as \(music)\(inPlace ? " in place" : "")"
    }

    private mutating func copy(_ path: String, to other: String, _ random: inout SeededGenerator) throws -> String {
        let sound = files[path]!
        try put(sound, at: other, inPlace: true)
        // As cp -p does.
        let keepsTime = Bool.random(using: &random)
        if keepsTime {
            var status = stat()
            try Self.check(stat("\(root)/\(path)", &status))
            try Self.check(utimensat(AT_FDCWD, "\(root)/\(other)", [status.st_atim, status.st_mtim], 0))
        }
        copied.insert(sound.music)
        return "copy \(path) to \(other)\(keepsTime ? " with its time" : "")"
    }

    private mutating func delete(_ path: String) throws -> String {
        lastName += 1
        let name = "\(beside)/trash\(lastName)"
        try Self.check(rename("\(root)/\(path)", name))
        trash.append((path, name, files.removeValue(forKey: path)!))
        touch(folderOf: path)
        return "delete \(path)"
    }

    private mutating func restore(_ random: inout SeededGenerator) throws -> String {
        guard !trash.isEmpty else { return "nothing" }
        var (path, name, sound) = trash.remove(at: Int.random(in: 0..<trash.count, using: &random))
        let isTaken = files[path] != nil || !folders.contains(Self.folder(of: path))
        if isTaken || Int.random(in: 0..<3, using: &random) == 0 { path = freshPath(sound.format, &random) }
        if Bool.random(using: &random) {
            try Self.check(rename(name, "\(root)/\(path)"))
            files[path] = sound
            touch(folderOf: path)
        } else {
            try put(sound, at: path, inPlace: true)
        }
        if files.filter({ $0.value.music == sound.music }).count > 1 { copied.insert(sound.music) }
        restored.insert(sound.music)
        return "restore \(sound.music) to \(path)"
    }

    // Folders.

    private mutating func makeOrRemoveFolder(_ random: inout SeededGenerator) throws -> String {
        if let empty = folders.filter({ !isUsed($0) }).randomElement(using: &random), folders.count > 4 {
            try Self.check(rmdir("\(root)/\(empty)"))
            folders.removeAll { $0 == empty }
            touch(folderOf: empty)
            return "remove \(empty)"
        }
        lastName += 1
        let folder = "\(folders.randomElement(using: &random)!)/f\(lastName)"
        try Self.check(mkdir("\(root)/\(folder)", 0o755))
        folders.append(folder)
        touch(folderOf: folder)
        return "make \(folder)"
    }

    private mutating func moveFolder(_ random: inout SeededGenerator) throws -> String {
        guard let folder = folders.randomElement(using: &random) else { return "nothing" }
        lastName += 1
        let parent = (folders + [""]).filter { !($0 + "/").hasPrefix(folder + "/") }.randomElement(using: &random) ?? ""
        let other = (parent.isEmpty ? "" : parent + "/") + "m\(lastName)"
        try Self.check(rename("\(root)/\(folder)", "\(root)/\(other)"))
        func moved(_ path: String) -> String {
            (path + "/").hasPrefix(folder + "/") ? other + path.dropFirst(folder.count) : path
        }
        files = Dictionary(uniqueKeysWithValues: files.map { (moved($0.key), $0.value) })
        folders = folders.map(moved)
        covered = Set(covered.map(moved))
        link = link.map(moved)
        circles = circles.map(moved)
        touch(folderOf: folder, other)
        return "move folder \(folder) to \(other)"
    }

    private mutating func changeCover(_ random: inout SeededGenerator) throws -> String {
        guard let folder = folders.randomElement(using: &random) else { return "nothing" }
        let path = "\(folder)/Folder.JPG"
        touch(folderOf: path)
        if covered.remove(folder) != nil {
            try Self.check(unlink("\(root)/\(path)"))
            return "delete \(path)"
        }
        covered.insert(folder)
        try Data("a picture".utf8).write(to: URL(fileURLWithPath: "\(root)/\(path)"))
        return "create \(path)"
    }

    /// Makes, moves or deletes the link to the folder outside; sometimes makes a circular link, too.
    private mutating func changeLink(_ random: inout SeededGenerator) throws -> String {
        if let old = link {
            try Self.check(unlink("\(root)/\(old)"))
            link = nil
            touch(folderOf: old)
            if Bool.random(using: &random) { return "unlink \(old)" }
        }
        lastName += 1
        let new = "\(folders.randomElement(using: &random)!)/link\(lastName)"
        try Self.check(symlink(beside + "/linked", "\(root)/\(new)"))
        link = new
        touch(folderOf: new)
        if Int.random(in: 0..<3, using: &random) == 0 {
            circles.append("\(Self.folder(of: new))/circle\(lastName)")
            try Self.check(symlink(root, "\(root)/\(circles.last!)"))
        }
        restored.insert(Self.outside.music)
        return "link \(new)"
    }

    private func isUsed(_ folder: String) -> Bool {
        (Array(files.keys) + folders.filter { $0 != folder } + covered.map { $0 + "/" } + circles + [link ?? ""]).contains {
            $0.hasPrefix(folder + "/")
        }
    }

    private mutating func put(_ sound: Sound, at path: String, inPlace: Bool) throws {
        try Self.write(sound, to: "\(root)/\(path)", inPlace: inPlace)
        files[path] = sound
        touch(folderOf: path)
    }

    private static func write(_ sound: Sound, to path: String, inPlace: Bool) throws {
        let bytes = Data(TinyMusic.file(sound.format, music: sound.music, title: sound.title))
        try bytes.write(to: URL(fileURLWithPath: inPlace ? path : path + ".part"))
        if !inPlace { try check(rename(path + ".part", path)) }
    }

    private mutating func freshPath(_ format: TinyMusic.Format, _ random: inout SeededGenerator) -> String {
        // There are few names, so that they are used again.
        var number = Int.random(in: 0..<12, using: &random)
        let folder = folders.randomElement(using: &random)!
        while files["\(folder)/\(number).\(format.rawValue)"] != nil { number += 1 }
        return "\(folder)/\(number).\(format.rawValue)"
    }

    private mutating func freshTitle() -> String {
        lastName += 1
        return "title \(lastName)"
    }

    private mutating func touch(folderOf paths: String...) {
        touched.formUnion(paths.map(Self.folder))
    }

    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    }

    private static func check(_ outcome: Int32) throws {
        guard outcome == 0 else { throw NeverHappened("a change of the folder: \(String(cString: strerror(errno)))") }
    }
}
